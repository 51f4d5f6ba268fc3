import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultFare } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createDatabase, createPool, type Database } from '../../src/platform/database/connect.ts';
import { createTrip } from '../factories.ts';
import { signUpAndIn } from '../ledger.ts';
import { copyDatabase, type TestDatabase } from '../postgres.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** How often the server is killed; MAIL_KILLS=20 takes some minutes. */
const KILLS = Number(process.env.MAIL_KILLS ?? 1);
const PEOPLE = 3;
const SITE = 'https://reservas.exemplo.com.br';
const FATES = ['waits', 'paid', 'cancelled'] as const;

let database: TestDatabase;
let db: Database;
let dataDir: string;
let server: ServerProcess;
let clients: string[];
let staff: string;
beforeAll(async () => {
  database = await copyDatabase(inject('templateUrl'));
  db = createDatabase(
    createPool({ connectionString: database.url, max: 3, hasTimeouts: false, onError: () => undefined }),
  );
  await db.updateTable('operator').set({ require_confirmed_email: false, name: 'Rota' }).execute();
  dataDir = await mkdtemp(join(tmpdir(), 'passeio-mails-'));
  server = await start();
  staff = await signUpAndIn(server.url, SITE);
  clients = [];
  for (let count = 0; count < PEOPLE; count += 1) clients.push(await signUpAndIn(server.url, SITE));
  await sql`update identity."user" set "emailVerified" = true`.execute(db);
  const { body } = await send(staff, 'GET', 'users/me');
  await db.updateTable('users').set({ role: 'OPERATOR' }).where('id', '=', body.id).execute();
}, 240_000);
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  await db.destroy();
  await database.drop();
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: SITE,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '0',
  });
  await started.untilReady();
  return started;
}

async function send(token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Codes of the reservations that the server confirmed as made, paid and cancelled. */
const acknowledged = { made: [] as string[], waiting: [] as string[], paid: [] as string[], cancelled: [] as string[] };
/** E-mails that had left when the server was killed, but were not noted. */
const left: Mail[] = [];
const received = (code: string) => `Recebemos a sua reserva ${code}`;

/** Makes a reservation, and lets it go on as its fate says. */
async function reserve(token: string, trip: Trip, fate: (typeof FATES)[number]): Promise<void> {
  const party = [{ fareId: defaultFare(trip.fares)?.id, count: 2 }];
  const { status, body } = await send(token, 'POST', `trips/enrrol/${trip.id}`, { party });
  expect(status, JSON.stringify(body)).toBe(201);
  acknowledged.made.push(body.code);
  if (fate === 'waits') return void acknowledged.waiting.push(body.code);
  const payment = { kind: 'deposit', method: 'pix', amountCents: body.depositCents };
  const paid = await send(staff, 'POST', `reservations/${body.id}/payments`, payment);
  expect(paid.status, JSON.stringify(paid.body)).toBe(201);
  acknowledged.paid.push(body.code);
  if (fate === 'paid') return;
  const { body: quote } = await send(token, 'GET', `reservations/${body.id}/cancellation`);
  const cancelled = await send(token, 'POST', `reservations/${body.id}/cancel`, { refundCents: quote.refundCents });
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
  acknowledged.cancelled.push(body.code);
}

/** Each of so many people reserves three trips at once; the errors. */
async function reserveAll(people: string[]): Promise<Error[]> {
  for (const _ of FATES) await createTrip({ db }, { capacity: 1_000, deposit_percent: 30 });
  const { body } = await send(staff, 'GET', 'trips');
  const trips: Trip[] = body.data.slice(-FATES.length);
  const work = people.flatMap((token) =>
    trips.map((trip, index) => reserve(token, trip, FATES[index] ?? 'waits').catch((error) => error as Error)),
  );
  return (await Promise.all(work)).filter((error) => error !== undefined);
}

/** The server is killed while it serves people, when e-mails of the first one have left and others wait. */
async function killInTheMiddle(): Promise<void> {
  // The server takes seconds to note that an e-mail has left.
  await sql`create trigger slowly before update on reservation_emails
    for each row execute function slowly()`.execute(db);
  const known = acknowledged.waiting.length;
  expect(await reserveAll(clients.slice(0, 1))).toEqual([]);
  const subject = received(acknowledged.waiting[known] ?? '');
  const written = async () => (await mailsInFolder()).filter((mail) => mail.subject === subject);
  await expect.poll(written, { timeout: 60_000, interval: 20 }).toHaveLength(1);
  const made = acknowledged.made.length;
  const work = reserveAll(clients);
  await expect.poll(() => acknowledged.made.length, { interval: 5 }).toBeGreaterThan(made);
  await server.kill();
  left.push(...(await written()));
  // Only requests that got no answer may fail.
  for (const error of await work) expect(error).toBeInstanceOf(TypeError);
  // Waits for what the killed server had begun.
  await sql`drop trigger slowly on reservation_emails`.execute(db);
  server = await start();
}

const unsent = async () => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from pgboss.job where name = 'emails' and state < 'completed')::integer
      + (select count(*) from reservations where acknowledged_at is null)::integer as count`.execute(db);
  return rows[0]?.count ?? 0;
};

interface Mail {
  to: string | undefined;
  subject: string;
  mtimeMs: number;
}

/** The mails in the folder, and when they were written. */
async function mailsInFolder(): Promise<Mail[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  return Promise.all(
    names.map(async (name) => {
      const { subject = '', to } = await PostalMime.parse(await readFile(join(folder, name)));
      const { mtimeMs } = await stat(join(folder, name));
      return { to: to?.[0]?.address, subject: subject.replace(' – Rota', ''), mtimeMs };
    }),
  );
}

it('a kill -9 between event and sending loses no e-mail and doubles none, and what had left is sent again as the same', {
  timeout: 1_200_000,
}, async () => {
  await sql`create function slowly() returns trigger language plpgsql as
    $$ begin perform pg_sleep(5); return new; end $$`.execute(db);
  for (let kill = 0; kill < KILLS; kill += 1) await killInTheMiddle();
  // Within half a minute.
  await expect.poll(unsent, { timeout: 120_000, interval: 200 }).toBe(0);

  const rows = await db.selectFrom('reservations').select(['code', 'state', 'received_cents']).execute();
  const codes = (of: typeof rows) => of.map(({ code }) => code).toSorted();
  const cancelled = rows.filter(({ state }) => state === 'cancelled');
  const booked = rows.filter(({ state }) => state === 'booked');
  const held = rows.filter(({ state }) => state === 'held');
  expect(codes(rows)).toEqual(expect.arrayContaining(acknowledged.made));
  expect(codes([...booked, ...cancelled])).toEqual(expect.arrayContaining(acknowledged.paid));
  expect(codes(cancelled)).toEqual(expect.arrayContaining(acknowledged.cancelled));
  expect(rows.length).toBeGreaterThan(KILLS);

  const mails = await mailsInFolder();
  const about = (subject: (code: string) => string, of: typeof rows) =>
    of.map(({ code }) => [code, mails.filter((mail) => mail.subject === subject(code)).length]);
  const once = (of: typeof rows) => of.map(({ code }) => [code, 1]);
  expect(about(received, held)).toEqual(once(held));
  expect(about((code) => `Pagamento confirmado: reserva ${code}`, booked)).toEqual(once(booked));
  expect(about((code) => `A reserva ${code} foi cancelada`, cancelled)).toEqual(once(cancelled));
  // What a later event made needless may be missing, but is not doubled either.
  const all = mails.map(({ to, subject }) => `${to} ${subject}`);
  expect(all.filter((mail, index) => all.indexOf(mail) !== index)).toEqual([]);
  for (const { subject, mtimeMs } of left) {
    const again = mails.find((mail) => mail.subject === subject);
    expect(again?.mtimeMs).toBeGreaterThan(mtimeMs);
  }
});

it('a stranger whose address was signed up gets only its confirmation, however often somebody reserves and cancels', async () => {
  const token = await signUpAndIn(server.url, SITE);
  const { body: me } = await send(token, 'GET', 'users/me');
  expect(await reserveAll([token])).toEqual([]);
  const waiting = async () => {
    const { rows } = await sql<{ kind: string }>`
      select data->>'kind' as kind from pgboss.job
      where name = 'emails' and data->>'to' = ${me.email} and start_after > now() + interval '10 minutes'`.execute(db);
    return rows.map(({ kind }) => kind);
  };
  await expect.poll(waiting, { timeout: 60_000, interval: 200 }).toContain('reservationCancelled');
  const got = async () => (await mailsInFolder()).filter(({ to }) => to === me.email).map(({ subject }) => subject);
  await expect.poll(got, { timeout: 30_000, interval: 200 }).toEqual(['Confirme o seu e-mail']);

  // Once the person has confirmed it, they get what still holds.
  await sql`update identity."user" set "emailVerified" = true where email = ${me.email}`.execute(db);
  await sql`update pgboss.job set start_after = now() where name = 'emails' and state = 'created'`.execute(db);
  await expect.poll(async () => (await got()).length, { timeout: 30_000, interval: 200 }).toBeGreaterThan(1);
});
