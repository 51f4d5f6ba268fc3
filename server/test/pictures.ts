import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TripImage } from '@passeio/contract/trips/trips';
import sharp from 'sharp';
import { vi } from 'vitest';
import { StorageFullError } from '../src/ports/storage/port.ts';
import { buildTestAppWithJobs, type TestApp } from './app.ts';
import { call, createPerson, createTrip, type Person } from './factories.ts';
import { workQueues } from './work-queues.ts';

export type Bytes = Uint8Array<ArrayBuffer>;
export const bytes = (buffer: Buffer) => new Uint8Array(buffer) as Bytes;

export function picture(
  width = 900,
  height = 600,
  { channels = 3, noise = false }: { channels?: 3 | 4; noise?: boolean } = {},
) {
  const background = { r: 200, g: 80, b: 20, alpha: 0.5 };
  return noise
    ? sharp({ create: { width, height, channels, background, noise: { type: 'gaussian', mean: 120, sigma: 60 } } })
    : sharp({ create: { width, height, channels, background } });
}
export const jpeg = async (width?: number, height?: number) => bytes(await picture(width, height).jpeg().toBuffer());

/** An application that cleans up pictures, with a temporary folder that must end up empty. */
export interface PictureApp extends TestApp {
  operator: Person;
  /** While true, every third write fails. */
  disk: { isFull: boolean };
  upload(
    tripId: string,
    files: Bytes[],
    as?: { token?: string; name?: string; type?: string },
  ): ReturnType<typeof call>;
  imagesOf(tripId: string): Promise<TripImage[]>;
  /** A trip with `count` small pictures. */
  tripWithImages(count: number): Promise<{ id: string; ids: string[] }>;
  /** Ids of the pictures with files. */
  folders(): Promise<string[]>;
}

export async function buildPictureApp(): Promise<PictureApp> {
  const disk = { isFull: false };
  const app = await buildAppOn(disk);
  const { storage } = app.app.deps;
  await workQueues(['removed-trip-images', 'started-trip-images', 'replaced-trip-images'], {
    jobs: app.jobs,
    db: app.db,
    storage,
  });
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'passeio-empty-')));
  const operator = await createPerson(app, 'OPERATOR');

  const upload: PictureApp['upload'] = async (tripId, files, as = {}) => {
    const { token = operator.token, name = 'foto.jpg', type = 'image/jpeg' } = as;
    const form = new FormData();
    for (const file of files) form.append('images', new Blob([file], { type }), name);
    const response = await fetch(`${app.url}/api/trips/image/${tripId}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  return {
    ...app,
    operator,
    disk,
    upload,
    imagesOf: async (tripId) =>
      (await call(app, 'GET', `/api/trips/${tripId}`, { token: operator.token })).body.tripImages,
    async tripWithImages(count) {
      const { id } = await createTrip(app);
      const { body } = await upload(id, Array(count).fill(await jpeg(400, 400)));
      return { id, ids: body.data.map((image: TripImage) => image.id) };
    },
    folders: async () =>
      (await readdir(join(app.app.deps.config.dataDir, 'files', 'trip-images')).catch(() => [])).sort(),
    async close() {
      await rmdir(tmpdir());
      vi.unstubAllEnvs();
      await app.close();
    },
  };
}

function buildAppOn(disk: PictureApp['disk']) {
  return buildTestAppWithJobs({
    deps: ({ storage }) => {
      let written = 0;
      const write: typeof storage.write = (key, content) => {
        written += 1;
        if (disk.isFull && written % 3 === 0) throw new StorageFullError();
        return storage.write(key, content);
      };
      return { storage: { ...storage, write } };
    },
  });
}
