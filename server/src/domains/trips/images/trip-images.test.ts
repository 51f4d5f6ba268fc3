import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTrip } from '../../../../test/factories.ts';
import { buildPictureApp, bytes, jpeg, type PictureApp, picture } from '../../../../test/pictures.ts';

const MB = 1024 * 1024;

let app: PictureApp;
beforeAll(async () => {
  app = await buildPictureApp();
});
afterAll(() => app.close());
const download = async (url: string) => Buffer.from(await (await fetch(`${app.url}/api/${url}`)).arrayBuffer());

describe('adding pictures', () => {
  it('stores them in every width and format, in order, and makes the first one the card image', async () => {
    const trip = await createTrip(app);

    const { status, body } = await app.upload(trip.id, [await jpeg(1800, 1200), await jpeg(900, 600)]);

    expect(status).toBe(201);
    expect(body).toMatchObject({
      data: [
        { isCardImg: true, width: 1800, height: 1200, widths: [400, 800, 1600], alt: '' },
        { isCardImg: false, width: 900, height: 600, widths: [400, 800] },
      ],
      page: { total: 2 },
    });
    expect(body.data).toEqual(await app.imagesOf(trip.id));
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
    // Grain in a part of it, because it takes long to encode.
    const noise = { type: 'gaussian', mean: 90, sigma: 20 } as const;
    const grain = await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#2f9e44', noise } })
      .png()
      .toBuffer();
    const photograph = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#2f9e44' } })
      .composite([
        { input: sky, left: 0, top: 0 },
        { input: grain, left: 2000, top: 1000 },
      ])
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

    const { status, body } = await app.upload(trip.id, [bytes(photograph)]);

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
    const { status, body } = await app.upload(trip.id, [bytes(await make())]);
    expect(status).toBe(201);
    expect(await sharp(await download(body.data[0].url)).metadata()).toMatchObject({
      format: 'jpeg',
      space: 'srgb',
      channels: 3,
      depth: 'uchar',
    });
  });

  it('detects the format by content, not by name', async () => {
    const trip = await createTrip(app);
    const png = bytes(await picture().png().toBuffer());
    expect((await app.upload(trip.id, [png], { name: '../../x.svg', type: 'text/html' })).status).toBe(201);
  });
});

const svg = (size = 800) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><script>x</script></svg>`);
/** A WebP with two frames, made of a GIF with two frames. */
const animated = async () => {
  const frames = await picture(400, 800, { noise: true }).raw().toBuffer();
  return sharp(frames, { raw: { width: 400, height: 800, channels: 3, pageHeight: 400 } })
    .webp({ delay: [100, 100] })
    .toBuffer();
};
const cut = async (make: () => Promise<Buffer>, share: number) => {
  const whole = await make();
  return whole.subarray(0, Math.floor(whole.length * share));
};
const noisyPng = () => picture(800, 800, { noise: true }).png().toBuffer();
const noisyJpeg = () => picture(800, 800, { noise: true }).jpeg().toBuffer();

describe('unsupported pictures', () => {
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
  ])('are refused with a sentence, and leave nothing: %s', async (_, status, code, make) => {
    const trip = await createTrip(app);
    const filesBefore = await app.folders();

    const response = await app.upload(trip.id, [bytes(await make())]);

    expect(response).toMatchObject({ status, body: { code } });
    expect(response.body.message).toMatch(/^[A-ZÀ-Ú].*\.$/);
    expect(await app.imagesOf(trip.id)).toEqual([]);
    expect(await app.folders()).toEqual(filesBefore);
    expect(await readdir(tmpdir())).toEqual([]);
  });

  it('takes good ones down with it: all are added or none', async () => {
    const trip = await createTrip(app);
    const before = await app.folders();
    expect((await app.upload(trip.id, [await jpeg(), bytes(svg())])).status).toBe(415);
    expect(await app.imagesOf(trip.id)).toEqual([]);
    expect(await app.folders()).toEqual(before);
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
  ])('an upload is refused when it is %s', async (_, status, body) => {
    const trip = await createTrip(app);
    const sent = body();
    const response = await fetch(`${app.url}/api/trips/image/${trip.id}`, {
      method: 'POST',
      body: sent,
      headers: {
        authorization: `Bearer ${app.operator.token}`,
        ...(typeof sent === 'string' ? { 'content-type': 'application/json' } : {}),
      },
    });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { message: string }).message).toMatch(/\.$/);
  });

  it('a form is refused by every other route', async () => {
    const response = await fetch(`${app.url}/api/trips`, {
      method: 'POST',
      body: new FormData(),
      headers: { authorization: `Bearer ${app.operator.token}` },
    });
    expect(response.status).toBe(415);
  });
});
