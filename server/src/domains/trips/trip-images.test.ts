import { once } from 'node:events';
import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { createPool } from '../../platform/database/connect.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { StorageFullError } from '../../ports/storage/port.ts';
import { tidyImages } from './tidy-images.ts';

const MB = 1024 * 1024;

let app: TestApp;
let operator: Person;
let jobs: Jobs;
let diskIsFull = false;
beforeAll(async () => {
  app = await buildTestApp({
    deps: async ({ databaseUrl, storage }) => {
      const pool = createPool({ connectionString: databaseUrl, max: 5, onError: () => undefined });
      jobs = await startJobs(pool, () => undefined);
      let written = 0;
      const write: typeof storage.write = (key, content) => {
        written += 1;
        if (diskIsFull && written % 3 === 0) throw new StorageFullError();
        return storage.write(key, content);
      };
      return { jobs, storage: { ...storage, write } };
    },
  });
  await tidyImages(jobs, app.db, app.app.deps.storage);
  vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'passeio-empty-')));
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await rmdir(tmpdir());
  await jobs.stop();
  await app.close();
});

type Bytes = Uint8Array<ArrayBuffer>;
const bytes = (buffer: Buffer) => new Uint8Array(buffer) as Bytes;

function picture(
  width = 900,
  height = 600,
  { channels = 3, noise = false }: { channels?: 3 | 4; noise?: boolean } = {},
) {
  const background = { r: 200, g: 80, b: 20, alpha: 0.5 };
  return noise
    ? sharp({ create: { width, height, channels, background, noise: { type: 'gaussian', mean: 120, sigma: 60 } } })
    : sharp({ create: { width, height, channels, background } });
}
const jpeg = async (width?: number, height?: number) => bytes(await picture(width, height).jpeg().toBuffer());

async function upload(
  tripId: string,
  files: Bytes[],
  { token = operator.token, name = 'foto.jpg', type = 'image/jpeg' } = {},
) {
  const form = new FormData();
  for (const file of files) form.append('images', new Blob([file], { type }), name);
  const response = await fetch(`${app.url}/api/trips/image/${tripId}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  return { status: response.status, body: (await response.json()) as any };
}
const remove = (tripId: string, imageId: string) =>
  call(app, 'DELETE', `/api/trips/image/${tripId}/${imageId}`, { token: operator.token });
const order = (tripId: string, images: object[]) =>
  call(app, 'PUT', `/api/trips/image/${tripId}`, { token: operator.token, body: { images } });
const imagesOf = async (tripId: string) =>
  (await call(app, 'GET', `/api/trips/${tripId}`, { token: operator.token })).body.tripImages as {
    id: string;
    isCardImg: boolean;
    url: string;
    widths: number[];
    width: number;
    height: number;
    alt: string;
    color: string;
  }[];
const folders = async () =>
  (await readdir(join(app.app.deps.config.dataDir, 'files', 'trip-images')).catch(() => [])).sort();
const download = async (url: string) => Buffer.from(await (await fetch(`${app.url}/api/${url}`)).arrayBuffer());

describe('adding pictures', () => {
  it('keeps them in every width and format, in order, and makes the first one the card image', async () => {
    const trip = await createTrip(app);

    const { status, body } = await upload(trip.id, [await jpeg(1800, 1200), await jpeg(900, 600)]);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      data: [
        { isCardImg: true, width: 1800, height: 1200, widths: [400, 800, 1600], alt: '' },
        { isCardImg: false, width: 900, height: 600, widths: [400, 800] },
      ],
      page: { total: 2 },
    });
    expect(body.data).toEqual(await imagesOf(trip.id));
    const [first] = body.data;
    expect(first.color).toMatch(/^#[0-9a-f]{6}$/);
    for (const [format, type] of [
      ['jpg', 'jpeg'],
      ['webp', 'webp'],
      ['avif', 'avif'],
    ]) {
      const response = await fetch(`${app.url}/api/trips/image/${first.id}/800.${format}`);
      expect(response.headers.get('content-type')).toBe(`image/${type}`);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect(
      await app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', trip.id).execute(),
    ).toEqual([{ action: 'trip.images_changed' }]);
  });

  it("makes a phone's 12-megapixel photograph upright and small, without its place and time", async () => {
    const trip = await createTrip(app);
    // The sensor's own way round: 4000 × 3000, with the sky on the left; EXIF says "turn it by 90° clockwise".
    const sky = await picture(1000, 3000).toFormat('png').toBuffer();
    const photograph = await sharp({
      create: {
        width: 4000,
        height: 3000,
        channels: 3,
        background: '#2f9e44',
        noise: { type: 'gaussian', mean: 90, sigma: 20 },
      },
    })
      .composite([{ input: sky, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'Telefone', Model: 'Segredo' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '21/1 33/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '45/1 25/1 0/1',
        },
      })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 92 })
      .toBuffer();
    expect(photograph.includes('Segredo')).toBe(true);

    const { status, body } = await upload(trip.id, [bytes(photograph)]);

    expect(status).toBe(201);
    const [image] = body.data;
    expect(image).toMatchObject({ width: 3000, height: 4000 });
    const stored = await download(image.url);
    const metadata = await sharp(stored).metadata();
    expect(metadata).toMatchObject({ width: 1600, height: 2133, format: 'jpeg', space: 'srgb', channels: 3 });
    for (const part of ['exif', 'xmp', 'iptc', 'icc', 'orientation']) expect(metadata).not.toHaveProperty(part);
    expect(stored.length).toBeLessThan(photograph.length / 3);
    // The sky is above now.
    const top = await sharp(stored).extract({ left: 0, top: 0, width: 1600, height: 400 }).raw().toBuffer();
    const red = top.reduce((sum, value, index) => (index % 3 === 0 ? sum + value : sum), 0) / (top.length / 3);
    expect(Math.round(red)).toBeCloseTo(200, -1);
  });

  it.each([
    ['PNG with transparency, which becomes white', () => picture(400, 400, { channels: 4 }).png().toBuffer()],
    ['PNG of 16 bits', () => picture(400, 400).toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => picture(400, 400).png({ palette: true }).toBuffer()],
    ['JPEG in CMYK', () => picture(400, 400).toColourspace('cmyk').jpeg().toBuffer()],
    ['JPEG in grey', () => picture(400, 400).greyscale().jpeg().toBuffer()],
    ['progressive JPEG', () => picture(400, 400).jpeg({ progressive: true }).toBuffer()],
    ['lossless WebP', () => picture(400, 400).webp({ lossless: true }).toBuffer()],
    ['panorama', () => picture(4000, 500).jpeg().toBuffer()],
  ])('takes a %s', async (_, make) => {
    const trip = await createTrip(app);
    const { status, body } = await upload(trip.id, [bytes(await make())]);
    expect(status).toBe(201);
    expect(await sharp(await download(body.data[0].url)).metadata()).toMatchObject({
      format: 'jpeg',
      space: 'srgb',
      channels: 3,
      depth: 'uchar',
    });
  });

  it('goes by the content, not by what the file calls itself', async () => {
    const trip = await createTrip(app);
    const png = bytes(await picture().png().toBuffer());
    expect((await upload(trip.id, [png], { name: '../../x.svg', type: 'text/html' })).status).toBe(201);
  });
});

const svg = (size = 800) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><script>x</script></svg>`);
/** Of a GIF with two frames, a WebP with two frames. */
const animated = async () => {
  const frames = await picture(400, 800, { noise: true }).raw().toBuffer();
  return sharp(frames, { raw: { width: 400, height: 800, channels: 3, pageHeight: 400 } })
    .webp({ delay: [100, 100] })
    .toBuffer();
};
const cut = async (make: () => Promise<Buffer>, keep: number) => {
  const whole = await make();
  return whole.subarray(0, Math.floor(whole.length * keep));
};
const noisyPng = () => picture(800, 800, { noise: true }).png().toBuffer();
const noisyJpeg = () => picture(800, 800, { noise: true }).jpeg().toBuffer();

describe('what is no picture that we take', () => {
  it.each([
    ['a drawing', 415, 'IMAGE_UNSUPPORTED', async () => svg()],
    [
      'a page that calls itself a picture',
      415,
      'IMAGE_UNSUPPORTED',
      async () => Buffer.from('<html><script>alert(1)</script>'),
    ],
    [
      'a page behind the first bytes of a picture',
      415,
      'IMAGE_UNSUPPORTED',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html>')]),
    ],
    [
      'a GIF that is also a script',
      415,
      'IMAGE_UNSUPPORTED',
      async () => Buffer.from('GIF89a/*\x00\x00*/=1;alert(1)//'),
    ],
    ['a GIF', 415, 'IMAGE_UNSUPPORTED', async () => picture(400, 400).gif().toBuffer()],
    ['a TIFF', 415, 'IMAGE_UNSUPPORTED', async () => picture(400, 400).tiff().toBuffer()],
    ['an AVIF', 415, 'IMAGE_UNSUPPORTED', async () => picture(400, 400).avif().toBuffer()],
    ['a PDF', 415, 'IMAGE_UNSUPPORTED', async () => Buffer.from('%PDF-1.7\n1 0 obj')],
    ['nothing', 415, 'IMAGE_UNSUPPORTED', async () => Buffer.alloc(0)],
    ['an animation', 415, 'IMAGE_ANIMATED', animated],
    ['half a JPEG', 400, 'IMAGE_UNREADABLE', () => cut(noisyJpeg, 0.5)],
    ['half a PNG', 400, 'IMAGE_UNREADABLE', () => cut(noisyPng, 0.5)],
    ['a PNG with a hole', 400, 'IMAGE_UNREADABLE', async () => (await noisyPng()).fill(0, 2000, 60_000)],
    ['a picture of one pixel', 400, 'IMAGE_TOO_SMALL', () => picture(1, 1).png().toBuffer()],
    ['a stamp', 400, 'IMAGE_TOO_SMALL', () => picture(2000, 399).jpeg().toBuffer()],
    ['a strip', 400, 'IMAGE_TOO_LONG', () => picture(420, 4300).jpeg().toBuffer()],
    ['a small file of 64 megapixels', 413, 'IMAGE_TOO_MANY_PIXELS', () => picture(8000, 8000).png().toBuffer()],
    [
      'a file of more than 15 MB',
      413,
      'IMAGE_TOO_LARGE',
      async () => Buffer.concat([await noisyJpeg(), Buffer.alloc(15 * MB)]),
    ],
  ])('is refused with a sentence, and leaves nothing: %s', async (_, status, code, make) => {
    const trip = await createTrip(app);
    const filesBefore = await folders();

    const answer = await upload(trip.id, [bytes(await make())]);

    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect(await imagesOf(trip.id)).toEqual([]);
    expect(await folders()).toEqual(filesBefore);
    expect(await readdir(tmpdir())).toEqual([]);
  });

  it('takes good ones down with it: all are added or none', async () => {
    const trip = await createTrip(app);
    const before = await folders();
    expect((await upload(trip.id, [await jpeg(), bytes(svg())])).status).toBe(415);
    expect(await imagesOf(trip.id)).toEqual([]);
    expect(await folders()).toEqual(before);
  });

  it.each([
    ['no file', 400, () => new FormData()],
    [
      'a field',
      400,
      () => {
        const form = new FormData();
        form.append('alt', 'x');
        return form;
      },
    ],
    ['JSON', 415, () => '{}'],
  ])('is refused when it is %s', async (_, status, body) => {
    const trip = await createTrip(app);
    const sent = body();
    const response = await fetch(`${app.url}/api/trips/image/${trip.id}`, {
      method: 'POST',
      body: sent,
      headers: {
        authorization: `Bearer ${operator.token}`,
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { message: string }).message).toMatch(/\.$/);
  });

  it('is a form anywhere else', async () => {
    const response = await fetch(`${app.url}/api/trips`, {
      method: 'POST',
      body: new FormData(),
      headers: { authorization: `Bearer ${operator.token}` },
    });
    expect(response.status).toBe(415);
  });
});

const partHead =
  '--b\r\nContent-Disposition: form-data; name="images"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
function openSocket(): Socket {
  const { hostname, port } = new URL(app.url);
  return connect(Number(port), hostname);
}
const uploadHead = (tripId: string, length: number) =>
  `POST /api/trips/image/${tripId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${operator.token}\r\n` +
  `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;

describe('an upload over a slow line', () => {
  it('may take longer than any other request', { timeout: 25_000 }, async () => {
    const trip = await createTrip(app);
    const file = Buffer.concat([Buffer.from(partHead), await jpeg(), Buffer.from('\r\n--b--\r\n')]);
    const [slowUpload, slowOther] = [openSocket(), openSocket()];
    slowUpload.write(uploadHead(trip.id, file.length));
    slowUpload.write(file.subarray(0, 500));
    slowOther.write(
      `PUT /api/trips HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${operator.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const [cutOff] = await once(slowOther, 'data');
    expect(String(cutOff)).toContain('408');

    slowUpload.write(file.subarray(500));
    const [answer] = await once(slowUpload, 'data');
    expect(String(answer)).toContain('201 Created');
    slowUpload.destroy();
  });
});

describe('an upload that does not end well', () => {
  it('leaves nothing when the sender goes away in the middle', async () => {
    const trip = await createTrip(app);
    const before = await folders();
    const photograph = await jpeg(1800, 1200);
    const socket = openSocket();
    socket.write(`${uploadHead(trip.id, 9_000_000)}${partHead}`);
    socket.write(photograph);
    socket.write(`\r\n${partHead}abc`);
    // The first picture is being kept when the sender leaves during the second.
    await vi.waitFor(async () => expect((await folders()).length).toBeGreaterThan(before.length), { timeout: 20_000 });
    socket.destroy();

    await vi.waitFor(async () => expect(await folders()).toEqual(before), { timeout: 20_000 });
    expect(await imagesOf(trip.id)).toEqual([]);
  });

  it('is answered 507 when there is no room, and leaves nothing', async () => {
    const trip = await createTrip(app);
    const before = await folders();
    diskIsFull = true;
    const answer = await upload(trip.id, [await jpeg()]);
    diskIsFull = false;

    expect(answer).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    expect(await folders()).toEqual(before);
    expect((await upload(trip.id, [await jpeg()])).status).toBe(201);
  });

  it('keeps to 12 pictures, also when more come at once', async () => {
    const trip = await createTrip(app);
    const before = await folders();
    const small = await jpeg(400, 400);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(trip.id, [small, small])));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('IMAGES_FULL');
    const images = await imagesOf(trip.id);
    expect(images).toHaveLength(12);
    expect(images.filter((image) => image.isCardImg)).toEqual([images[0]]);
    expect((await folders()).length).toBe(before.length + 12);
    expect((await upload(trip.id, [small])).body.code).toBe('IMAGES_FULL');
    expect((await upload((await createTrip(app)).id, Array(13).fill(small))).body.code).toBe('IMAGES_FULL');
  });
});

async function tripWithImages(count: number) {
  const trip = await createTrip(app);
  const small = await jpeg(400, 400);
  const { body } = await upload(trip.id, Array(count).fill(small));
  return {
    id: trip.id,
    images: body.data as { id: string }[],
    ids: body.data.map((image: { id: string }) => image.id) as string[],
  };
}

describe('removing a picture', () => {
  it('closes the gap, hands the card mark on, and removes the files afterwards', async () => {
    const { id, ids } = await tripWithImages(3);

    const { status, body } = await remove(id, ids[0] as string);

    expect(status).toBe(200);
    expect(body.data.map((image: { id: string; isCardImg: boolean }) => [image.id, image.isCardImg])).toEqual([
      [ids[1], true],
      [ids[2], false],
    ]);
    await vi.waitFor(async () => expect(await folders()).not.toContain(ids[0]), { timeout: 15_000 });
    expect(await folders()).toEqual(expect.arrayContaining(ids.slice(1)));
    // The freed place is the last one.
    const added = await upload(id, [await jpeg(400, 400)]);
    expect(added.body.data.map((image: { id: string }) => image.id).slice(0, 2)).toEqual(ids.slice(1));
  });

  it("refuses one that is not there, and another trip's", async () => {
    const [one, other] = [await tripWithImages(1), await tripWithImages(1)];
    for (const imageId of [crypto.randomUUID(), other.ids[0] as string]) {
      expect(await remove(one.id, imageId)).toMatchObject({ status: 404, body: { code: 'IMAGE_NOT_FOUND' } });
    }
    expect(await remove(crypto.randomUUID(), one.ids[0] as string)).toMatchObject({ body: { code: 'TRIP_NOT_FOUND' } });
  });
});

it('files that a crash left without a row are cleared up later', async () => {
  const [{ ids: lost }, { ids: kept }] = [await tripWithImages(1), await tripWithImages(1)];
  await app.db.deleteFrom('trip_images').where('id', 'in', lost).execute();
  expect(await folders()).toEqual(expect.arrayContaining([...lost, ...kept]));

  await sql`update pgboss.job set start_after = now()
    where name = 'started-trip-images' and (data -> 'ids' ? ${lost[0]} or data -> 'ids' ? ${kept[0]})`.execute(app.db);

  await vi.waitFor(async () => expect(await folders()).not.toContain(lost[0]), { timeout: 15_000 });
  expect(await folders()).toContain(kept[0]);
});

describe('ordering pictures', () => {
  it('writes order, texts and card image of all at once', async () => {
    const { id, ids } = await tripWithImages(3);
    const wanted = [
      { id: ids[2], alt: '  Lancha no cânion ', isCardImg: false },
      { id: ids[0], alt: '', isCardImg: false },
      { id: ids[1], alt: 'Cachoeira', isCardImg: true },
    ];

    const { status, body } = await order(id, wanted);

    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ ...wanted[0], alt: 'Lancha no cânion' }, wanted[1], wanted[2]]);
    expect(await imagesOf(id)).toEqual(body.data);
  });

  it('makes the first one the card image where none is named', async () => {
    const { id, ids } = await tripWithImages(2);
    const { body } = await order(
      id,
      ids.toReversed().map((each) => ({ id: each, alt: '', isCardImg: false })),
    );
    expect(body.data.map((image: { isCardImg: boolean }) => image.isCardImg)).toEqual([true, false]);
  });

  it('refuses anything but exactly the pictures of the trip, with one card image at most', async () => {
    const { id, ids } = await tripWithImages(2);
    const [first, second] = ids.map((each) => ({ id: each, alt: '', isCardImg: false }));
    const foreign = { id: crypto.randomUUID(), alt: '', isCardImg: false };
    for (const images of [[first], [first, second, foreign], [first, foreign], []]) {
      expect(await order(id, images as object[])).toMatchObject({ status: 409, body: { code: 'IMAGES_CHANGED' } });
    }
    for (const images of [
      [first, first],
      [
        { ...first, isCardImg: true },
        { ...second, isCardImg: true },
      ],
    ]) {
      expect(await order(id, images as object[])).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    }
  });
});

describe('the pictures of an archived trip', () => {
  it('stay as they are', async () => {
    const { id, ids } = await tripWithImages(1);
    await app.db.updateTable('trips').set({ is_active: false, archived_at: new Date() }).where('id', '=', id).execute();
    for (const answer of [await upload(id, [await jpeg()]), await remove(id, ids[0] as string), await order(id, [])]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'TRIP_ARCHIVED' } });
    }
  });
});

it('no client changes pictures', async () => {
  const [{ id, ids }, client] = [await tripWithImages(1), await createPerson(app)];
  expect((await upload(id, [await jpeg()], { token: client.token })).status).toBe(403);
  expect((await call(app, 'DELETE', `/api/trips/image/${id}/${ids[0]}`, { token: client.token })).status).toBe(403);
});
