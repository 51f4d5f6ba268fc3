import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, entriesOf } from '../../../../test/parties.ts';
import {
  filesOfReceipts,
  openCharge,
  pdf,
  reviewReceipt,
  screenshot,
  sendForm,
  sendReceipt,
} from '../../../../test/receipts.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { StorageFullError } from '../../../ports/storage/port.ts';
import { changeReservation } from '../../reservations/index.ts';

let app: TestApp;
let staff: Person;
const disk = { isFull: false };
const queued: { queue: string; data: object }[] = [];
beforeAll(async () => {
  app = await buildTestApp({
    connections: 20,
    deps: ({ storage, jobs }) => ({
      jobs: { ...jobs, enqueue: async ({ name }, data) => void queued.push({ queue: name, data }) },
      storage: {
        ...storage,
        write: async (key, content) => {
          if (disk.isFull) throw new StorageFullError();
          await storage.write(key, content);
        },
      },
    }),
  });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

async function openFile(receiptId: string, { token }: Pick<Person, 'token'>) {
  const response = await fetch(`${app.url}/api/payments/receipts/${receiptId}/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) };
}
const reservationOf = (id: string, { token }: Pick<Person, 'token'>) =>
  call(app, 'GET', `/api/reservations/${id}`, { token });
const receiptsOf = (id: string) =>
  app.db.selectFrom('receipts').selectAll().where('reservation_id', '=', id).orderBy('created_at').execute();

describe('a receipt', () => {
  it('as a photograph is encoded anew, without metadata, and waits with the reservation', async () => {
    const { id, payer } = await createFamily(app, { adult: 2 });
    const charge = await openCharge(app, id, { purpose: 'deposit', amountCents: 11_340 });

    const { status, body } = await sendReceipt(app, id, payer, await screenshot());

    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'submitted', contentType: 'image/webp', hasFile: true, reviewedAt: null });
    expect((await reservationOf(id, payer)).body).toMatchObject({
      state: 'held',
      receipt: { id: body.id },
      status: { key: 'receipt_review' },
    });
    expect(await receiptsOf(id)).toMatchObject([{ charge_id: charge.id, submitted_by: payer.id }]);
    expect((await entriesOf(app, id)).at(-1)).toMatchObject({ action: 'reservation.receipt_submitted' });
    const { headers, content } = await openFile(body.id, payer);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="comprovante-[A-Z0-9]+\.webp"$/);
    const metadata = await sharp(content).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 540, height: 960 });
    expect(metadata.exif).toBeUndefined();
  });

  it('as a PDF stays byte by byte, and is only ever downloaded', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const content = Buffer.concat([pdf(), Buffer.from('<script>alert(1)</script>')]);

    const { body } = await sendReceipt(app, id, payer, content, { name: 'a".html\r\nx: y', type: 'text/html' });

    expect(body).toMatchObject({ contentType: 'application/pdf' });
    const opened = await openFile(body.id, payer);
    expect(opened.content).toEqual(content);
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="comprovante-[A-Z0-9]+\.pdf"$/),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('that is a long screenshot stays legible', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const long = sharp({ create: { width: 1080, height: 7000, channels: 3, background: '#fff' } });
    const { body } = await sendReceipt(app, id, payer, await long.png().toBuffer());
    expect(await sharp((await openFile(body.id, payer)).content).metadata()).toMatchObject({ width: 1080 });
  });

  it('waits alone: another one is refused, and leaves no file', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    await sendReceipt(app, id, payer);
    const before = await filesOfReceipts(app);
    expect(await sendReceipt(app, id, payer)).toMatchObject({ status: 409, body: { code: 'RECEIPT_WAITING' } });
    expect(await filesOfReceipts(app)).toEqual(before);
  });

  it('sent five times at once is taken once', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = (await filesOfReceipts(app)).length;
    const responses = await Promise.all(Array.from({ length: 5 }, () => sendReceipt(app, id, payer)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(await receiptsOf(id)).toHaveLength(1);
    expect((await filesOfReceipts(app)).length).toBe(before + 1);
  });

  it('sent again with its key is answered alike; another file with that key is refused', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const file = await screenshot();
    const key = crypto.randomUUID();
    const before = (await filesOfReceipts(app)).length;
    const [first, second] = await Promise.all([
      sendReceipt(app, id, payer, file, { key }),
      sendReceipt(app, id, payer, file, { key }),
    ]);
    expect(first).toMatchObject({ status: 201, body: { id: second.body.id } });
    const other = await sendReceipt(app, id, payer, await screenshot(), { key });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    expect((await filesOfReceipts(app)).length).toBe(before + 1);
  });

  it('is for what is asked of the whole reservation, not for the share of a person', async () => {
    const { id, payer, adults } = await createFamily(app, { adult: 2 });
    const charge = await openCharge(app, id, { purpose: 'deposit', amountCents: 11_340 });
    await sql`
      insert into charges (id, reservation_id, participant_id, purpose, amount_cents, provider, reference, payload, created_at)
      select gen_random_uuid(), reservation_id, ${adults[1]?.id}, purpose, 5670, provider, 'SHARE', payload, now() + interval '1 s'
      from charges where id = ${charge.id}`.execute(app.db);
    expect((await sendReceipt(app, id, payer)).status).toBe(201);
    expect(await receiptsOf(id)).toMatchObject([{ charge_id: charge.id }]);
  });

  it('of an expired reservation is taken: staff decides', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const charge = await openCharge(app, id, { purpose: 'deposit', amountCents: 5_670 });
    await inTransaction(app.db, (trx) => changeReservation(trx, id, { state: 'expired' }));
    expect((await sendReceipt(app, id, payer)).status).toBe(201);
    expect(await receiptsOf(id)).toMatchObject([{ charge_id: charge.id }]);
  });

  it('of a cancelled or paid reservation is refused', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    await call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token });
    expect((await sendReceipt(app, id, payer)).body.code).toBe('RESERVATION_OVER');
    const paid = await createFamily(app, { adult: 1 });
    const body = { kind: 'balance', method: 'pix', amountCents: 18_900 };
    await call(app, 'POST', `/api/reservations/${paid.id}/payments`, { token: staff.token, body });
    expect((await sendReceipt(app, paid.id, paid.payer)).body.code).toBe('NOTHING_DUE');
  });

  it('can be sent by staff for its client, ten an hour by a client', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    expect((await sendReceipt(app, id, staff, pdf())).status).toBe(201);
    app.app.deps.config.rateLimits = true;
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await sendReceipt(app, id, payer, pdf())).status);
    app.app.deps.config.rateLimits = false;
    expect(statuses).toEqual([...Array(10).fill(409), 429]);
  });
});

describe('a refused file', () => {
  const page = '<!doctype html><script>alert(1)</script>';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>alert(1)</script></svg>';
  const white = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['a page named .png', async () => Buffer.from(page), 400, 'RECEIPT_UNSUPPORTED'],
    ['an SVG', async () => Buffer.from(svg), 400, 'RECEIPT_UNSUPPORTED'],
    ['a page that holds a PDF', async () => Buffer.concat([Buffer.from(page), pdf()]), 400, 'RECEIPT_UNSUPPORTED'],
    ['a GIF', async () => Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'), 400, 'RECEIPT_UNSUPPORTED'],
    ['nothing', async () => Buffer.alloc(0), 400, 'RECEIPT_UNSUPPORTED'],
    ['half a picture', async () => (await screenshot()).subarray(0, 4_000), 400, 'RECEIPT_UNSUPPORTED'],
    ['a speck', () => white(20, 20), 400, 'RECEIPT_UNSUPPORTED'],
    ['11 MB', async () => Buffer.concat([pdf(), Buffer.alloc(11 * 1024 * 1024)]), 413, 'RECEIPT_TOO_LARGE'],
    ['a small file of 48 million pixels', () => white(8_000, 6_000), 413, 'RECEIPT_TOO_LARGE'],
  ])('%s leaves nothing', async (_, content, status, code) => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = await filesOfReceipts(app);
    const response = await sendReceipt(app, id, payer, await content(), { name: 'a.png', type: 'image/png' });
    expect(response).toMatchObject({ status, body: { code } });
    expect(response.body.message).not.toContain('foto é');
    expect(await filesOfReceipts(app)).toEqual(before);
    expect(await receiptsOf(id)).toEqual([]);
  });

  it('is also a form with two files, without one, or no form', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = await filesOfReceipts(app);
    const two = new FormData();
    for (const name of ['a', 'b']) two.append('file', new File([new Uint8Array(pdf())], name));
    const response = await sendForm(app, id, payer, two);
    expect(response).toMatchObject({ status: 400, body: { fields: { file: 'Envie um arquivo só.' } } });
    expect(await sendForm(app, id, payer, new FormData())).toMatchObject({ status: 400 });
    const json = await call(app, 'POST', `/api/reservations/${id}/receipts`, { token: payer.token, body: {} });
    expect([400, 415]).toContain(json.status);
    expect(await filesOfReceipts(app)).toEqual(before);
  });

  it('is one that breaks off', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = await filesOfReceipts(app);
    const content = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'),
      pdf(),
    ]);
    const status = await new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${payer.token}`, 'content-type': 'multipart/form-data; boundary=x' };
      const sending = request(`${app.url}/api/reservations/${id}/receipts`, { method: 'POST', headers });
      sending.on('response', (response) => resolve(response.statusCode));
      sending.on('error', reject);
      const body = new PassThrough();
      body.pipe(sending);
      body.end(content);
    });
    expect(status).toBe(400);
    expect(await filesOfReceipts(app)).toEqual(before);
    expect(await receiptsOf(id)).toEqual([]);
  });

  it('is any while the storage is full; the next one is taken', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = await filesOfReceipts(app);
    disk.isFull = true;
    expect(await sendReceipt(app, id, payer)).toMatchObject({ status: 507, body: { code: 'STORAGE_FULL' } });
    disk.isFull = false;
    expect(await filesOfReceipts(app)).toEqual(before);
    expect((await sendReceipt(app, id, payer)).status).toBe(201);
  });
});

describe('a database that fails', () => {
  it('leaves nothing in the storage; at the commit, what is left is known to the clean-up', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const before = await filesOfReceipts(app);
    const failing = (timing: string) =>
      app.pool.query(`
        create or replace function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
        drop trigger if exists receipts_fail on receipts;
        create constraint trigger receipts_fail after insert on receipts ${timing} for each row execute function fail()`);
    await failing('not deferrable');
    expect((await sendReceipt(app, id, payer)).status).toBe(500);
    expect(await filesOfReceipts(app)).toEqual(before);

    await failing('deferrable initially deferred');
    queued.length = 0;
    expect((await sendReceipt(app, id, payer)).status).toBe(500);
    await app.pool.query('drop trigger receipts_fail on receipts');
    const left = (await filesOfReceipts(app)).filter((one) => !before.includes(one));
    expect(queued).toContainEqual({ queue: 'started-receipts', data: { id: left[0] } });
    expect((await sendReceipt(app, id, payer)).status).toBe(201);
  });
});

describe('somebody else', () => {
  it('neither sends a receipt for a reservation nor opens its file; nobody but staff reviews', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const other = await createPerson(app);
    const before = await filesOfReceipts(app);
    expect(await sendReceipt(app, id, other)).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    expect((await sendReceipt(app, id, { token: 'nobody' })).status).toBe(401);
    expect((await sendReceipt(app, crypto.randomUUID(), payer)).status).toBe(404);
    expect((await sendReceipt(app, 'x', payer)).status).toBe(404);
    expect(await filesOfReceipts(app)).toEqual(before);

    const { body } = await sendReceipt(app, id, payer);
    expect((await openFile(body.id, other)).status).toBe(404);
    expect((await openFile(body.id, { token: 'nobody' })).status).toBe(401);
    expect((await openFile(crypto.randomUUID(), staff)).status).toBe(404);
    for (const person of [payer, other]) {
      expect((await reviewReceipt(app, body.id, person, { amountCents: 100 })).status).toBe(403);
      expect((await reviewReceipt(app, body.id, person, { reason: 'Nada entrou' })).status).toBe(403);
      for (const path of ['receipts', 'to-do']) {
        expect((await call(app, 'GET', `/api/payments/${path}`, { token: person.token })).status).toBe(403);
      }
    }
    for (const path of [`trips/image/${body.id}/400.webp`, `trips/image/..%2freceipts%2f${body.id}/file`]) {
      expect((await fetch(`${app.url}/api/${path}`)).status).toBe(404);
    }
  });

  it('of the staff leaves an entry when opening a file; the payer does not', async () => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    const { body } = await sendReceipt(app, id, payer);
    await openFile(body.id, payer);
    expect((await openFile(body.id, staff)).status).toBe(200);
    await openFile(body.id, staff);
    const opened = (await entriesOf(app, id)).filter(({ action }) => action === 'reservation.receipt_opened');
    expect(opened).toMatchObject([{ actor_id: staff.id }]);
  });
});
