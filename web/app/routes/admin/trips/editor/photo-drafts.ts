import { useEffect, useState } from 'react';
import { readDraft, useDraft } from '~/features/session/drafts';
import { deleteUserFile, readUserFile, writeUserFile } from '~/features/session/own-copies';
import { useUser } from '~/features/session/user-store';
import type {
  Photo,
  PhotoQueueState,
  PhotoUploadQueue,
  RestoredPhoto,
} from '~/features/trips/photos/photo-upload-queue';

const draftName = (tripId: string | null) => `photos:${tripId ?? 'novo'}`;

/**
 * Restores photos that were chosen before a reload and not uploaded, and stores those of now. `lost` counts the files
 * that could not be restored; `forget` deletes all, for a person who leaves on purpose.
 */
export function usePhotoDrafts(queue: PhotoUploadQueue): { lost: number; forget: () => void } {
  const [lost, setLost] = useState(0);
  const [{ drafts, draft, stored }] = useState(() => {
    const drafts = new PhotoDrafts(useUser.getState().user.id);
    const draft = {
      nameOf: () => draftName(queue.tripId),
      workOf: (state: PhotoQueueState) => drafts.draftOf(state),
    };
    return { drafts, draft, stored: readDraft(draftName(queue.tripId)) };
  });
  const { forget: forgetDraft } = useDraft(queue.store, draft);

  useEffect(() => {
    // Only once: when this effect runs again, they are in the queue.
    const isRestored = queue.store.getState().photos.some(({ file }) => file !== null);
    if (!isRestored) void drafts.restore(queue, stored).then(setLost);
    return drafts.follow(queue);
  }, [queue, drafts, stored]);

  const forget = () => {
    forgetDraft();
    drafts.forget();
  };
  return { lost, forget };
}

/** A chosen photo that is not uploaded yet, as stored in the draft; its file is in the person's own cache. */
interface PhotoDraft {
  id: string;
  name: string;
  alt: string;
  isCard: boolean;
}

const addressOf = (id: string) => `photo-${id}`;

/** Stores the files of photos that are not uploaded yet, so that a reload restores them. */
class PhotoDrafts {
  readonly #userId: string;
  /** Id under which each file is stored, or is being stored. */
  readonly #ids = new Map<File, string>();
  readonly #stored = new Set<string>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Stores new files and deletes uploaded ones until the returned function is called. */
  follow({ store }: PhotoUploadQueue): () => void {
    const sync = (state: PhotoQueueState) => {
      const unsent = new Set(unsentPhotos(state).map(({ file }) => file));
      for (const file of unsent) if (!this.#ids.has(file)) void this.#save(file, crypto.randomUUID(), store);
      for (const [file, id] of this.#ids) if (!unsent.has(file)) this.#delete(file, id);
    };
    sync(store.getState());
    return store.subscribe(sync);
  }

  /** Photos whose files are stored; undefined if there are none. */
  draftOf(state: PhotoQueueState): PhotoDraft[] | undefined {
    const photos = unsentPhotos(state).flatMap(({ key, file, alt }) => {
      const id = this.#ids.get(file);
      return id && this.#stored.has(id) ? [{ id, name: file.name, alt, isCard: key === state.cardKey }] : [];
    });
    return photos.length > 0 ? photos : undefined;
  }

  /** Puts the photos of a draft back into the queue. Returns how many files are lost. */
  async restore(queue: PhotoUploadQueue, draft: unknown): Promise<number> {
    const photos = Array.isArray(draft) ? (draft as PhotoDraft[]) : [];
    const found: RestoredPhoto[] = [];
    for (const { id, name, alt, isCard } of photos) {
      const blob = await readUserFile(this.#userId, addressOf(id));
      if (!blob) continue;
      const file = new File([blob], name, { type: blob.type });
      this.#ids.set(file, id);
      this.#stored.add(id);
      found.push({ file, alt, isCard });
    }
    queue.restore(found);
    return photos.length - found.length;
  }

  /** Deletes the files, for a person who leaves on purpose. */
  forget(): void {
    for (const [file, id] of this.#ids) this.#delete(file, id);
  }

  async #save(file: File, id: string, store: PhotoUploadQueue['store']): Promise<void> {
    this.#ids.set(file, id);
    const isStored = await writeUserFile(this.#userId, addressOf(id), file);
    if (!isStored) return;
    this.#stored.add(id);
    if (!this.#ids.has(file)) return this.#delete(file, id);
    // A change of state makes the draft be written.
    store.setState({});
  }

  #delete(file: File, id: string): void {
    this.#ids.delete(file);
    if (this.#stored.delete(id)) void deleteUserFile(this.#userId, addressOf(id));
  }
}

function unsentPhotos({ photos }: PhotoQueueState): (Photo & { file: File })[] {
  return photos.filter(
    (photo): photo is Photo & { file: File } =>
      photo.file !== null && (photo.status === 'waiting' || photo.status === 'sending' || photo.mayRetry),
  );
}
