import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE, IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import type { Trip } from '@passeio/contract/trips/trips';
import pg from 'pg';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { freePort } from '../scripts/free-port.ts';
import { fixLastRelease, isOfThisLine, lastRelease, unpackRelease } from '../scripts/last-release.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { signInAt, signUpAndIn } from '../server/test/ledger.ts';
import { startS3 } from '../server/test/s3.ts';
import { SCHEMA_DIGEST } from '../server/test/schema-digest.ts';
import { allowUnpaid } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { type ReverseProxy, startHaproxy, startNginx } from './proxies.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// Two servers of the last release on one database and one bucket, behind a proxy. Under load they get the release's fix
// and are replaced in turn by this version, one is set back to the release, both are restarted, and columns are added
// under them. A release of another line of versions is stopped and converted: then they are of this version throughout.
const DRAIN_SECONDS = 4;
const VISITORS = Number(process.env.VISITORS ?? 4);
const PEOPLE = Number(process.env.PEOPLE ?? 4);
// Enough people for one reservation per person and trip.
const TRIPS = 1_500;
const PRICE_CENTS = 10_000;
const RECOVERY_MS = 3_000;
const MIGRATED = ['trips', 'reservations', 'participants', 'charges', 'transfers'];
const LOCK_REFUSED = '55P03';
const PRESENT = join(import.meta.dirname, '..');
const OPERATOR = demoAccounts.find(({ role }) => role === 'OPERATOR')?.email ?? '';

const isUpgrade = await isOfThisLine(lastRelease);
const release = await temporaryFolder();
const fixed = await temporaryFolder();
if (isUpgrade) {
  await unpackRelease(release.path, lastRelease);
  console.log(`Building release ${lastRelease.version} …`);
  execFileSync(process.execPath, [join(release.path, 'scripts/build.ts')], { cwd: release.path, stdio: 'inherit' });
  await cp(release.path, fixed.path, { recursive: true, verbatimSymlinks: true });
  await fixLastRelease(fixed.path);
} else {
  console.log(`Release ${lastRelease.version} is converted with all servers stopped: only restarts are measured.`);
}
const before = isUpgrade ? release.path : PRESENT;

const rows: Awaited<ReturnType<typeof underLoad>>[] = [];
for (const start of [startNginx, startHaproxy]) rows.push(...(await upgradeBehind(start)));
await release.remove();
await fixed.remove();
printTable(
  `Two servers${isUpgrade ? ` of release ${lastRelease.version} and` : ' of'} this version, ${VISITORS} visitors and ${PEOPLE} people who reserve, pay and cancel`,
  rows,
);
await writeResult('rolling', rows);
process.exitCode = rows.some(({ errors }) => errors > 0) ? 1 : 0;

interface Figures {
  views: number[];
  writes: number[];
  /** Failures by status and error code, or by connection error. */
  errors: Map<string, number>;
}

/** Who works while servers are replaced. */
interface Load {
  proxy: ReverseProxy;
  database: pg.Client;
  /** Tokens of people who reserve. */
  tokens: string[];
  staff: string;
}

async function upgradeBehind(startProxy: typeof startNginx) {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres(folder.path, () => undefined);
  const bucket = await startS3();
  const ports = [await freePort(), await freePort()];
  const proxyPort = await freePort();
  const env = {
    DATABASE_URL: postgres.connectionString,
    IDENTITY_SECRET: randomUUID(),
    STORAGE_URL: bucket.url,
    PUBLIC_URL: `http://127.0.0.1:${proxyPort}`,
    TRUST_PROXY: '127.0.0.1',
    PAYMENTS: 'manual',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const startServer = (place: number, sources: string) => startProduct({ ...env, PORT: String(ports[place]) }, sources);
  const servers: Product[] = [await startServer(0, before), await startServer(1, before)];
  const replace = async (place: number, sources: string) => {
    await servers[place]?.stop();
    servers[place] = await startServer(place, sources);
    // The proxy must have noticed that it is back before the other one stops.
    await wait(RECOVERY_MS);
  };
  const proxy = await startProxy(ports, proxyPort);
  const database = new pg.Client(postgres.connectionString);
  await database.connect();
  await allowUnpaid(database);
  const tokens: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) tokens.push(await signUpAndIn(proxy.url));
  const load = { proxy, database, tokens, staff: await signInAt(proxy.url, OPERATOR, DEMO_PASSWORD) };

  const upgrade = async () => [
    ...(lastRelease.fix
      ? [
          await underLoad(`${lastRelease.version} gets its fix`, load, async () => {
            for (const place of servers.keys()) await replace(place, fixed.path);
            return 'works';
          }),
        ]
      : []),
    await underLoad(`${lastRelease.version} to this version`, load, async () => {
      for (const place of servers.keys()) await replace(place, PRESENT);
      return 'works';
    }),
    await underLoad(`one server back to ${lastRelease.version}`, load, async () => {
      const before = await schemaOf(database);
      await servers[0]?.stop();
      const outcome = await startServer(0, release.path).then(
        (server) => {
          servers[0] = server;
          return 'works';
        },
        ({ message }: Error) => (message.includes('Start the version that fits it') ? 'refused' : message),
      );
      const isChanged = (await schemaOf(database)) !== before;
      if (outcome === 'refused') servers[0] = await startServer(0, PRESENT);
      await wait(RECOVERY_MS);
      return isChanged ? `${outcome}, and the schema changed` : outcome;
    }),
  ];
  const figures = [
    ...(isUpgrade ? await upgrade() : []),
    await underLoad('restart of this version', load, async () => {
      for (const place of servers.keys()) await replace(place, PRESENT);
      return 'works';
    }),
    await underLoad('columns are added under this version', load, async () => {
      for (const table of MIGRATED) await addColumn(database, table);
      await wait(RECOVERY_MS);
      return 'works';
    }),
  ];
  await proxy.stop();
  await database.end();
  for (const server of servers) await server.stop();
  await bucket.close();
  await postgres.stop();
  await folder.remove();
  return figures;
}

/** What people get while `replaceServers` works; it says how that ended, as "works" or "refused". */
async function underLoad(name: string, load: Load, replaceServers: () => Promise<string>) {
  const { proxy, tokens } = load;
  const agent = new Agent({ keepAlive: true });
  const figures: Figures = { views: [], writes: [], errors: new Map() };
  const trips = await makeTrips(load.database);
  const ended = new AbortController();
  const work = [
    ...Array.from({ length: VISITORS }, () => visit(proxy.url, agent, figures, ended.signal)),
    ...tokens.map((token) => reserve(load, { token, agent, trips }, figures, ended.signal)),
  ];
  await wait(RECOVERY_MS);
  const outcome = await replaceServers();
  ended.abort();
  await Promise.all(work);
  agent.destroy();
  for (const [kind, count] of figures.errors) console.log(`${proxy.name}, ${name}: ${count} × ${kind}`);
  const p99 = (times: number[]) =>
    quantile(
      times.toSorted((one, other) => one - other),
      0.99,
    ).toFixed(0);
  const isExpected = outcome === 'works' || outcome === 'refused';
  const row = {
    proxy: proxy.name,
    what: name,
    outcome,
    views: figures.views.length,
    'views, p99 ms': p99(figures.views),
    writes: figures.writes.length,
    'writes, p99 ms': p99(figures.writes),
    errors: [...figures.errors.values()].reduce((sum, count) => sum + count, 0) + (isExpected ? 0 : 1),
  };
  console.log(JSON.stringify(row));
  return row;
}

/** As a migration does. */
async function addColumn(database: pg.Client, table: string): Promise<void> {
  await database.query("set lock_timeout = '500ms'");
  try {
    await database.query(`alter table ${table} add column bench_note text`);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_REFUSED) throw error;
    await wait(RECOVERY_MS / 10);
    await addColumn(database, table);
  }
}

async function schemaOf(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ digest: string }>(SCHEMA_DIGEST);
  return rows[0]?.digest ?? '';
}

async function visit(url: string, agent: Agent, { views, errors }: Figures, signal: AbortSignal): Promise<void> {
  const { data } = await (await fetch(`${url}/api/trips?isActive=true&showImages=true&size=12`)).json();
  const [image] = data.flatMap((trip: Trip) => trip.tripImages);
  const paths = ['/', '/portal/passeio', '/api/trips?isActive=true&showImages=true&size=24', `${API_BASE}${image.url}`];
  for (let turn = 0; !signal.aborted; turn += 1) {
    await measure(views, errors, () => send(`${url}${paths[turn % paths.length]}`, agent));
  }
}

/** Reserves, cancels every third and has the others paid. */
async function reserve(
  { proxy: { url }, staff }: Load,
  { token, agent, trips }: { token: string; agent: Agent; trips: string[] },
  { writes, errors }: Figures,
  signal: AbortSignal,
): Promise<void> {
  const write = (path: string, by: string, body?: object) =>
    measure(writes, errors, () => send(`${url}${path}`, agent, { by, body }));
  const money = { kind: 'balance', method: 'cash', amountCents: PRICE_CENTS };
  for (const [turn, trip] of trips.entries()) {
    if (signal.aborted) return;
    const made = await write(`/api/trips/enrrol/${trip}`, token);
    if (made === undefined) continue;
    const { id } = JSON.parse(made) as { id: string };
    if (turn % 3 === 0) await write(`/api/reservations/${id}/cancel`, token, {});
    else await write(`/api/reservations/${id}/payments`, staff, money);
  }
}

/** The answer, whose time counts among `times`; undefined for an error, which counts among `errors`. */
async function measure(
  times: number[],
  errors: Map<string, number>,
  ask: () => Promise<string>,
): Promise<string | undefined> {
  const since = performance.now();
  try {
    const answer = await ask();
    times.push(performance.now() - since);
    return answer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const kind = code ?? message;
    errors.set(kind, (errors.get(kind) ?? 0) + 1);
    return undefined;
  }
}

/** The body of an answer that was read to its end. Throws one that is no success. `write`: a POST, sent once. */
function send(url: string, agent: Agent, write?: { by: string; body?: object | undefined }): Promise<string> {
  const headers = write && {
    authorization: `Bearer ${write.by}`,
    [IDEMPOTENCY_HEADER]: randomUUID(),
    ...(write.body && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    request(url, { agent, method: write ? 'POST' : 'GET', headers: headers ?? {} }, (response) => {
      const { statusCode = 0 } = response;
      text(response).then(
        (body) => (statusCode < 300 ? resolve(body) : reject(new Error(`${statusCode} ${body.slice(0, 60)}`))),
        reject,
      );
    })
      .on('error', reject)
      .end(write?.body && JSON.stringify(write.body));
  });
}

async function makeTrips(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
       select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '300 days', now() + interval '301 days', true, 100000
       from generate_series(1, $1) returning id
     ), fares as (
       insert into trip_fares (id, trip_id, position, label, price_cents) select uuidv7(), id, 0, 'Adulto', $2 from made
     )
     select id from made`,
    [TRIPS, PRICE_CENTS],
  );
  return rows.map(({ id }) => id);
}
