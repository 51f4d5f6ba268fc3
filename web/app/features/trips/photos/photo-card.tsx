import { Button, Group, Progress, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { SortableItem } from '~/ui/inputs/sortable';
import { TripPicture } from '../trip-picture';
import type { Photo, PhotoUploadQueue } from './photo-upload-queue';
import styles from './photos.module.css';

interface PhotoCardProps {
  photo: Photo;
  index: number;
  count: number;
  /** The trip's card image. */
  isCard: boolean;
  queue: PhotoUploadQueue;
  onRemove: () => void;
}

export function PhotoCard({ photo, index, count, isCard, queue, onRemove }: PhotoCardProps) {
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
            <div className={styles.failure} role="alert">
              <p>
                <strong>{photo.file?.name}</strong>: {error}
              </p>
              {mayRetry && (
                <Button variant="default" size="sm" onClick={() => queue.retry(key)}>
                  Tentar de novo
                </Button>
              )}
            </div>
          )}
          {isUsable && <Words photo={photo} name={name} queue={queue} />}
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
  if (status === 'removing') return <p className={styles.sending}>Removendo…</p>;
  if (status === 'waiting') return <p className={styles.sending}>Na fila para enviar</p>;
  if (status !== 'sending') return null;
  const percent = Math.round(progress * 100);
  return (
    <div className={styles.sending}>
      <span>{percent < 100 ? `Enviando: ${percent}%` : 'Preparando a foto…'}</span>
      <Progress value={percent} size="sm" animated={percent === 100} aria-label={`Envio da ${name}`} />
    </div>
  );
}

function Words({ photo: { key, alt }, name, queue }: { photo: Photo; name: string; queue: PhotoUploadQueue }) {
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
    <button
      type="button"
      className={styles.tool}
      data-danger={icon === 'remove' || undefined}
      aria-label={label}
      aria-disabled={off || undefined}
      onClick={() => !off && onClick()}
    >
      <Icon size={20} aria-hidden />
    </button>
  );
}
