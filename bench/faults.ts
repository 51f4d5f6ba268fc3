import { execFile } from 'node:child_process';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Trip } from '@passeio/contract/trips/trips';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { createDatabase, createPool } from '../server/src/platform/database/connect.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../server/src/platform/database/embedded/index.ts';
import { createTrip } from '../server/test/factories.ts';
import { partyOf, reserve, send, signUpAndIn } from '../server/test/ledger.ts';
import { allowUnpaid } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { startHaproxy, startNginx } from './proxies.ts';
import { printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// Faults, and how much of them others see: a server that hangs in the middle of its transactions, a primary that only
// reads from some moment on while its standby is promoted, and a bank that is unavailable while a hold ends that was
// paid.
const TITLE = 'Avaria';
const PEOPLE = 8;
const TRIPS = 6;
const STOPPED_MS = 30_000;
// Locks of a stopped server are free after 2 s, a request waits for one for 3 s at most.
const RECOVERY_MS = 8_000;
const STOPPED_LIMIT = 0.1;
const FAILOVER_LIMIT_MS = 15_000;
const AWAY_MS = 40_000;
const BACK_LIMIT_MS = 60_000;
const PROXY_NOTICES_MS = 4_000;
const HANGING_MS = 30_000;
const HANGING_LIMIT_MS = 5_000;
const POLL_MS = 250;
const run = promisify(execFile);

interface Answer {
  status: number;
  at: number;
}

const rows = [...(await tryServers()), await tryBank()];
for (const start of [startNginx, startHaproxy]) rows.push(await tryProxy(start), await tryHanging(start));
printTable(
  'Faults',
  rows.map(({ isGood: _, ...row }) => row),
);
await writeResult('faults', rows);
process.exitCode = rows.every(({ isGood }) => isGood) ? 0 : 1;

/** Two servers on a primary and a standby: one server hangs, then the primary only reads. */
async function tryServers() {
  const folder = await temporaryFolder();
  await chmod(folder.path, 0o711);
  const { primary, standby, tokens, origin, env } = await prepareCluster(folder.path);
  const servers = [await startProduct({ ...env, PORT: new URL(origin).port }), await startProduct(env)];
  const [healthy, hanging] = servers as [Product, Product];
  const trips = await tripsAt(healthy);
  const figures = [await hang(healthy, hanging, { tokens, trips })];
  figures.push(await readOnly(healthy, { primary, standby, tokens, trips }));
  for (const server of servers) await server.stop();
  await Promise.allSettled([primary.stop(), standby.stop()]);
  await folder.remove();
  return figures;
}

/** The demonstration with people signed in on two copies of one database, the second of which waits to be promoted. */
async function prepareCluster(folder: string) {
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const first = await startEmbeddedPostgres(one, () => undefined);
  const origin = `http://localhost:${await freePort()}`;
  const usual = { IDENTITY_SECRET: randomUUID(), PUBLIC_URL: origin, PAYMENTS: 'manual', DRAIN_SECONDS: '0' };
  const product = await startProduct({ ...usual, DATABASE_URL: first.connectionString, PORT: new URL(origin).port });
  const client = new pg.Client(first.connectionString);
  await client.connect();
  await allowUnpaid(client);
  await client.end();
  await makeTrips(first.connectionString, TRIPS, { capacity: 100_000, deposit_percent: 0 });
  const tokens: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) tokens.push(await signUpAndIn(product.url, origin));
  await product.stop();
  await first.stop();
  await run('cp', ['-a', one, two]);
  await writeFile(join(two, 'postgres/standby.signal'), '');
  const primary = await startEmbeddedPostgres(one, () => undefined);
  const standby = await startEmbeddedPostgres(two, () => undefined);
  const env = { ...usual, DATABASE_URL: `postgresql://postgres@${hostOf(primary)},${hostOf(standby)}/passeio` };
  return { primary, standby, tokens, origin, env };
}

function hostOf({ connectionString }: EmbeddedPostgres): string {
  return encodeURIComponent(new URL(connectionString).searchParams.get('host') ?? '');
}

async function makeTrips(connectionString: string, count: number, facts: Parameters<typeof createTrip>[1]) {
  const db = createDatabase(createPool({ connectionString, max: 1, onError: () => undefined }));
  for (let trip = 0; trip < count; trip += 1) await createTrip({ db }, { title: TITLE, ...facts });
  await db.destroy();
}

async function tripsAt({ url }: Product): Promise<Trip[]> {
  const { data } = (await (await fetch(`${url}/api/trips?text=${TITLE}`)).json()) as { data: Trip[] };
  return data;
}

/** Reserves and cancels, over and over; what is answered. */
async function load(server: Product, { tokens, trips }: Load, signal: AbortSignal): Promise<Answer[]> {
  const answers: Answer[] = [];
  const note = (status: number) => answers.push({ status, at: performance.now() });
  const work = async (token: string, index: number) => {
    for (let turn = index; !signal.aborted; turn += 1) {
      const trip = trips[turn % trips.length] as Trip;
      const asked = { trip, body: { party: partyOf(trip, 0) }, key: randomUUIDv7() };
      try {
        const response = await reserve(server.url, token, asked);
        const { id } = (await response.json()) as { id?: string };
        note(response.status);
        if (response.status !== 201 || !id) await wait(50);
        else note((await send(server.url, `/api/reservations/${id}/cancel`, token)).status);
      } catch {
        if (!signal.aborted) note(0);
        await wait(50);
      }
    }
  };
  await Promise.all(tokens.map(work));
  return answers;
}
interface Load {
  tokens: string[];
  trips: Trip[];
}

function isFailed({ status }: Answer): boolean {
  return status === 0 || status >= 500;
}

async function hang(healthy: Product, hanging: Product, { tokens, trips }: Load) {
  const half = tokens.length / 2;
  const over = new AbortController();
  const [atHealthy, atHanging] = [
    load(healthy, { tokens: tokens.slice(0, half), trips }, over.signal),
    load(hanging, { tokens: tokens.slice(half), trips }, over.signal),
  ];
  await wait(3_000);
  process.kill(hanging.pid, 'SIGSTOP');
  const since = performance.now();
  await wait(STOPPED_MS);
  const until = performance.now();
  process.kill(hanging.pid, 'SIGCONT');
  over.abort();
  const during = (await atHealthy).filter(({ at }) => at >= since && at <= until);
  await atHanging;
  const failed = during.filter(isFailed);
  const late = failed.filter(({ at }) => at > since + RECOVERY_MS);
  const isGood = during.length > 50 && failed.length < STOPPED_LIMIT * during.length && late.length === 0;
  return {
    fault: 'one of two servers stopped for 30 s',
    others: `${during.length} answers, ${failed.length} failed, ${late.length} of them after ${RECOVERY_MS / 1_000} s`,
    isGood,
  };
}

async function readOnly(
  server: Product,
  { primary, standby, ...work }: Load & { primary: EmbeddedPostgres; standby: EmbeddedPostgres },
) {
  const over = new AbortController();
  const answering = load(server, work, over.signal);
  await wait(2_000);
  await onServer(primary, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
  const since = performance.now();
  const isNotReady = await until(FAILOVER_LIMIT_MS, async () => !(await fetch(`${server.url}/readyz`)).ok);
  await onServer(standby, 'select pg_promote()');
  const promoted = performance.now();
  const isReady = await until(FAILOVER_LIMIT_MS, async () => (await fetch(`${server.url}/readyz`)).ok);
  await wait(3_000);
  over.abort();
  const answers = (await answering).filter(({ at }) => at > since);
  const next = answers.find(({ at, status }) => at > promoted && status < 300);
  const strange = answers.filter(({ status }) => status === 0 || (status >= 500 && status !== 503)).length;
  const seconds = next ? (next.at - promoted) / 1_000 : Number.NaN;
  return {
    fault: 'a primary that only reads, then its standby promoted',
    others: `not ready meanwhile: ${isNotReady ? 'yes' : 'no'}; writes again ${seconds.toFixed(1)} s after the promotion; ${strange} answers neither success nor 503`,
    isGood: isNotReady && isReady && strange === 0 && seconds * 1_000 < FAILOVER_LIMIT_MS,
  };
}

async function onServer({ connectionString }: EmbeddedPostgres, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** Pays a hold in time while the bank answers nobody: its place is not sold until the bank was asked. */
async function tryBank() {
  const product = await startProduct();
  const bankUrl = `http://localhost:${Number(new URL(product.url).port) + 1}`;
  const database = new pg.Client(await findRunningPostgres(product.dataDir));
  await database.connect();
  const [payer, other] = [
    await signUpAndIn(product.url, product.origin),
    await signUpAndIn(product.url, product.origin),
  ];
  await makeTrips(await findRunningPostgres(product.dataDir), 1, { capacity: 1 });
  const [trip] = await tripsAt(product);
  if (!trip) throw new Error('the trip is not listed');
  const enrol = (token: string) =>
    reserve(product.url, token, { trip, body: { party: partyOf(trip, 0) }, key: randomUUIDv7() });
  const held = (await (await enrol(payer)).json()) as { id: string };
  const stateOf = async () =>
    ((await (await send(product.url, `/api/reservations/${held.id}`, payer, 'GET')).json()) as { state: string }).state;
  const txid = await payableCharge(product, payer, held.id);
  const press = (path: string, form: Record<string, string>) =>
    fetch(bankUrl + path, { method: 'POST', body: new URLSearchParams(form), headers: { origin: bankUrl } });
  await press('/banco', { estado: 'closed' });
  const paid = await press(`/pagar/${txid}`, {
    valor: await depositOf(database, held.id),
    nome: 'Maria',
    aviso: 'lost',
  });
  await database.query(`update reservations set hold_expires_at = now() + interval '1 second' where id = $1`, [
    held.id,
  ]);
  await wait(AWAY_MS);
  const meanwhile = { state: await stateOf(), sold: (await enrol(other)).status === 201 };
  await press('/banco', { estado: 'open' });
  const since = performance.now();
  const isBooked = await until(BACK_LIMIT_MS, async () => (await stateOf()) === 'booked');
  const seconds = (performance.now() - since) / 1_000;
  await database.end();
  await product.stop();
  return {
    fault: `a bank away for ${AWAY_MS / 1_000} s over the end of a hold that was paid`,
    others: `paid: ${paid.ok ? 'yes' : 'no'}; meanwhile ${meanwhile.state}, place sold: ${meanwhile.sold ? 'yes' : 'no'}; booked ${seconds.toFixed(1)} s after the bank was back`,
    isGood: paid.ok && meanwhile.state === 'held' && !meanwhile.sold && isBooked,
  };
}

async function payableCharge({ url }: Product, token: string, reservationId: string): Promise<string> {
  const charge = async () => {
    const response = await fetch(`${url}/api/reservations/${reservationId}/charges`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUIDv7(),
      },
      body: JSON.stringify({ purpose: 'deposit' }),
    });
    return (await response.json()) as { txid: string; payload: string | null };
  };
  await until(BACK_LIMIT_MS, async () => (await charge()).payload !== null);
  return (await charge()).txid;
}

async function depositOf(database: pg.Client, id: string): Promise<string> {
  const { rows: found } = await database.query('select deposit_cents from reservations where id = $1', [id]);
  return (found[0].deposit_cents / 100).toFixed(2).replace('.', ',');
}

/**
 * Both servers are not ready, as while the database is unavailable, and then gone: what the proxy before them answers.
 */
async function tryProxy(start: typeof startNginx) {
  let isReady = true;
  const ports = [await freePort(), await freePort()];
  const servers = ports.map((port) =>
    createServer((request, response) => {
      response.statusCode = request.url === '/readyz' && !isReady ? 503 : 200;
      response.end('from the cache');
    }).listen(port, '127.0.0.1'),
  );
  const proxy = await start(ports, await freePort());
  isReady = false;
  await wait(PROXY_NOTICES_MS);
  const unready = await (await fetch(proxy.url)).text();
  for (const server of servers) server.close().closeAllConnections();
  await wait(PROXY_NOTICES_MS);
  const gone = await fetch(proxy.url);
  const isOwnPage =
    gone.status === 503 && gone.headers.has('retry-after') && (await gone.text()).includes('Voltamos já');
  await proxy.stop();
  return {
    fault: `no server ready, then none there, behind ${proxy.name}`,
    others: `${unready}; then ${gone.status}${isOwnPage ? ' with the page in Portuguese' : ''}`,
    isGood: unready === 'from the cache' && isOwnPage,
  };
}

/** One of two servers hangs: it takes connections and answers nothing, as one that is stopped. */
async function tryHanging(start: typeof startNginx) {
  let hangs = false;
  const ports = [await freePort(), await freePort()];
  const servers = ports.map((port, index) =>
    createServer((request, response) => {
      if (hangs && index === 1) return;
      request.resume().once('end', () => response.end('answered'));
    }).listen(port, '127.0.0.1'),
  );
  const proxy = await start(ports, await freePort());
  const end = performance.now() + HANGING_MS;
  const client = async (asked: () => RequestInit & { path: string }) => {
    const answers: { status: number; ms: number }[] = [];
    while (performance.now() < end) {
      const { path, ...init } = asked();
      const since = performance.now();
      const { status } = await fetch(proxy.url + path, init).catch(() => ({ status: 0 }));
      answers.push({ status, ms: performance.now() - since });
      await wait(20);
    }
    return answers;
  };
  const asked = [
    () => ({ path: '/' }),
    () => ({ path: '/api/reservations', method: 'POST', headers: { 'idempotency-key': randomUUIDv7() } }),
    () => ({ path: '/api/reservations', method: 'POST' }),
  ];
  const asking = [...asked, ...asked, ...asked].map(client);
  // Without checks, nginx cannot distinguish a file that takes long from a server that hangs.
  const files = proxy.name === 'nginx' ? undefined : client(() => ({ path: '/api/reports/export' }));
  hangs = true;
  const retried = (await Promise.all(asking)).map((answers, index) => ({ answers, isKeyed: index % 3 < 2 }));
  const all = [...retried.flatMap(({ answers }) => answers), ...((await files) ?? [])];
  for (const server of servers) server.close().closeAllConnections();
  await proxy.stop();
  const longest = Math.max(...all.map(({ ms }) => ms));
  const failed = all.filter(({ status }) => status !== 200);
  const isRetried = retried.every(({ answers, isKeyed }) => !isKeyed || answers.every(({ status }) => status === 200));
  const strange = failed.filter(({ status }) => status !== 503).length;
  return {
    fault: `one of two servers hangs for ${HANGING_MS / 1_000} s, behind ${proxy.name}`,
    others: `${all.length} answers, ${failed.length} of them the page in Portuguese, longest ${(longest / 1_000).toFixed(1)} s; GET and keyed POST all answered: ${isRetried ? 'yes' : 'no'}`,
    isGood: longest < HANGING_LIMIT_MS && isRetried && strange === 0,
  };
}

/** Whether something becomes true within a time, in milliseconds. */
async function until(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await isSo().catch(() => false)) return true;
    await wait(POLL_MS);
  }
  return false;
}
