import { forgetOwnFile, keepOwnFile, readOwnFile } from '../../session/own-copies';
import type { ChosenBefore, Photo, PhotoDesk, PhotoDeskState } from './photo-desk';

/** A chosen picture that has not arrived yet, as the tab notes it; the file itself lies in the person's own cache. */
interface KeptPhoto {
  id: string;
  name: string;
  alt: string;
  isCard: boolean;
}

const addressOf = (id: string) => `photo-${id}`;

/**
 * Keeps the files of pictures that were chosen and have not arrived, so that a reload brings them back.
 * `photosOf` names those that lie there.
 */
export class KeptPhotos {
  readonly #userId: string;
  /** Files to ids under which they lie, or will. */
  readonly #ids = new Map<File, string>();
  readonly #lying = new Set<string>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  /** Follows a desk until the answered function is called: what is new is kept, what has arrived is let go. */
  follow({ store }: PhotoDesk): () => void {
    const settle = (state: PhotoDeskState) => {
      const unsent = new Set(unsentPhotos(state).map(({ file }) => file));
      for (const file of unsent) if (!this.#ids.has(file)) void this.#keep(file, crypto.randomUUID(), store);
      for (const [file, id] of this.#ids) if (!unsent.has(file)) this.#letGo(file, id);
    };
    settle(store.getState());
    return store.subscribe(settle);
  }

  /** What a reload can bring back; undefined where there is nothing. */
  photosOf(state: PhotoDeskState): KeptPhoto[] | undefined {
    const kept = unsentPhotos(state).flatMap(({ key, file, alt }) => {
      const id = this.#ids.get(file);
      return id && this.#lying.has(id) ? [{ id, name: file.name, alt, isCard: key === state.cardKey }] : [];
    });
    return kept.length > 0 ? kept : undefined;
  }

  /** Gives the pictures of before a reload back to the desk. Answers how many are gone. */
  async bringBack(desk: PhotoDesk, noted: unknown): Promise<number> {
    const photos = Array.isArray(noted) ? (noted as KeptPhoto[]) : [];
    const found: ChosenBefore[] = [];
    for (const { id, name, alt, isCard } of photos) {
      const blob = await readOwnFile(this.#userId, addressOf(id));
      if (!blob) continue;
      const file = new File([blob], name, { type: blob.type });
      this.#ids.set(file, id);
      this.#lying.add(id);
      found.push({ file, alt, isCard });
    }
    desk.bringBack(found);
    return photos.length - found.length;
  }

  /** The person has left them behind on purpose. */
  forget(): void {
    for (const [file, id] of this.#ids) this.#letGo(file, id);
  }

  async #keep(file: File, id: string, store: PhotoDesk['store']): Promise<void> {
    this.#ids.set(file, id);
    const lies = await keepOwnFile(this.#userId, addressOf(id), file);
    if (!lies) return;
    this.#lying.add(id);
    if (!this.#ids.has(file)) return this.#letGo(file, id);
    // The note is written when the desk tells of a change.
    store.setState({});
  }

  #letGo(file: File, id: string): void {
    this.#ids.delete(file);
    if (this.#lying.delete(id)) void forgetOwnFile(this.#userId, addressOf(id));
  }
}

function unsentPhotos({ photos }: PhotoDeskState): (Photo & { file: File })[] {
  return photos.filter(
    (photo): photo is Photo & { file: File } =>
      photo.file !== null && (photo.status === 'waiting' || photo.status === 'sending' || photo.mayRetry),
  );
}
