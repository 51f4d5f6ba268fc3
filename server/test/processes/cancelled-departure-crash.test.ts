import type { ChoiceDraft } from '@passeio/contract/departures/departure-cancellations';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSweeps, sweeps } from '../../src/background-work.ts';
import { findFaults } from '../../src/platform/database/find-faults.ts';
import type { Jobs } from '../../src/platform/jobs/jobs.ts';
import { buildTestApp, type TestApp } from '../app.ts';
import { cancellingDepartures } from '../cancelled-departures.ts';
import { createPerson, type Person } from '../factories.ts';
import { createFamilyTrip, type Family, type FamilyTrip, placesTaken } from '../parties.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const SITE = 'https://reservas.exemplo.com.br';
const DEPOSIT = 5_670;
// 46 people: 20 parties, of which 3 have paid nothing.
const PARTIES = [3, 3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2];
const UNPAID = new Set([3, 9, 15]);
const soon = { timeout: 60_000, interval: 200 };

let app: TestApp;
let operator: Person;
let trip: FamilyTrip;
let elsewhere: FamilyTrip;
const families: Family[] = [];
const servers: ServerProcess[] = [];
let stopNotifying = async () => {};
const holders: pg.PoolClient[] = [];
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
  trip = await createFamilyTrip(app, { capacity: 46 });
  elsewhere = await createFamilyTrip(app, { capacity: 46, price_cents: 21_000, title: 'Outra saída' });
  for (const [index, adults] of PARTIES.entries()) {
    families.push(await does().family(trip, adults, UNPAID.has(index) ? 0 : DEPOSIT * adults));
  }
  await does().cancel(trip.id);
}, 240_000);
afterAll(async () => {
  for (const holder of holders) await holder.query('rollback');
  for (const server of servers) await server.stop();
  for (const holder of holders) holder.release();
  await stopNotifying();
  await app.close();
});

const does = () => cancellingDepartures(app, () => operator);
const notified = async () => (await does().progress(trip.id)).reservations;
const totalPaid = PARTIES.reduce((sum, adults, index) => sum + (UNPAID.has(index) ? 0 : DEPOSIT * adults), 0);

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    RATE_LIMITS: 'on',
    PUBLIC_URL: SITE,
    DATABASE_URL: app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    PIX_WEBHOOK_SECRET: 'x'.repeat(40),
    DRAIN_SECONDS: '0',
  });
  servers.push(server);
  await server.untilReady();
  return server;
}

/** Chooses through a server; the status, or 0 where it died meanwhile. */
async function choose(server: { url: string }, family: Family, choice: ChoiceDraft): Promise<number> {
  const token = await does().link(trip.id, family.id);
  const body = JSON.stringify({ token, choice });
  const headers = { 'content-type': 'application/json' };
  return fetch(`${server.url}/api/departure-choices/link`, { method: 'PUT', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Chooses through a server until it dies: a statement waits for a lock for some seconds only. */
async function insist(server: ServerProcess, family: Family): Promise<void> {
  let status = 503;
  while (status === 503) status = await choose(server, family, choiceOf(family));
  expect(status).toBe(0);
}

/** Refund, credit and another departure in turn. */
function choiceOf(family: Family): ChoiceDraft {
  const index = families.indexOf(family);
  const adults = PARTIES[index] ?? 0;
  const amountCents = DEPOSIT * adults;
  const choices: ChoiceDraft[] = [
    { kind: 'refund', amountCents },
    { kind: 'credit', amountCents },
    { kind: 'moved', tripId: elsewhere.id, totalCents: 21_000 * adults },
  ];
  return choices[index % choices.length] as ChoiceDraft;
}

const waitingForLock = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db);
  return rows[0]?.count ?? 0;
};

/** Locks a reservation until it is released. */
async function hold(id: string): Promise<() => Promise<void>> {
  const holder = await app.pool.connect();
  holders.push(holder);
  await holder.query('begin');
  await holder.query('select id from reservations where id = $1 for update', [id]);
  return async () => void (await holder.query('rollback'));
}

it('46 people are notified once and everybody gets what they chose once, although servers are killed in the middle', {
  timeout: 300_000,
}, async () => {
  // The servers notify in the order of ids, and stop at the eleventh.
  const eleventh = families.map(({ id }) => id).toSorted()[10] ?? '';
  const release = await hold(eleventh);
  const first = await start();
  await does().age(trip.id);
  await expect.poll(async () => (await notified()).length, soon).toBe(10);
  await expect.poll(waitingForLock, soon).toBeGreaterThan(0);
  await first.kill();
  await release();
  expect(await notified()).toHaveLength(10);
  expect(await does().progress(trip.id)).toMatchObject({ isDone: false, toTell: 10 });

  // The other one is this process.
  const second = await start();
  const { db, storage, logger, jobs, providers } = app.app.deps;
  const { changes } = app.app.deps;
  const parts = { db, storage, logger, jobs: jobs as Jobs, changes, providers, publicUrl: SITE };
  const ofDepartures = ['guaranteed-departures', 'cancelled-departures', 'overdue-choices'];
  stopNotifying = startSweeps(
    sweeps(parts).filter(({ name }) => ofDepartures.includes(name)),
    parts,
  );
  await expect.poll(async () => (await does().progress(trip.id)).isDone, soon).toBe(true);

  const choosing = families.filter((_, index) => !UNPAID.has(index));
  // The last two never choose; the others at once, through both servers, one of which dies while they do.
  const deciding = choosing.slice(0, -2);
  // One that takes a credit: who moves elsewhere would let all others wait who do.
  const waits = deciding.findLast((family, index) => index % 2 === 0 && choiceOf(family).kind === 'credit');
  const releaseChoice = await hold(waits?.id ?? '');
  const answers = deciding.map((family, index) =>
    family === waits ? insist(second, family) : choose(index % 2 === 0 ? second : app, family, choiceOf(family)),
  );
  await expect
    .poll(async () => (await notified()).filter(({ outcome }) => outcome === null).length, soon)
    .toBeLessThan(choosing.length);
  await expect.poll(waitingForLock, soon).toBeGreaterThan(0);
  await second.kill();
  await releaseChoice();
  await Promise.all(answers);
  // Who got no answer chooses again, the same.
  for (const family of deciding) expect(await choose(app, family, choiceOf(family)).catch(() => 404)).toBeLessThan(500);
  expect((await notified()).filter(({ outcome }) => outcome === null)).toHaveLength(2);

  await sql`update reservations set choose_until = now() - interval '1 minute' where choose_until is not null`.execute(
    app.db,
  );
  await expect.poll(async () => (await notified()).filter(({ outcome }) => outcome === null), soon).toEqual([]);
  await compare(choosing);
});

async function compare(choosing: Family[]): Promise<void> {
  const rows = await notified();
  expect(rows).toHaveLength(PARTIES.length);
  expect(rows.reduce((sum, { people }) => sum + people, 0)).toBe(46);
  const outcomeOf = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  let returned = 0;
  let moved = 0;
  for (const family of families) {
    const adults = PARTIES[families.indexOf(family)] ?? 0;
    const kinds = await does().emailsOf(family.id);
    expect(kinds.filter((kind) => kind === 'departureChoice' || kind === 'departureCancelled')).toHaveLength(1);
    const isDefault = choosing.slice(-2).includes(family);
    const chosen = choosing.includes(family) ? (isDefault ? 'refund' : choiceOf(family).kind) : 'ended';
    expect(outcomeOf.get(family.id)).toBe(chosen);
    const { due, credit } = await does().returned(family.id);
    const paid = chosen === 'ended' ? 0 : DEPOSIT * adults;
    expect({ due, credit }).toEqual({ due: chosen === 'refund' ? paid : 0, credit: chosen === 'credit' ? paid : 0 });
    returned += due + credit;
    if (chosen === 'moved') moved += paid;
  }
  expect(returned + moved).toBe(totalPaid);
  expect(await placesTaken(app, trip.id)).toBe(0);
  const there = families.filter(({ id }) => outcomeOf.get(id) === 'moved');
  const seated = there.reduce((sum, family) => sum + (PARTIES[families.indexOf(family)] ?? 0), 0);
  expect(await placesTaken(app, elsewhere.id)).toBe(seated);
  expect(await findFaults(app.db, [trip.id, elsewhere.id])).toEqual([]);
}
