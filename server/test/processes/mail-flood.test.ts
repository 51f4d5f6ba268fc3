import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../app.ts';
import { signUpData } from '../factories.ts';
import { createFamilyTrip, type FamilyTrip } from '../parties.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const PASSWORD = 'uma senha comprida';
/** Until a reset has arrived, whatever others ask for meanwhile. */
const RESET_MS = 30_000;
const NEXT_MS = { timeout: 30_000, interval: 200 };
const RESERVATIONS = 40;
const GUESTS = 350;
const AT_ONCE = 10;

let app: TestApp;
let trip: FamilyTrip;
let server: ServerProcess;
beforeAll(async () => {
  app = await buildTestApp();
  trip = await createFamilyTrip(app, { capacity: 1_000 });
  await app.db.updateTable('operator').set({ unpaid_places: 1_000 }).execute();
  server = await startServerProcess({
    DATABASE_URL: app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    RATE_LIMITS: 'on',
    TRUST_PROXY: '127.0.0.1,::1',
    LOG_LEVEL: 'info',
  });
  await server.untilReady();
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await app?.close();
});

let addresses = 0;
async function post(path: string, body: object) {
  addresses += 1;
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      // Each request comes from another address.
      'x-forwarded-for': `203.0.${Math.floor(addresses / 250)}.${addresses % 250}`,
      origin: server.url,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** Reserves without an account; the link's token. */
async function reserve(email: string, guest: number): Promise<string> {
  const { status, body } = await post(`/api/trips/${trip.id}/guest-reservations`, {
    party: [{ fareId: trip.fares.adult, count: 1 }],
    boardingPointId: trip.boardingPointId,
    guest: { name: 'Tiago Reis', contact: `+5535${900_000_000 + guest}`, email },
    acceptedPolicy: true,
  });
  expect(status).toBe(201);
  return body.link.split('#')[1];
}

async function inBatches<One>(all: One[], act: (one: One) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(act));
}

async function signedUp(): Promise<string> {
  const { email } = signUpData();
  const { status } = await post('/identity/sign-up/email', { name: 'Ana Lima', email, password: PASSWORD });
  expect(status).toBe(200);
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(1), NEXT_MS);
  return email;
}

/** Subjects of the e-mails that arrived at the mailbox of an address. */
async function mailsTo(email: string): Promise<string[]> {
  const folder = join(server.dataDir, 'mail');
  const [name] = email.split('@');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, file)))));
  return mails.filter(({ to }) => to?.[0]?.address?.startsWith(name ?? '')).map(({ subject = '' }) => subject);
}

const codesAmong = (subjects: string[]) => subjects.filter((subject) => subject.includes('código'));

async function resetArrives(email: string): Promise<void> {
  expect((await post('/identity/request-password-reset', { email })).status).toBe(200);
  const arrived = async () => expect((await mailsTo(email)).some((subject) => /senha/i.test(subject))).toBe(true);
  await vi.waitFor(arrived, { timeout: RESET_MS, interval: 200 });
}

it('a stranger who has codes sent to an address neither floods it nor delays its new password', async () => {
  const email = await signedUp();
  const [name, domain] = email.split('@');
  const guests = Array.from({ length: RESERVATIONS }, (_, index) => index);
  await inBatches(guests, async (guest) => {
    const written = [email, email.toUpperCase(), `${name}+${guest}@${domain}`, `${name}+x@${domain}`][guest % 4] ?? '';
    const token = await reserve(written, guest);
    for (let again = 0; again < 2; again += 1) {
      const { status, body } = await post('/api/reservation-links/email-code', { token });
      if (status !== 200) expect(body.code).toBe('EMAIL_CODES_SENT');
    }
  });
  await resetArrives(email);
  expect(codesAmong(await mailsTo(email)).length).toBeLessThanOrEqual(3);
  // None is left for later.
  const { rows } = await app.pool.query(
    "select count(*)::integer from pgboss.job where name = 'emails' and state < 'completed' and data->>'kind' = 'emailCode'",
  );
  expect(rows).toEqual([{ count: 0 }]);
}, 180_000);

it('hundreds of guests who reserve at once do not delay a new password', async () => {
  const email = await signedUp();
  await inBatches(
    Array.from({ length: GUESTS }, (_, index) => RESERVATIONS + index),
    (guest) => reserve(`${randomUUID()}@exemplo.com.br`, guest),
  );
  await resetArrives(email);
}, 180_000);
