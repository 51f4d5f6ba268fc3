import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, type Family } from '../../../../test/parties.ts';
import { pdf, screenshot, sendReceipt } from '../../../../test/receipts.ts';

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const ask = async (
  receiptId: string,
  { token }: Pick<Person, 'token'>,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) => {
  const response = await fetch(`${app.url}/api/payments/receipts/${receiptId}/file`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
};

describe('the file of a receipt', () => {
  it('is revealed to nobody else by HEAD, by a range, or by an id one away', async () => {
    family = await createFamily(app, { adult: 1 });
    const { body } = await sendReceipt(app, family.id, family.payer, await screenshot());
    const other = await createPerson(app);
    const range = { range: 'bytes=0-9' };
    for (const [method, headers] of [
      ['HEAD', {}],
      ['HEAD', range],
      ['GET', range],
    ] as const) {
      const refused = await ask(body.id, other, { method, headers });
      expect(refused.status).toBe(404);
      expect(refused.headers.get('content-type')).not.toBe('image/webp');
      expect((await ask(body.id, { token: 'nobody' }, { method, headers })).status).toBe(401);
    }
    const last = Number.parseInt(body.id.at(-1), 16);
    for (const id of [`${body.id.slice(0, -1)}${((last + 1) % 16).toString(16)}`, family.id, '1', '%00']) {
      expect((await ask(id, staff)).status).toBe(404);
    }
    expect((await ask(body.id, family.payer)).content.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('stays the payer’s and the staff’s once the reservation is cancelled', async () => {
    family = await createFamily(app, { adult: 1 });
    const { body } = await sendReceipt(app, family.id, family.payer);
    const cancellation = { token: staff.token, body: { reason: 'Desistiu' } };
    await call(app, 'POST', `/api/reservations/${family.id}/cancellation`, cancellation);
    for (const reader of [family.payer, staff]) expect((await ask(body.id, reader)).status).toBe(200);
    expect((await ask(body.id, await createPerson(app))).status).toBe(404);
  });

  it('says nothing of where a photograph was taken', async () => {
    family = await createFamily(app, { adult: 1 });
    const sent = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#0a0' } })
      .withExif({
        IFD0: { Make: 'Telefone da Ana' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '16/1 40/1 0/1',
          GPSLongitudeRef: 'W',
          GPSLongitude: '49/1 15/1 0/1',
        },
      })
      .jpeg()
      .toBuffer();
    expect(sent.includes('Telefone da Ana')).toBe(true);
    const { body } = await sendReceipt(app, family.id, family.payer, sent);
    const { content } = await ask(body.id, staff);
    expect(await sharp(content).metadata()).not.toHaveProperty('exif');
    expect(content.includes('EXIF')).toBe(false);
    expect(content.includes('Telefone da Ana')).toBe(false);
  });
});

describe('the name of a file', () => {
  it.each([
    ['line breaks', 'a%0D%0ASet-Cookie: x=1.pdf'],
    ['a path', '../../../../etc/cron.d/a.pdf'],
    ['a path of Windows', '..\\..\\a.pdf'],
    ['letters from right to left', 'a\u202efdp.exe'],
    ['a page’s ending', 'a.html'],
    ['nothing', ''],
    ['ten thousand letters', `${'x'.repeat(10_000)}.pdf`],
  ])('with %s is never used', async (_, name) => {
    family = await createFamily(app, { adult: 1 });
    const { status, body } = await sendRaw(name, pdf());
    expect(status).toBe(201);
    const { headers } = await ask(body.id, staff);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="comprovante-[A-Z0-9]+\.pdf"$/);
    expect(headers.get('set-cookie')).toBeNull();
  });
});

/** As no browser would: the name stands in the header as it is. */
function sendRaw(name: string, content: Buffer): Promise<{ status: number; body: { id: string } }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: { id: string } }>();
  const sending = request(`${app.url}/api/reservations/${family.id}/receipts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${family.payer.token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
  });
  sending.on('error', reject);
  sending.on('response', async (response) => {
    const chunks = await response.toArray();
    resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
  });
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`;
  sending.end(Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]));
  return promise;
}
