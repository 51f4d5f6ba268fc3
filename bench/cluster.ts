import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { freePort } from '../scripts/free-port.ts';
import { createPool } from '../server/src/platform/database/connect.ts';
import { insertBoardingTrip } from '../server/test/boarding-rows.ts';
import { signUpData } from '../server/test/factories.ts';
import { PASSWORD, signInAt, signUpAndIn } from '../server/test/ledger.ts';
import { startS3 } from '../server/test/s3.ts';
import { Cluster } from './patroni.ts';
import { allowUnpaid } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { startHaproxy } from './proxies.ts';
import { median, printTable, writeResult } from './report.ts';

// A cluster on one machine: three etcd, two PostgreSQL under Patroni in synchronous mode, two servers, HAProxy, a
// bucket. People book, pay, cancel and board while its parts are killed, stopped, cut off and filled up. Every request
// is sent again with its key until it is answered, so that in the end all of them are either done once or refused.
const RUNS = Number(process.env.RUNS ?? 1);
const PEOPLE = Number(process.env.PEOPLE ?? 6);
// A pattern of the faults' names.
const ONLY = process.env.ONLY ?? '';
const TRIPS = 200;
const BOARDERS = 400;
const WARM_MS = 3_000;
const AFTER_MS = 4_000;
const FAULT_MS = 20_000;
const GIVE_UP_MS = 120_000;
const REQUEST_LIMIT_MS = 20_000;
const RETRY_MS = 250;
const PRICE_CENTS = 10_000;
const OPERATOR = demoAccounts.find(({ role }) => role === 'OPERATOR')?.email ?? '';

interface Fault {
  name: string;
  /** Nothing stands in: writes are refused until it is undone. */
  isFinal?: boolean;
  /** Does it; what it returns undoes it. */
  break(): Promise<() => Promise<void>>;
}

/** What one fault did to others. */
interface Round {
  fault: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  /** Longest time without a success, in seconds. */
  gap: number;
  neither: string[];
  unanswered: number;
  pages: number;
  pagesFailed: number;
}

/** What people were answered in a round. */
class Answers {
  readonly reservations = new Map<string, { isPaid: boolean; isCancelled: boolean }>();
  readonly boarded = new Set<string>();
  readonly successes: number[] = [];
  readonly neither: string[] = [];
  unanswered = 0;
  pages = 0;
  pagesFailed = 0;
}

const cluster = await Cluster.start();
const bucket = await startS3();
const proxyPort = await freePort();
const ports = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${proxyPort}`;
const env = {
  DATABASE_URL: cluster.connectionString,
  IDENTITY_SECRET: randomUUID(),
  STORAGE_URL: bucket.url,
  PUBLIC_URL: url,
  TRUST_PROXY: '127.0.0.1',
  PAYMENTS: 'manual',
  DRAIN_SECONDS: '0',
};
const startServer = (index: number) => startProduct({ ...env, PORT: String(ports[index]) });
const servers: Product[] = [];
for (const index of ports.keys()) servers.push(await startServer(index));
let proxy = await startHaproxy(ports, proxyPort);
const database = createPool({ connectionString: cluster.connectionString, max: 1, onError: () => undefined });

const faults: Fault[] = [
  { name: 'none', break: async () => () => wait(FAULT_MS / 2) },
  {
    name: 'primary killed',
    break: async () => {
      const member = await cluster.primary();
      await cluster.kill(member);
      return () => cluster.restart(member, { copied: true });
    },
  },
  {
    name: 'standby killed',
    break: async () => {
      const member = await cluster.standby();
      await cluster.kill(member);
      return () => cluster.restart(member);
    },
  },
  {
    name: 'leader of etcd killed',
    break: async () => {
      const leader = await cluster.etcdLeader();
      cluster.killEtcd(leader);
      return async () => cluster.startEtcd(leader);
    },
  },
  {
    name: 'server killed',
    break: async () => {
      process.kill((servers[0] as Product).pid, 'SIGKILL');
      return async () => {
        servers[0] = await startServer(0);
      };
    },
  },
  {
    name: 'proxy killed, started after 1 s',
    break: async () => {
      await proxy.kill();
      await wait(1_000);
      proxy = await startHaproxy(ports, proxyPort);
      return async () => undefined;
    },
  },
  {
    name: 'primary stopped (SIGSTOP)',
    break: async () => {
      const member = await cluster.primary();
      await cluster.pause(member);
      return () => cluster.resume(member);
    },
  },
  {
    name: 'server stopped (SIGSTOP)',
    break: async () => {
      process.kill((servers[1] as Product).pid, 'SIGSTOP');
      return async () => {
        process.kill((servers[1] as Product).pid, 'SIGCONT');
      };
    },
  },
  {
    name: "primary's network cut",
    break: async () => {
      const member = await cluster.primary();
      await cluster.cut(member);
      return () => cluster.mend(member);
    },
  },
  {
    name: "primary's disk full for 20 s",
    isFinal: true,
    break: async () => {
      const member = await cluster.primary();
      await cluster.fillDisk(member);
      return () => cluster.emptyDisk(member);
    },
  },
];

const rounds: Round[] = [];
let isWhole = true;
try {
  await allowUnpaid(database);
  const people = [];
  for (let count = 0; count < PEOPLE; count += 1) {
    const data = signUpData();
    await signUpAndIn(url, url, data);
    people.push(data.email);
  }
  for (let run = 0; run < RUNS; run += 1) {
    for (const fault of faults.filter(({ name }) => new RegExp(ONLY).test(name))) {
      const round = await tryFault(fault, people);
      console.log(JSON.stringify({ run, ...round }));
      rounds.push(round);
    }
  }
} catch (error) {
  // What was measured before is printed.
  isWhole = false;
  console.error(error);
} finally {
  await proxy.stop().catch(() => undefined);
  for (const server of servers) await server.stop().catch(() => undefined);
  await database.end().catch(() => undefined);
  await bucket.close();
  await cluster.stop();
}

const table = [...Map.groupBy(rounds, ({ fault }) => fault)].map(([fault, same]) => {
  const sum = (of: (round: Round) => number) => same.reduce((total, round) => total + of(round), 0);
  const gaps = same.map(({ gap }) => gap);
  return {
    fault,
    acknowledged: sum((round) => round.acknowledged),
    lost: sum((round) => round.lost),
    doubled: sum((round) => round.doubled),
    'next success after, s': median(gaps).toFixed(1),
    'worst, s': Math.max(...gaps).toFixed(1),
    'neither success nor 503': sum((round) => round.neither.length),
    'no answer': sum((round) => round.unanswered),
    'pages shown': sum((round) => round.pages),
    'pages failed': sum((round) => round.pagesFailed),
  };
});
printTable(`A cluster under load, ${RUNS} runs`, table);
await writeResult('cluster', rounds);
const isBad = ({ lost, doubled, neither }: Round) => lost + doubled + neither.length > 0;
process.exitCode = !isWhole || rounds.some(isBad) ? 1 : 0;

async function tryFault(fault: Fault, people: string[]): Promise<Round> {
  await cluster.untilWhole();
  await findPrimary();
  const answers = new Answers();
  const trips = await makeTrips();
  const { tripId } = await insertBoardingTrip(database, BOARDERS);
  const staff = await signInAt(url, OPERATOR, DEMO_PASSWORD, url);
  const over = new AbortController();
  const work = [visit(answers, over.signal), board(answers, staff, tripId, over.signal)];
  for (const email of people) {
    const token = await signInAt(url, email, PASSWORD, url);
    work.push(book(answers, { token, staff }, trips, over.signal));
  }
  await wait(WARM_MS);
  const since = performance.now();
  const undo = await fault.break();
  await wait(FAULT_MS);
  if (fault.isFinal) await undo();
  await untilSuccess(answers);
  await wait(AFTER_MS);
  if (!fault.isFinal) await undo();
  await cluster.untilWhole();
  await wait(AFTER_MS);
  over.abort();
  const until = performance.now();
  await Promise.all(work);
  await findPrimary();
  const found = await compare(answers, trips, tripId);
  const moments = [since, ...answers.successes.filter((at) => at > since && at < until), until];
  const gaps = moments.slice(1).map((at, index) => at - (moments[index] as number));
  return {
    fault: fault.name,
    acknowledged: answers.successes.length,
    ...found,
    gap: Math.max(...gaps) / 1_000,
    neither: answers.neither.slice(0, 20),
    unanswered: answers.unanswered,
    pages: answers.pages,
    pagesFailed: answers.pagesFailed,
  };
}

/** Makes our own connection one to the primary, which may be another one by now. */
async function findPrimary(): Promise<void> {
  const end = performance.now() + GIVE_UP_MS;
  const writes = () => database.query('update operator set pause_minutes = pause_minutes').then(() => true);
  while (!(await writes().catch(() => false))) {
    if (performance.now() > end) throw new Error('no primary accepts writes');
    await wait(RETRY_MS);
  }
}

/** Waits until a success was answered lately. */
async function untilSuccess(answers: Answers): Promise<void> {
  const since = performance.now();
  while (!answers.successes.some((at) => at > since - AFTER_MS)) {
    if (performance.now() > since + GIVE_UP_MS) throw new Error('nobody succeeds any more');
    await wait(RETRY_MS);
  }
}

interface Trip {
  id: string;
  fareId: string;
}

async function makeTrips(): Promise<Trip[]> {
  const { rows } = await database.query<Trip>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
       select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '300 days', now() + interval '301 days', true, 100000
       from generate_series(1, $1) returning id
     )
     insert into trip_fares (id, trip_id, position, label, price_cents) select uuidv7(), id, 0, 'Adulto', $2 from made
     returning trip_id as id, id as "fareId"`,
    [TRIPS, PRICE_CENTS],
  );
  return rows;
}

/** Reserves, cancels every third and has the others paid. */
async function book(answers: Answers, by: { token: string; staff: string }, trips: Trip[], signal: AbortSignal) {
  for (const [turn, { id: tripId, fareId }] of trips.entries()) {
    if (signal.aborted) return;
    const party = { party: [{ fareId, count: 1 }] };
    const made = await insist(answers, `/api/trips/enrrol/${tripId}`, by.token, party);
    if (!made) continue;
    const { id } = made as { id: string };
    const known = { isPaid: false, isCancelled: false };
    answers.reservations.set(id, known);
    if (turn % 3 === 0) {
      known.isCancelled = (await insist(answers, `/api/reservations/${id}/cancel`, by.token, {})) !== undefined;
      continue;
    }
    const money = { kind: 'balance', method: 'cash', amountCents: PRICE_CENTS };
    known.isPaid = (await insist(answers, `/api/reservations/${id}/payments`, by.staff, money)) !== undefined;
  }
}

async function board(answers: Answers, token: string, tripId: string, signal: AbortSignal): Promise<void> {
  const deviceId = randomUUIDv7();
  const { rows } = await database.query<{ id: string }>(
    'select p.id from participants p join reservations r on r.id = p.reservation_id where r.trip_id = $1',
    [tripId],
  );
  for (const { id: participantId } of rows) {
    if (signal.aborted) return;
    const tap = {
      id: randomUUID(),
      participantId,
      decision: 'boarded',
      tappedAt: new Date().toISOString(),
      clockOffsetMs: 0,
    };
    const answer = await insist(answers, `/api/trips/${tripId}/boarding/taps`, token, { deviceId, taps: [tap] });
    if (answer) answers.boarded.add(participantId);
    await wait(RETRY_MS);
  }
}

/** Sends a write until it is answered; undefined if it was refused. */
async function insist(answers: Answers, path: string, token: string, body: object): Promise<object | undefined> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    [IDEMPOTENCY_HEADER]: randomUUID(),
  };
  const end = performance.now() + GIVE_UP_MS;
  while (performance.now() < end) {
    const answer = await ask(answers, path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer?.ok) {
      answers.successes.push(performance.now());
      return (await answer.json()) as object;
    }
    if (answer && answer.status < 500) {
      answers.neither.push(
        `${path.replaceAll(/[0-9a-f-]{36}/g, '…')} ${answer.status} ${(await answer.text()).slice(0, 120)}`,
      );
      return undefined;
    }
    await wait(RETRY_MS);
  }
  throw new Error(`${path} was not answered for ${GIVE_UP_MS / 1_000} s`);
}

async function visit(answers: Answers, signal: AbortSignal): Promise<void> {
  const paths = ['/', '/portal/passeio'];
  for (let turn = 0; !signal.aborted; turn += 1) {
    const answer = await ask(answers, paths[turn % paths.length] as string, {});
    if (answer?.ok) answers.pages += 1;
    else answers.pagesFailed += 1;
    await answer?.body?.cancel();
    await wait(RETRY_MS);
  }
}

/** An answer, noted where it is neither a success nor 503 with `Retry-After`; undefined where none came. */
async function ask(answers: Answers, path: string, request: RequestInit): Promise<Response | undefined> {
  try {
    const answer = await fetch(url + path, { ...request, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) });
    const isBusy = answer.status === 503 && answer.headers.has('retry-after');
    if (answer.status >= 500 && !isBusy) answers.neither.push(`${path} ${answer.status}`);
    return answer;
  } catch {
    answers.unanswered += 1;
    return undefined;
  }
}

/** What people were answered beside what the database holds. */
async function compare(
  answers: Answers,
  trips: Trip[],
  boardingTrip: string,
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await database.query<{ id: string; state: string; payments: number; cents: number }>(
    `select r.id, r.state, count(e.id)::integer as payments, coalesce(sum(e.amount_cents), 0)::integer as cents
     from reservations r left join entries e on e.reservation_id = r.id and e.direction = 'in'
     where r.trip_id = any($1::uuid[]) group by r.id`,
    [trips.map(({ id }) => id)],
  );
  const stored = new Map(rows.map((row) => [row.id, row]));
  let [lost, doubled] = [0, 0];
  for (const [id, { isPaid, isCancelled }] of answers.reservations) {
    const row = stored.get(id);
    const isThere = row && (!isPaid || row.cents === PRICE_CENTS) && isCancelled === (row.state === 'cancelled');
    if (!isThere && !(row && row.payments > 1)) lost += 1;
    if (row && row.payments > 1) doubled += 1;
  }
  doubled += rows.filter(({ id }) => !answers.reservations.has(id)).length;
  const { rows: boarded } = await database.query<{ id: string }>(
    `select p.id from participants p join reservations r on r.id = p.reservation_id
     where r.trip_id = $1 and p.boarded_at is not null`,
    [boardingTrip],
  );
  const there = new Set(boarded.map(({ id }) => id));
  lost += [...answers.boarded].filter((id) => !there.has(id)).length;
  return { lost, doubled };
}
