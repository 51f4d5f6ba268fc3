import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { TestApp } from './app.ts';
import { call, type Person } from './factories.ts';

/** A screenshot of a bank's application, different for each `seed`. */
export function screenshot(seed = Math.random()): Promise<Buffer> {
  const shade = Math.floor(seed * 200);
  const background = { r: shade, g: 120, b: 40 };
  return sharp({
    create: { width: 540, height: 960, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .withExif({ IFD0: { Copyright: 'Ana Lima' }, IFD3: { GPSLatitude: '21/1 33/1 0/1' } })
    .jpeg()
    .toBuffer();
}

/** The smallest PDF, different for each `text`. */
export const pdf = (text = String(Math.random())) =>
  Buffer.from(`%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF\n`);

/** Sends a receipt as a browser would. */
export async function sendReceipt(
  app: TestApp,
  reservationId: string,
  { token }: Pick<Person, 'token'>,
  content?: Buffer,
  { name = 'comprovante.jpg', type = 'image/jpeg', key }: { name?: string; type?: string; key?: string } = {},
): ReturnType<typeof call> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content ?? (await screenshot()))], name, { type }));
  return sendForm(app, reservationId, { token }, form, key);
}

export async function sendForm(
  { url }: TestApp,
  reservationId: string,
  { token }: Pick<Person, 'token'>,
  body: FormData,
  key?: string,
): ReturnType<typeof call> {
  const response = await fetch(`${url}/api/reservations/${reservationId}/receipts`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${token}`, ...(key ? { 'idempotency-key': key } : {}) },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Ids of receipts that have a file. */
export async function filesOfReceipts(app: TestApp): Promise<string[]> {
  const folder = join(app.app.deps.config.dataDir, 'files', 'receipts');
  return (await readdir(folder).catch(() => [])).sort();
}

/** Gives a reservation an open charge with a static code. */
export async function openCharge(
  { db }: TestApp,
  reservationId: string,
  { purpose, amountCents }: { purpose: 'deposit' | 'balance' | 'full'; amountCents: number },
): Promise<{ id: string; txid: string }> {
  const id = crypto.randomUUID();
  const txid = id.replaceAll('-', '').slice(0, 25);
  const code = { provider: 'own_key', kind: 'pix', payload: '000201', provider_state: null, expires_at: null } as const;
  await db
    .insertInto('charges')
    .values({
      id,
      reservation_id: reservationId,
      purpose,
      amount_cents: amountCents,
      reference: txid,
      created_by: null,
      ...code,
    })
    .execute();
  return { id, txid };
}

export const reviewReceipt = (
  app: TestApp,
  receiptId: string,
  { token }: Pick<Person, 'token'>,
  review: { amountCents: number; endToEndId?: string; isOther?: boolean } | { reason: string },
) =>
  call(app, 'POST', `/api/payments/receipts/${receiptId}/${'reason' in review ? 'rejection' : 'approval'}`, {
    token,
    body: review,
  });
