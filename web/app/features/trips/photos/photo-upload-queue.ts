import { MAX_TRIP_IMAGES, type TripImageOrder } from '@passeio/contract/trips/trip-changes';
import type { TripImage } from '@passeio/contract/trips/trips';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import { moved } from '~/ui/inputs/sortable-order';
import type { PhotoCalls } from './photo-calls';

const MAX_BYTES = 15 * 1024 * 1024;
const photoTypes = ['image/jpeg', 'image/png', 'image/webp'];

/** Why a file cannot be a picture of a trip; undefined if it may try. The server has the last word. */
function refusalOf({ type, size, name }: Pick<File, 'type' | 'size' | 'name'>): string | undefined {
  if (/\.hei[cf]$/i.test(name) || /hei[cf]/.test(type)) {
    return 'Fotos HEIC do iPhone não abrem em todo lugar. Exporte como JPEG e envie de novo.';
  }
  if (!photoTypes.includes(type)) return 'Este arquivo não é uma foto que aceitamos. Envie JPEG, PNG ou WebP.';
  if (size > MAX_BYTES) {
    const megabytes = (size / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 });
    return `A foto tem ${megabytes} MB. Envie um arquivo de até 15 MB.`;
  }
  return size === 0 ? 'O arquivo está vazio.' : undefined;
}

/**
 * Where a picture stands. `waiting` for its turn or for the trip's first save, `failed` with a sentence, `removing`
 * until the server has let it go.
 */
type PhotoStatus = 'waiting' | 'sending' | 'failed' | 'stored' | 'removing';

export interface Photo {
  key: string;
  alt: string;
  status: PhotoStatus;
  /** As the server stores it; null for one that is not there yet. */
  image: TripImage | null;
  /** What was chosen on this device, and an address at which it can be shown. */
  file: File | null;
  shownAt: string;
  /** Part of the file that is on its way, from 0 to 1. */
  progress: number;
  error: string;
  mayRetry: boolean;
}

/** A photo that was chosen before a reload. */
export interface RestoredPhoto {
  file: File;
  alt: string;
  isCard: boolean;
}

export interface PhotoQueueState {
  photos: Photo[];
  /** Which one stands for the trip in lists; null for the first. */
  cardKey: string | null;
  /** Why order, texts or a removal could not be saved. */
  failure: string;
  isWorking: boolean;
  /** Order, texts and card image as the server has them. */
  known: Order;
}

type Order = TripImageOrder['images'];

/** Debounce: texts are saved this long after the last key. */
const DEBOUNCE_MS = 800;

/**
 * The photos of one trip and the queue of their changes: uploads, removals, order and texts are sent one at a time,
 * because each request depends on the order that the previous one left.
 */
export class PhotoUploadQueue {
  readonly store: StoreApi<PhotoQueueState>;
  readonly #calls: PhotoCalls;
  readonly #sending = new Map<string, AbortController>();
  #tripId: string | null;
  #typing: ReturnType<typeof setTimeout> | undefined;

  /** `tripId` is null for a trip that was never saved: its queue waits for {@link start}. */
  constructor(calls: PhotoCalls, saved: TripImage[], tripId: string | null) {
    this.#calls = calls;
    this.#tripId = tripId;
    this.store = createStore<PhotoQueueState>(() => ({
      photos: saved.map(storedPhoto),
      cardKey: saved.find(({ isCardImg }) => isCardImg)?.id ?? null,
      failure: '',
      isWorking: false,
      known: saved.map(entryOf),
    }));
  }

  add = (files: File[]): void => {
    const photos = [...this.#photos];
    for (const file of files) {
      const isFull = photos.filter(({ status }) => status !== 'failed').length >= MAX_TRIP_IMAGES;
      const error = isFull ? `O passeio pode ter no máximo ${MAX_TRIP_IMAGES} fotos.` : (refusalOf(file) ?? '');
      photos.push(chosenPhoto(file, error));
    }
    this.store.setState({ photos });
    void this.#work();
  };

  /** Queues photos that were chosen before a reload. */
  restore = (chosen: RestoredPhoto[]): void => {
    const photos = chosen.map(({ file, alt }) => ({ ...chosenPhoto(file, ''), alt }));
    const card = photos[chosen.findIndex(({ isCard }) => isCard)];
    this.store.setState({ photos: [...this.#photos, ...photos], ...(card ? { cardKey: card.key } : {}) });
    void this.#work();
  };

  retry = (key: string): void => {
    this.#change(key, { status: 'waiting', error: '' });
    void this.#work();
  };

  remove = (key: string): void => {
    if (this.#photos.find((photo) => photo.key === key)?.image) this.#change(key, { status: 'removing' });
    else {
      this.#sending.get(key)?.abort();
      this.#drop(key);
    }
    void this.#work();
  };

  move = (from: number, to: number): void => {
    this.store.setState({ photos: moved(this.#photos, from, to) });
    void this.#work();
  };

  describe = (key: string, alt: string): void => {
    this.#change(key, { alt });
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.#work(), DEBOUNCE_MS);
  };

  chooseCard = (key: string): void => {
    this.store.setState({ cardKey: key });
    void this.#work();
  };

  /** Flushes the debounce, or retries what failed. */
  saveNow = (): void => void this.#work();

  /** Starts the queue of a new trip, which has its id from now on. */
  start = (tripId: string): void => {
    this.#tripId = tripId;
    void this.#work();
  };

  /** Null until the trip is saved for the first time. */
  get tripId(): string | null {
    return this.#tripId;
  }

  get #photos(): Photo[] {
    return this.store.getState().photos;
  }

  #change(key: string, changed: Partial<Photo>): void {
    this.store.setState({
      photos: this.#photos.map((photo) => (photo.key === key ? { ...photo, ...changed } : photo)),
    });
  }

  #drop(key: string): void {
    const photo = this.#photos.find((one) => one.key === key);
    if (photo?.shownAt) URL.revokeObjectURL(photo.shownAt);
    this.store.setState({ photos: this.#photos.filter((one) => one.key !== key) });
  }

  /** Works off the queue. A step that fails is shown, and not retried. */
  async #work(): Promise<void> {
    clearTimeout(this.#typing);
    if (this.store.getState().isWorking || !this.#tripId) return;
    this.store.setState({ isWorking: true, failure: '' });
    try {
      while (await this.#step(this.#tripId));
    } finally {
      this.store.setState({ isWorking: false });
    }
  }

  /** Runs the next step; false if there is none. */
  async #step(tripId: string): Promise<boolean> {
    const state = this.store.getState();
    const leaving = state.photos.find(({ status }) => status === 'removing');
    if (leaving?.image) return done(this.#take(leaving.key, leaving.image.id, tripId));
    const waiting = state.photos.find(({ status }) => status === 'waiting');
    if (waiting?.file) return done(this.#send(waiting.key, waiting.file, tripId));
    const order = orderOf(state);
    if (state.failure !== '' || sameOrder(order, state.known)) return false;
    return done(this.#arrange(order, tripId));
  }

  async #send(key: string, file: File, tripId: string): Promise<void> {
    const controller = new AbortController();
    this.#sending.set(key, controller);
    this.#change(key, { status: 'sending', progress: 0, error: '' });
    const onProgress = (progress: number) => this.#change(key, { progress });
    try {
      this.#addUploaded(key, await this.#calls.upload(tripId, file, onProgress, controller.signal));
    } catch (error) {
      if (!controller.signal.aborted) this.#change(key, { status: 'failed', ...failureOf(error) });
    } finally {
      this.#sending.delete(key);
    }
  }

  /** The last of those that we did not know is the one that we sent. */
  #addUploaded(key: string, images: TripImage[]): void {
    const fresh = images.filter(({ id }) => !this.#photos.some(({ image }) => image?.id === id));
    const [ours] = fresh.splice(-1);
    if (ours) this.#change(key, { status: 'stored', image: ours, progress: 1 });
    this.store.setState({ photos: [...this.#photos, ...fresh.map(storedPhoto)], known: images.map(entryOf) });
  }

  async #take(key: string, imageId: string, tripId: string): Promise<void> {
    try {
      const images = await this.#calls.remove(tripId, imageId);
      this.store.setState({ known: images.map(entryOf) });
      this.#drop(key);
    } catch (error) {
      this.#change(key, { status: 'stored' });
      if (error instanceof ApiError && error.code === 'IMAGE_NOT_FOUND') await this.#catchUp(tripId);
      else this.store.setState({ failure: failureOf(error).error });
    }
  }

  async #arrange(order: Order, tripId: string): Promise<void> {
    try {
      await this.#calls.arrange(tripId, order);
      this.store.setState({ known: order });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'IMAGES_CHANGED') await this.#catchUp(tripId);
      else this.store.setState({ failure: failureOf(error).error });
    }
  }

  /** Somebody else has added or removed pictures: theirs come and go, our order and our texts stay. */
  async #catchUp(tripId: string): Promise<void> {
    try {
      const images = await this.#calls.load(tripId);
      const remaining = this.#photos.filter(({ image }) => !image || images.some(({ id }) => id === image.id));
      const fresh = images.filter(({ id }) => !remaining.some(({ image }) => image?.id === id));
      this.store.setState({ photos: [...remaining, ...fresh.map(storedPhoto)], known: images.map(entryOf) });
    } catch (error) {
      this.store.setState({ failure: failureOf(error).error });
    }
  }
}

async function done(step: Promise<void>): Promise<true> {
  await step;
  return true;
}

/** Whether something would be lost with the page: pictures on their way, or an order or text that is not saved. */
export function hasUnsavedPhotos(state: PhotoQueueState): boolean {
  const isUnderWay = state.photos.some(({ status }) => status === 'waiting' || status === 'sending');
  return state.isWorking || isUnderWay || !sameOrder(orderOf(state), state.known);
}

/** The key of the picture that stands for the trip. */
export function cardKeyOf({ photos, cardKey }: PhotoQueueState): string | undefined {
  const candidates = photos.filter(({ status }) => status !== 'failed' && status !== 'removing');
  return (candidates.find(({ key }) => key === cardKey) ?? candidates[0])?.key;
}

let lastKey = 0;

function chosenPhoto(file: File, error: string): Photo {
  lastKey += 1;
  return {
    key: `nova-${lastKey}`,
    alt: '',
    status: error ? 'failed' : 'waiting',
    image: null,
    file,
    shownAt: error ? '' : URL.createObjectURL(file),
    progress: 0,
    error,
    mayRetry: false,
  };
}

function storedPhoto(image: TripImage): Photo {
  const { id, alt } = image;
  return { key: id, alt, status: 'stored', image, file: null, shownAt: '', progress: 1, error: '', mayRetry: false };
}

/** What the server should keep: its own pictures, in the order and with the texts as edited. */
function orderOf(state: PhotoQueueState): Order {
  const stored = state.photos.filter((photo) => photo.image !== null && photo.status !== 'removing');
  const card = stored.find(({ key }) => key === state.cardKey) ?? stored[0];
  return stored.map(({ key, image, alt }) => ({ id: image?.id ?? '', alt: alt.trim(), isCardImg: key === card?.key }));
}

function entryOf({ id, alt, isCardImg }: TripImage): Order[number] {
  return { id, alt, isCardImg };
}

function sameOrder(one: Order, other: Order): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function failureOf(error: unknown): { error: string; mayRetry: boolean } {
  if (!(error instanceof ApiError)) throw error;
  const isOver =
    error.status >= 400 && error.status < 500 && error.status !== 429 && error.code !== 'UPLOAD_INCOMPLETE';
  const sentence =
    error.status === 0 ? 'Sem conexão com o servidor. Confira a internet e tente de novo.' : error.message;
  return { error: sentence, mayRetry: !isOver };
}
