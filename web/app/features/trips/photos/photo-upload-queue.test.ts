import type { TripImageOrder } from '@passeio/contract/trips/trip-changes';
import type { TripImage } from '@passeio/contract/trips/trips';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '~/lib/api';
import { cardKeyOf, hasUnsavedPhotos, PhotoUploadQueue } from './photo-upload-queue';

const TRIP_ID = 'trip';

/** A server that keeps pictures as ours does, and may refuse the next requests. */
class Pictures {
  images: TripImage[] = [];
  refusals: ApiError[] = [];
  requests: string[] = [];

  upload = async (_trip: string, file: File, onProgress: (part: number) => void): Promise<TripImage[]> => {
    this.answer(`upload ${file.name}`);
    onProgress(1);
    return this.put(file.name);
  };

  arrange = async (_trip: string, order: TripImageOrder['images']): Promise<TripImage[]> => {
    this.answer(`arrange ${order.map(({ id }) => id)}`);
    const isSame =
      order.length === this.images.length && order.every(({ id }) => this.images.some((one) => one.id === id));
    if (!isSame) throw refused('IMAGES_CHANGED', 409);
    this.images = order.flatMap(({ id, alt, isCardImg }) => {
      const image = this.images.find((one) => one.id === id);
      return image ? { ...image, alt, isCardImg } : [];
    });
    return this.images;
  };

  remove = async (_trip: string, id: string): Promise<TripImage[]> => {
    this.answer(`remove ${id}`);
    if (!this.images.some((one) => one.id === id)) throw refused('IMAGE_NOT_FOUND', 404);
    this.images = this.images.filter((one) => one.id !== id).map((image, at) => ({ ...image, isCardImg: at === 0 }));
    return this.images;
  };

  load = async (): Promise<TripImage[]> => this.images;

  put(id: string): TripImage[] {
    const isCardImg = this.images.length === 0;
    this.images = [...this.images, { id, isCardImg, url: id, alt: '', color: '', width: 4, height: 3, widths: [4] }];
    return this.images;
  }

  private answer(request: string): void {
    this.requests.push(request);
    const refusal = this.refusals.shift();
    if (refusal) throw refusal;
  }
}

function refused(code: string, status: number): ApiError {
  return new ApiError(status, { statusCode: status, code, message: `${code}.`, requestId: 'r' });
}

const file = (name: string, type = 'image/jpeg', size = 10) => new File([new Uint8Array(size)], name, { type });

function queue(stored: string[] = [], tripId: string | null = TRIP_ID) {
  const server = new Pictures();
  for (const id of stored) server.put(id);
  const photos = new PhotoUploadQueue(server, server.images, tripId);
  const state = () => photos.store.getState();
  const rest = () => vi.waitUntil(() => !hasUnsavedPhotos(state()) || state().failure !== '');
  return { server, photos, state, rest };
}

const idsOf = (server: Pictures) => server.images.map(({ id }) => id);

describe('pictures that are chosen', () => {
  it('are sent one after the other, in their order', async () => {
    const { server, photos, rest } = queue();
    photos.add([file('um'), file('dois'), file('três')]);
    await rest();
    expect(server.requests).toEqual(['upload um', 'upload dois', 'upload três']);
    expect(idsOf(server)).toEqual(['um', 'dois', 'três']);
  });

  it('one that cannot be uploaded is marked: the others go on', async () => {
    const { server, photos, state, rest } = queue();
    server.refusals = [refused('UNAVAILABLE', 503)];
    const large = file('gigante', 'image/jpeg', 16 * 1024 * 1024);
    photos.add([file('um'), file('texto', 'text/plain'), file('foto.heic', ''), large, file('dois')]);
    await rest();
    expect(state().photos.map(({ status, error, mayRetry }) => [status, error, mayRetry])).toEqual([
      ['failed', 'UNAVAILABLE.', true],
      ['failed', 'Este arquivo não é uma foto que aceitamos. Envie JPEG, PNG ou WebP.', false],
      ['failed', 'Fotos HEIC do iPhone não abrem em todo lugar. Exporte como JPEG e envie de novo.', false],
      ['failed', 'A foto tem 16 MB. Envie um arquivo de até 15 MB.', false],
      ['stored', '', false],
    ]);
    photos.retry(state().photos[0]?.key ?? '');
    await rest();
    expect(idsOf(server)).toEqual(['um', 'dois']);
  });

  it('are at most twelve', async () => {
    const { photos, state, rest, server } = queue(Array.from({ length: 11 }, (_, at) => String(at)));
    photos.add([file('doze'), file('treze')]);
    await rest();
    expect(server.images).toHaveLength(12);
    expect(state().photos.at(-1)?.error).toBe('O passeio pode ter no máximo 12 fotos.');
  });

  it('wait for the first save of a new trip, with their order, their texts and the card image', async () => {
    const { server, photos, state, rest } = queue([], null);
    photos.add([file('um'), file('dois')]);
    const [first, second] = state().photos.map(({ key }) => key);
    photos.describe(second ?? '', ' Lancha ');
    photos.chooseCard(first ?? '');
    photos.move(1, 0);
    expect(server.requests).toEqual([]);
    expect(hasUnsavedPhotos(state())).toBe(true);
    photos.start(TRIP_ID);
    await rest();
    expect(server.images.map(({ id, alt, isCardImg }) => [id, alt, isCardImg])).toEqual([
      ['dois', 'Lancha', false],
      ['um', '', true],
    ]);
  });
});

describe('pictures that are there', () => {
  it('are saved in their new order at once', async () => {
    const { server, photos, rest } = queue(['a', 'b', 'c']);
    photos.move(2, 0);
    await rest();
    expect(idsOf(server)).toEqual(['c', 'a', 'b']);
    expect(server.images.map(({ isCardImg }) => isCardImg)).toEqual([false, true, false]);
  });

  it('are saved with their texts when the typing ends', async () => {
    const { server, photos, rest } = queue(['a']);
    for (const typed of ['L', 'La', 'Lancha']) photos.describe('a', typed);
    expect(server.requests).toEqual([]);
    photos.saveNow();
    await rest();
    expect([server.requests.length, server.images[0]?.alt]).toEqual([1, 'Lancha']);
  });

  it('go when they are removed, and the next one stands for the trip', async () => {
    const { server, photos, state, rest } = queue(['a', 'b']);
    photos.remove('a');
    await rest();
    expect(idsOf(server)).toEqual(['b']);
    expect([state().photos.length, cardKeyOf(state())]).toEqual([1, 'b']);
  });

  it('stay when the server does not let them go, which is reported', async () => {
    const { server, photos, state } = queue(['a']);
    server.refusals = [new ApiError(0)];
    photos.remove('a');
    await vi.waitUntil(() => state().failure !== '');
    expect(state().failure).toBe('Sem conexão com o servidor. Confira a internet e tente de novo.');
    expect(state().photos[0]?.status).toBe('stored');
  });

  it('keep our order and our texts when somebody else has added and removed some', async () => {
    const { server, photos, state, rest } = queue(['a', 'b', 'c']);
    server.images = server.images.filter(({ id }) => id !== 'b');
    server.put('nova');
    photos.describe('a', 'Lancha');
    photos.move(2, 0);
    await rest();
    expect(server.images.map(({ id, alt }) => [id, alt])).toEqual([
      ['c', ''],
      ['a', 'Lancha'],
      ['nova', ''],
    ]);
    expect(state().photos.map(({ key }) => key)).toEqual(['c', 'a', 'nova']);
  });
});
