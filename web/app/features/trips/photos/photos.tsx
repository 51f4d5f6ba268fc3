import '@mantine/dropzone/styles.css';
import { ActionIcon, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { MAX_TRIP_IMAGES } from '@passeio/contract/trips/trip-changes';
import { plural } from '@passeio/contract/words';
import { IconChevronLeft, IconChevronRight, IconPhotoPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { askToConfirm } from '~/ui/dialogs/confirm';
import drop from '~/ui/editing/file-drop.module.css';
import { Sortable, SortableItem } from '~/ui/inputs/sortable';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import { TripPicture } from '../trip-picture';
import { cardKeyOf, type Photo, type PhotoQueueState, type PhotoUploadQueue } from './photo-upload-queue';
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
      <Text role="status" variant="hint" className={styles.state}>
        {stateText(state, isNew)}
      </Text>
      {failure && <Failure onRetry={queue.saveNow}>Não foi possível salvar as fotos. {failure}</Failure>}
      {photos.length > 0 && (
        <Sortable
          keys={photos.map(({ key }) => key)}
          nameOf={(key) => `Foto ${photos.findIndex((photo) => photo.key === key) + 1}`}
          onMove={queue.move}
          layout="grid"
        >
          <Grid component="ul" min="16rem" gap={1}>
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
          </Grid>
        </Sortable>
      )}
    </>
  );
}

function Failure({ onRetry, children }: { onRetry?: (() => void) | undefined; children: ReactNode }) {
  return (
    <Card tone="danger" role="alert" className={styles.failure}>
      <p>{children}</p>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
    </Card>
  );
}

function Chooser({ onFiles, isFull }: { onFiles: (files: File[]) => void; isFull: boolean }) {
  if (isFull) return <Text variant="hint">O passeio tem {MAX_TRIP_IMAGES} fotos, que é o máximo.</Text>;
  return (
    <Dropzone
      // Accepts every file: errors are shown beside the photo.
      onDrop={onFiles}
      className={drop.drop}
      // The whole drop zone is clickable; keyboards use the button, whose clicks bubble here.
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ 'aria-label': 'Arquivos de fotos', accept: 'image/jpeg,image/png,image/webp', tabIndex: -1 }}
    >
      <Group gap="0.75rem 1rem">
        <Button variant="light" size="md" leftSection={<IconPhotoPlus size={20} aria-hidden />}>
          Escolher fotos
        </Button>
        <p>
          <span className={drop.drag}>ou arraste várias de uma vez para cá</span>
          <Text component="small" display="block" fz="sm">
            JPEG, PNG ou WebP de até 15 MB cada
          </Text>
        </p>
      </Group>
    </Dropzone>
  );
}

function stateText(state: PhotoQueueState, isNew: boolean): string {
  const { photos, isWorking } = state;
  const count = (...wanted: string[]) => photos.filter(({ status }) => wanted.includes(status)).length;
  const [coming, failed] = [count('waiting', 'sending'), count('failed')];
  if (isNew && coming > 0) return 'As fotos serão enviadas quando você salvar o passeio.';
  if (coming > 0) return coming === 1 ? 'Enviando 1 foto…' : `Enviando ${coming} fotos…`;
  if (failed > 0) return plural(failed, 'foto não foi enviada.', 'fotos não foram enviadas.');
  if (isWorking) return 'Salvando as fotos…';
  return photos.length > 0 ? 'Fotos salvas. A ordem daqui é a do portal.' : '';
}

interface PhotoCardProps {
  photo: Photo;
  index: number;
  count: number;
  /** The trip's card image. */
  isCard: boolean;
  queue: PhotoUploadQueue;
  onRemove: () => void;
}

function PhotoCard({ photo, index, count, isCard, queue, onRemove }: PhotoCardProps) {
  const { key, status, error, mayRetry } = photo;
  const name = `foto ${index + 1}`;
  const isUsable = status !== 'failed' && status !== 'removing';
  return (
    <SortableItem id={key} className={styles.photo} handleLabel={`Arrastar ${name}`}>
      {(handle) => (
        <>
          <div className={styles.picture} data-dim={!isUsable || undefined}>
            <Thumbnail photo={photo} />
            <span className={styles.number}>{index + 1}</span>
            <span className={styles.grip}>{handle}</span>
          </div>
          <Sending photo={photo} name={name} />
          {status === 'failed' && (
            <Failure onRetry={mayRetry ? () => queue.retry(key) : undefined}>
              <strong>{photo.file?.name}</strong>: {error}
            </Failure>
          )}
          {isUsable && <Description photo={photo} name={name} queue={queue} />}
          <Group gap="0.25rem 0.75rem" justify="space-between" mt="auto">
            {isUsable && (
              <label className={styles.card}>
                <input type="radio" name="cardImage" checked={isCard} onChange={() => queue.chooseCard(key)} />
                Imagem do cartão
              </label>
            )}
            <Group component="span" gap={0} wrap="nowrap" ml="auto">
              <Tool
                label={`Mover ${name} para antes`}
                icon="before"
                off={index === 0}
                onClick={() => queue.move(index, index - 1)}
              />
              <Tool
                label={`Mover ${name} para depois`}
                icon="after"
                off={index === count - 1}
                onClick={() => queue.move(index, index + 1)}
              />
              <Tool label={`Remover ${name}`} icon="remove" off={status === 'removing'} onClick={onRemove} />
            </Group>
          </Group>
        </>
      )}
    </SortableItem>
  );
}

function Thumbnail({ photo }: { photo: Photo }) {
  if (photo.image) return <TripPicture image={photo.image} sizes="18rem" decorative />;
  if (!photo.shownAt) return <span className={styles.none} aria-hidden />;
  return <img src={photo.shownAt} alt="" className={styles.chosen} />;
}

function Sending({ photo: { status, progress }, name }: { photo: Photo; name: string }) {
  if (status === 'removing') return <Text variant="hint">Removendo…</Text>;
  if (status === 'waiting') return <Text variant="hint">Na fila para enviar</Text>;
  if (status !== 'sending') return null;
  const percent = Math.round(progress * 100);
  return (
    <Stack gap={6}>
      <Text span variant="hint">
        {percent < 100 ? `Enviando: ${percent}%` : 'Preparando a foto…'}
      </Text>
      <Progress value={percent} size="sm" animated={percent === 100} aria-label={`Envio da ${name}`} />
    </Stack>
  );
}

function Description({ photo: { key, alt }, name, queue }: { photo: Photo; name: string; queue: PhotoUploadQueue }) {
  return (
    <TextInput
      label="O que se vê na foto"
      aria-label={`O que se vê na ${name}`}
      description={alt.trim() === '' ? 'Falta descrever, para quem não vê a foto' : undefined}
      classNames={{ description: styles.missing ?? '' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      maxLength={200}
      autoComplete="off"
      value={alt}
      onChange={(event) => queue.describe(key, event.currentTarget.value)}
      onBlur={queue.saveNow}
    />
  );
}

const icons = { before: IconChevronLeft, after: IconChevronRight, remove: IconTrash };

interface ToolProps {
  label: string;
  icon: keyof typeof icons;
  off: boolean;
  onClick: () => void;
}

function Tool({ label, icon, off, onClick }: ToolProps) {
  const Icon = icons[icon];
  return (
    <ActionIcon
      variant="subtle"
      color={icon === 'remove' ? 'red' : 'gray'}
      w={40}
      h={44}
      opacity={off ? 0.4 : undefined}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
