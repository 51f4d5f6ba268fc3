import { request } from 'node:http';
import type { ErrorBody } from '@passeio/contract/api/error-body';
import type { OperatorSettings } from '@passeio/contract/operator/operator';
import type { OperatorLogo } from '@passeio/contract/operator/settings';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  token = (await createPerson(app, 'ADMIN')).token;
});
afterAll(() => app.close());

/** A disc on a transparent ground, `width` by `height` pixels. */
function disc(width: number, height: number): Sharp {
  // Pixel by pixel, because sharp refuses SVG in this process.
  const pixels = Buffer.alloc(width * height * 4);
  const radius = Math.min(width, height) / 2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (Math.hypot(x - width / 2, y - height / 2) > radius) continue;
      pixels.set([0xb3, 0x26, 0x1e, 0xff], (y * width + x) * 4);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

async function send(
  content: Uint8Array<ArrayBuffer> | Buffer,
  { as = token, name = 'logo.png', type = 'image/png' } = {},
) {
  const form = new FormData();
  form.set('logo', new File([new Uint8Array(content)], name, { type }));
  return sendForm(form, as);
}

async function sendForm(body: FormData | string, as: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/api/settings/logo`, {
    method: 'PUT',
    body,
    headers: { authorization: `Bearer ${as}`, ...headers },
  });
  return { status: response.status, body: (await response.json()) as OperatorSettings & ErrorBody };
}

/** Uploads a logo that is accepted. */
async function uploadLogo(content: Buffer, as = {}): Promise<OperatorLogo> {
  const { body } = await send(content, as);
  if (!body.logo) throw new Error(`refused: ${body.message}`);
  return body.logo;
}

const remove = () => call(app, 'DELETE', '/api/settings/logo', { token });
const open = (id: string, rendition: string) => fetch(`${app.url}/api/settings/logo/${id}/${rendition}`);
const logoNow = async () => (await call(app, 'GET', '/api/settings')).body.logo as OperatorSettings['logo'];
const pixelsOf = async (response: Response) => sharp(Buffer.from(await response.arrayBuffer()));

describe('the logo', () => {
  it('is stored as WebP, PNG and icon, scaled, with transparency and without metadata', async () => {
    const original = await disc(1200, 300)
      .withExif({ IFD0: { Copyright: 'alguém' }, IFD3: { GPSLatitude: '21/1 33/1 0/1' } })
      .png()
      .toBuffer();

    const logo = await uploadLogo(original);

    expect(logo).toEqual({ id: expect.any(String), width: 640, height: 160 });
    expect(await logoNow()).toEqual(logo);
    for (const [rendition, type, width, height] of [
      ['logo.webp', 'image/webp', 640, 160],
      ['logo.png', 'image/png', 640, 160],
      ['icon.png', 'image/png', 192, 192],
    ] as const) {
      const response = await open(logo.id, rendition);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const image = await pixelsOf(response);
      const metadata = await image.metadata();
      expect(metadata).toMatchObject({ width, height, hasAlpha: true });
      expect(metadata.exif).toBeUndefined();
      const { data } = await image.raw().toBuffer({ resolveWithObject: true });
      expect(data[3], 'a corner is clear').toBe(0);
    }
  });

  it('is replaced under a new id, and the old files are gone', async () => {
    const first = await uploadLogo(await disc(200, 200).png().toBuffer());
    const second = await uploadLogo(await disc(200, 200).webp().toBuffer(), { name: 'logo', type: '' });
    expect(second.id).not.toBe(first.id);
    expect((await open(first.id, 'logo.webp')).status).toBe(404);
    expect((await open(second.id, 'logo.webp')).status).toBe(200);
    expect((await open(second.id.toUpperCase(), 'logo.webp')).status).toBe(200);
  });

  it('is not enlarged, and a JPEG is taken too', async () => {
    const { status, body } = await send(await disc(90, 45).flatten({ background: '#fff' }).jpeg().toBuffer());
    expect(status).toBe(200);
    expect(body.logo).toMatchObject({ width: 90, height: 45 });
  });

  it('can be removed, idempotently, and the name is shown again', async () => {
    const logo = await uploadLogo(await disc(64, 64).png().toBuffer());
    expect(await remove()).toMatchObject({ status: 200, body: { logo: null } });
    expect(await remove()).toMatchObject({ status: 200, body: { logo: null } });
    expect(await logoNow()).toBeNull();
    expect((await open(logo.id, 'icon.png')).status).toBe(404);
  });

  it('does not raise the version of the settings, so that open edits stay valid', async () => {
    const { body: before } = await call(app, 'GET', '/api/settings/operator', { token });
    const { body: after } = await send(await disc(64, 64).png().toBuffer());
    expect(after.version).toBe(before.version);
  });

  it('leaves an entry in the audit trail with every change', async () => {
    const entries = () =>
      app.db.selectFrom('audit_entries').selectAll().where('action', '=', 'settings.changed').orderBy('id').execute();
    const before = (await entries()).length;
    const logo = await uploadLogo(await disc(64, 64).png().toBuffer());
    await remove();
    await remove();
    const added = (await entries()).slice(before);
    expect(added).toHaveLength(2);
    expect(added[1]?.changes).toEqual({ logo: [logo.id, null] });
  });

  it('survives concurrent uploads: exactly one logo remains, complete', async () => {
    const content = await disc(120, 60).png().toBuffer();
    const responses = await Promise.all(Array.from({ length: 5 }, () => send(content)));
    const logo = await logoNow();
    expect(responses.map(({ status }) => status)).toEqual(Array(5).fill(200));
    for (const { body } of responses) {
      const id = body.logo?.id ?? '';
      expect((await open(id, 'logo.png')).status).toBe(id === logo?.id ? 200 : 404);
    }
  });
});

describe('invalid logos', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>';
  const png = () => disc(100, 100).png().toBuffer();

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['an SVG, whatever it calls itself', async () => Buffer.from(svg), 415, 'IMAGE_UNSUPPORTED'],
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415, 'IMAGE_UNSUPPORTED'],
    ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 415, 'IMAGE_UNSUPPORTED'],
    ['an AVIF', () => disc(100, 100).avif({ effort: 0 }).toBuffer(), 415, 'IMAGE_UNSUPPORTED'],
    ['nothing', async () => Buffer.alloc(0), 415, 'IMAGE_UNSUPPORTED'],
    ['half a picture', async () => (await noise(400)).subarray(0, 2_000), 400, 'IMAGE_UNREADABLE'],
    ['a speck', () => disc(31, 200).png().toBuffer(), 400, 'IMAGE_TOO_SMALL'],
    ['a strip', () => disc(1000, 40).png().toBuffer(), 400, 'IMAGE_TOO_LONG'],
    ['more than 2 MB', async () => Buffer.concat([await png(), Buffer.alloc(2 * 1024 * 1024)]), 413, 'IMAGE_TOO_LARGE'],
    [
      'a small file of very many pixels',
      () =>
        sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      413,
      'IMAGE_TOO_MANY_PIXELS',
    ],
  ])('%s', async (_, content, status, code) => {
    const before = await logoNow();
    const response = await send(await content());
    expect(response).toMatchObject({ status, body: { code, fields: { logo: expect.any(String) } } });
    expect(response.body.message).not.toContain('foto');
    expect(await logoNow()).toEqual(before);
  });

  it('a form without a file, and what is no form', async () => {
    expect(await sendForm(new FormData(), token)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    const words = new FormData();
    words.set('logo', 'um texto');
    expect((await sendForm(words, token)).status).toBeGreaterThanOrEqual(400);
    const json = await sendForm('{"logo":null}', token, { 'content-type': 'application/json' });
    expect([400, 415]).toContain(json.status);
  });

  it('everybody but administrators', async () => {
    const { token: operator } = await createPerson(app, 'OPERATOR');
    expect((await send(await png(), { as: operator })).status).toBe(403);
    expect((await send(await png(), { as: 'nobody' })).status).toBe(401);
    expect((await call(app, 'DELETE', '/api/settings/logo', { token: operator })).status).toBe(403);
  });

  it('other files of the storage under the name of a logo', async () => {
    const logo = await uploadLogo(await png());
    for (const path of [
      `${logo.id}/other.png`,
      `..%2f..%2flogo/logo.png`,
      `${logo.id}%2flogo.png/logo.png`,
      'x/logo.png',
    ]) {
      expect((await fetch(`${app.url}/api/settings/logo/${path}`)).status).toBe(404);
    }
  });

  it('an upload that breaks off, which leaves everything as it was', async () => {
    const before = await logoNow();
    await new Promise<void>((resolve) => {
      const sending = request(`${app.url}/api/settings/logo`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '100000',
        },
      });
      sending.on('error', () => resolve());
      sending.on('response', () => resolve());
      sending.write('--x\r\ncontent-disposition: form-data; name="logo"; filename="a.png"\r\n\r\nabc', () =>
        sending.destroy(),
      );
    });
    expect(await logoNow()).toEqual(before);
  });
});

/** A PNG that does not compress. */
function noise(side: number): Promise<Buffer> {
  const pixels = Buffer.from(
    Array.from({ length: side * side * 3 }, (_, index) => (index * 7919 * (index % 251)) % 256),
  );
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}
