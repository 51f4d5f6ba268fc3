import { deleteUserFile, readUserFile, writeUserFile } from '../../session/user-cache';
import type { Photo, PhotoQueueState, PhotoUploadQueue, RestoredPhoto } from './photo-upload-queue';

/** A chosen photo that is not uploaded yet, as stored in the draft; its file is in the person's own cache. */
interface PhotoDraft {
  id: string;
  name: string;
  alt: string;
  isCard: boolean;
}

const addressOf = (id: string) => `photo-${id}`;

/** Stores the files of photos that are not uploaded yet, so that a reload restores them. */
export class PhotoDrafts {
  readonly #userId: string;
  /** Id under which each file is stored, or is being stored. */
  readonly #ids = new Map<File, string>();
  readonly #stored = new Set<string>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Stores new files and deletes uploaded ones until the returned function is called. */
  follow({ store }: PhotoUploadQueue): () => void {
    const settle = (state: PhotoQueueState) => {
      const unsent = new Set(unsentPhotos(state).map(({ file }) => file));
      for (const file of unsent) if (!this.#ids.has(file)) void this.#save(file, crypto.randomUUID(), store);
      for (const [file, id] of this.#ids) if (!unsent.has(file)) this.#delete(file, id);
    };
    settle(store.getState());
    return store.subscribe(settle);
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
