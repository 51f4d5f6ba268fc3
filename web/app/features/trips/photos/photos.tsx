import { plural } from '@passeio/contract/words';
import '@mantine/dropzone/styles.css';
import { Button } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { MAX_TRIP_IMAGES } from '@passeio/contract/trips/trip-changes';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { Sortable } from '~/ui/inputs/sortable';
import { PhotoCard } from './photo-card';
import { cardKeyOf, type PhotoQueueState, type PhotoUploadQueue } from './photo-upload-queue';
import styles from './photos.module.css';

/** Photos of a trip: add, sort, describe, choose the card image, remove. Changes are saved at once. */
export function Photos({ queue, isNew }: { queue: PhotoUploadQueue; isNew: boolean }) {
  const state = useStore(queue.store);
  const { photos, failure } = state;
  const cardKey = cardKeyOf(state);

  async function remove(key: string): Promise<void> {
    const photo = photos.find((one) => one.key === key);
    const isStored = photo?.status === 'stored';
    const question = {
      titulo: 'Remover foto?',
      mensagem: 'Ela sai do passeio agora e não volta.',
      tipo: 'danger',
    } as const;
    if (!isStored || (await askToConfirm(question))) queue.remove(key);
  }

  return (
    <>
      <Chooser onFiles={queue.add} isFull={photos.length >= MAX_TRIP_IMAGES} />
      <p className={styles.state} role="status">
        {stateInWords(state, isNew)}
      </p>
      {failure && (
        <div className={styles.failure} role="alert">
          <p>Não foi possível salvar as fotos. {failure}</p>
          <Button variant="default" size="sm" onClick={queue.saveNow}>
            Tentar de novo
          </Button>
        </div>
      )}
      {photos.length > 0 && (
        <Sortable
          keys={photos.map(({ key }) => key)}
          nameOf={(key) => `Foto ${photos.findIndex((photo) => photo.key === key) + 1}`}
          onMove={queue.move}
          layout="grid"
        >
          <ul className={styles.photos}>
            {photos.map((photo, index) => (
              <PhotoCard
                key={photo.key}
                photo={photo}
                index={index}
                count={photos.length}
                isCard={photo.key === cardKey}
                queue={queue}
                onRemove={() => void remove(photo.key)}
              />
            ))}
          </ul>
        </Sortable>
      )}
    </>
  );
}

function Chooser({ onFiles, isFull }: { onFiles: (files: File[]) => void; isFull: boolean }) {
  if (isFull) return <p className={styles.state}>O passeio tem {MAX_TRIP_IMAGES} fotos, que é o máximo.</p>;
  return (
    <Dropzone
      // Accepts every file: errors are shown beside the photo.
      onDrop={onFiles}
      className={styles.drop}
      // The whole drop zone is clickable; keyboards use the button, whose clicks bubble here.
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': 'Arquivos de fotos', accept: 'image/jpeg,image/png,image/webp', tabIndex: -1 }}
    >
      <div className={styles.invitation}>
        <Button variant="light" size="md" leftSection={<IconPhotoPlus size={20} aria-hidden />}>
          Escolher fotos
        </Button>
        <p>
          <span className={styles.drag}>ou arraste várias de uma vez para cá</span>
          <small>JPEG, PNG ou WebP de até 15 MB cada</small>
        </p>
      </div>
    </Dropzone>
  );
}

function stateInWords(state: PhotoQueueState, isNew: boolean): string {
  const { photos, isWorking } = state;
  const count = (...wanted: string[]) => photos.filter(({ status }) => wanted.includes(status)).length;
  const [coming, failed] = [count('waiting', 'sending'), count('failed')];
  if (isNew && coming > 0) return 'As fotos serão enviadas quando você salvar o passeio.';
  if (coming > 0) return coming === 1 ? 'Enviando 1 foto…' : `Enviando ${coming} fotos…`;
  if (failed > 0) return plural(failed, 'foto não foi enviada.', 'fotos não foram enviadas.');
  if (isWorking) return 'Salvando as fotos…';
  return photos.length > 0 ? 'Fotos salvas. A ordem daqui é a do portal.' : '';
}
