import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweeps } from '../src/background-work.ts';
import { createDatabase, createPool } from '../src/platform/database/connect.ts';
import { findFaults } from '../src/platform/database/find-faults.ts';
import { startAnotherProcess, type TestApp } from './app.ts';
import { connectBank } from './banks/connected-bank.ts';
import { createPerson } from './factories.ts';
import { boardingTrip, kindsOfMoney, newGiftCard, prepareOperator, sendAct, type Till } from './kinds-of-money.ts';
import { createFamily, type Family, type FamilyTrip } from './parties.ts';
import { workNotices } from './work-queues.ts';

const CLIENTS = 32;
const SECONDS = 20;
const PAYERS = 6;
const SWEEPS = new Set(['holds', 'gift-cards', 'gift-card-returns', 'sent-refunds', 'charges', 'payment-poll']);

let connected: Awaited<ReturnType<typeof connectBank>>;
let app: TestApp;
let parts: (typeof connected)['parts'];
let till: Till;
let trip: FamilyTrip;
const families: Family[] = [];
beforeAll(async () => {
  connected = await connectBank();
  connected.bank.system.accounts.skewMs = 60_000;
  await prepareOperator(connected.app);
  // A machine that is busy waits for longer than a lock or a connection is waited for.
  const connectionString = connected.app.databaseUrl;
  const pool = createPool({ connectionString, max: CLIENTS + 8, hasTimeouts: false, onError: () => undefined });
  const db = createDatabase(pool);
  app = await startAnotherProcess(connected.app, { db });
  parts = { ...connected.parts, db };
  await workNotices(parts);
  const { token } = await createPerson(app, 'ADMIN');
  till = { app, bank: connected.bank, staff: { token }, giftCard: async () => giftCard };
  const giftCard = await newGiftCard(till, 500_000);
  trip = await boardingTrip(app);
  for (let payer = 0; payer < PAYERS; payer += 1) families.push(await createFamily(app, { adult: 2 }, { trip }));
}, 240_000);
afterAll(() => connected.close());

/** How many deadlocks PostgreSQL has counted in this database: each connection says so when it ends. */
async function countDeadlocks(): Promise<number> {
  const { db } = connected.app;
  const { rows: ended } = await sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  const pids = ended.map(({ pid }) => pid);
  const left = sql`select from pg_stat_activity where pid = any(${pids})`;
  await expect.poll(async () => (await left.execute(db)).rows.length).toBe(0);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}

/** A reservation of one of the payers, a new one if theirs was cancelled. */
async function anyFamily(dice: number): Promise<Family> {
  const family = families[dice % PAYERS] as Family;
  const row = app.db.selectFrom('reservations').select('is_active').where('id', '=', family.id);
  if ((await row.executeTakeFirstOrThrow()).is_active) return family;
  // Refused where another client was quicker.
  const next = await createFamily(app, { adult: 2 }, { trip, payer: family.payer }).catch(() => undefined);
  if (next) families[dice % PAYERS] = next;
  return families[dice % PAYERS] as Family;
}

it(`${CLIENTS} clients who move all kinds of money of the same payers at once never wait for each other in a circle`, {
  timeout: 240_000,
}, async () => {
  const kinds = Object.entries(kindsOfMoney);
  const done = new Set<string>();
  const end = performance.now() + SECONDS * 1_000;
  // A busy machine takes longer until each kind of money has moved.
  const isGoingOn = () => performance.now() < end || done.size < kinds.length;
  const client = async (_: unknown, number: number) => {
    for (let turn = number; isGoingOn(); turn += 7) {
      const [kind, prepare] = kinds[turn % kinds.length] ?? [];
      // Others change what it was made ready for.
      const act = await prepare?.(till, await anyFamily(number + turn)).catch(() => undefined);
      if (kind && act && (await sendAct(app, act)).status < 300) done.add(kind);
    }
  };
  const work = sweeps(parts).filter(({ name }) => SWEEPS.has(name));
  const sweep = async () => {
    while (isGoingOn()) for (const { run } of work) await run(new AbortController().signal);
  };
  await Promise.all([sweep(), ...Array.from({ length: CLIENTS }, client)]);
  const codes = connected.app.log.flatMap(({ res }) => (res as { statusCode?: number })?.statusCode ?? []);
  expect(codes.filter((code) => code >= 500 && code !== 503)).toEqual([]);
  // On a busy machine some wait longer than a server lets them.
  expect(codes.filter((code) => code === 503).length).toBeLessThan(codes.length / 100);
  expect(await findFaults(app.db)).toEqual([]);
  expect(await countDeadlocks()).toBe(0);
});

it('two transactions that lock two reservations in opposite order count as a deadlock: the counter is real', async () => {
  const before = await countDeadlocks();
  const ids = families.slice(0, 2).map(({ id }) => id);
  const [first, second] = [await connected.app.pool.connect(), await connected.app.pool.connect()];
  const lock = (client: typeof first, id: string | undefined) =>
    client.query('select from reservations where id = $1 for update', [id]);
  for (const client of [first, second]) await client.query('begin');
  await lock(first, ids[0]);
  await lock(second, ids[1]);
  const waits = await Promise.allSettled([lock(first, ids[1]), lock(second, ids[0])]);
  expect(waits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  for (const client of [first, second]) client.release(true);
  expect(await countDeadlocks()).toBe(before + 1);
});
