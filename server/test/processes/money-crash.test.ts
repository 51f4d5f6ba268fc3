import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findFaults } from '../../src/platform/database/find-faults.ts';
import { connectBank, pixEnvironment } from '../banks/connected-bank.ts';
import { call, type Person } from '../factories.ts';
import {
  boardingTrip,
  kindsOfMoney,
  type MoneyAct,
  newGiftCard,
  prepareOperator,
  sendAct,
  type Till,
  transfersOf,
} from '../kinds-of-money.ts';
import { signUpAndIn } from '../ledger.ts';
import { createFamily } from '../parties.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const SITE = 'https://reservas.exemplo.com.br';
const ENOUGH = 5;
const soon = { timeout: 30_000, interval: 20 };
const twoSweeps = { timeout: 60_000, interval: 100 };

/** A table that nobody may change until the server is killed, or the number of answers after which it is. */
const moments: Record<string, string | number> = {
  'before any transfer is written': 'transfers',
  'between transfers and the sums of their reservations': 'reservations',
  'before the e-mails about the money are queued': 'pgboss.job',
  'after the first answer': 1,
  'after most of the answers': 10,
};

let connected: Awaited<ReturnType<typeof connectBank>>;
let server: ServerProcess;
const killed: ServerProcess[] = [];
let staff: Person;
let payer: Person;
beforeAll(async () => {
  connected = await connectBank();
  const { app, bank } = connected;
  // What the bank was asked for is done by the next sweep.
  bank.system.accounts.skewMs = 60_000;
  await prepareOperator(app);
  // The server prepares no demonstration where there is a trip.
  await boardingTrip(app);
  // Before anything is paid, so that the poll begins there.
  await app.db.insertInto('provider_polls').values({ provider: 'pix_api', polled_until: new Date() }).execute();
  server = await start();
  staff = await signUp();
  await app.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', staff.id).execute();
  payer = await signUp();
}, 240_000);
afterAll(async () => {
  for (const one of [...killed, server]) await one.stop();
  await connected.close();
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
  const { folder } = connected.bank;
  const started = await startServerProcess({
    PUBLIC_URL: SITE,
    LOG_LEVEL: 'info',
    // Each start compiles the same.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    DATABASE_URL: connected.app.databaseUrl,
    IDENTITY_SECRET: 'x'.repeat(32),
    DRAIN_SECONDS: '0',
    ...pixEnvironment(connected.bank),
    ...env,
  });
  await started.untilReady();
  return started;
}

async function signUp(): Promise<Person> {
  const token = await signUpAndIn(server.url, SITE);
  return { ...(await call(server, 'GET', '/api/users/me', { token })).body, token };
}

async function restart(): Promise<void> {
  killed.push(server);
  server = await start();
}

type Prepared = MoneyAct & { kind: string; before: string[]; answer?: number };

/** An act of each kind, of a reservation of its own, that can be sent by now. */
async function prepare(): Promise<Prepared[]> {
  const app = { ...connected.app, url: server.url };
  const till: Till = { app, bank: connected.bank, staff: { token: staff.token }, giftCard: newGiftCard };
  return Promise.all(
    Object.entries(kindsOfMoney).map(async ([kind, ready]) => {
      const act = await ready(till, await createFamily(app, { adult: 1 }, { trip: await boardingTrip(app), payer }));
      return { ...act, kind, before: await transfersOf(app, act.accountId) };
    }),
  );
}

/** Sends all at once; `onAnswer` hears of each answer. */
function sendAll(acts: Prepared[], onAnswer: () => void = () => undefined): Promise<unknown> {
  const sent = acts.map(async (act) => {
    const answer = await sendAct(server, act).catch(() => undefined);
    if (!answer || answer.status >= 500) return;
    act.answer = answer.status;
    onAnswer();
  });
  return Promise.all(sent);
}

const count = async (condition: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and ${sql.raw(condition)}`.execute(connected.app.db);
  return rows[0]?.count ?? 0;
};

/** Sends acts to the server, and kills it in their middle, at a moment of the table. */
async function killAmid(acts: Prepared[], moment: string | number): Promise<void> {
  if (typeof moment === 'number') {
    let answers = 0;
    const enough = Promise.withResolvers<void>();
    const sent = sendAll(acts, () => {
      answers += 1;
      if (answers >= moment) enough.resolve();
    });
    await enough.promise;
    await server.kill();
    await sent;
  } else {
    const holder = await connected.app.pool.connect();
    await holder.query('begin');
    await holder.query(`lock table ${moment} in share row exclusive mode`);
    const sent = sendAll(acts);
    await expect.poll(() => count(`wait_event_type = 'Lock'`), soon).toBeGreaterThanOrEqual(ENOUGH);
    await server.kill();
    await holder.query('rollback');
    holder.release();
    await sent;
  }
  // What the database was still asked for has ended.
  await expect.poll(() => count(`state <> 'idle'`), soon).toBe(0);
}

const transfersOfAll = async (acts: Prepared[]) =>
  Promise.all(acts.map(async ({ kind, accountId }) => [kind, await transfersOf(connected.app, accountId)] as const));

it.each(Object.entries(moments))(
  'a server killed %s leaves nothing half done, and each kind of money counts once when it is sent again',
  { timeout: 300_000 },
  async (_, moment) => {
    const acts = await prepare();
    await killAmid(acts, moment);
    const answered = acts.filter(({ answer }) => answer !== undefined);
    expect(answered.length).toBeLessThan(acts.length);
    expect(await findFaults(connected.app.db)).toEqual([]);
    for (const { kind, accountId, before, transfers, answer = 0, isLater } of acts) {
      const there = await transfersOf(connected.app, accountId);
      if (isLater || answer === 0) expect([before, transfers], kind).toContainEqual(there);
      else expect([kind, answer < 300, there]).toEqual([kind, true, transfers]);
    }

    await restart();
    for (const act of acts) delete act.answer;
    // Also what was answered: a browser may not have got it.
    await vi.waitFor(async () => {
      await sendAll(acts.filter(({ answer }) => answer === undefined));
      expect(acts.filter(({ answer = 0 }) => answer < 200 || answer > 299)).toEqual([]);
    }, soon);
    const expected = acts.map(({ kind, transfers }) => [kind, transfers]);
    await expect.poll(() => transfersOfAll(acts), twoSweeps).toEqual(expected);
    expect(await findFaults(connected.app.db)).toEqual([]);
    const returns = [...connected.bank.system.accounts.pix.values()].map(({ refunds }) => refunds.length);
    expect(Math.max(...returns)).toBe(1);
  },
);

it('a server that commits transfers before what belongs to them is caught: the crash is real', {
  timeout: 300_000,
}, async () => {
  const acts = await prepare();
  // The database would refuse them.
  await sql`drop function check_money cascade`.execute(connected.app.db);
  await sql`drop function check_balance cascade`.execute(connected.app.db);
  await server.kill();
  killed.push(server);
  server = await start({ NODE_OPTIONS: `--import=${join(import.meta.dirname, 'commit-transfers-at-once.ts')}` });
  await killAmid(acts, 'reservations');
  expect(await findFaults(connected.app.db)).not.toEqual([]);
});
