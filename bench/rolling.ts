import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE } from '@passeio/contract/paths';
import type { Trip } from '@passeio/contract/trips/trips';
import pg from 'pg';
import { freePort } from '../scripts/free-port.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { signUpData } from '../server/test/factories.ts';
import { startS3 } from '../server/test/s3.ts';
import { allowUnpaid } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { type ReverseProxy, startHaproxy, startNginx } from './proxies.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// Two servers on one database and one bucket, restarted in turn under load.
const DRAIN_SECONDS = 4;
const VISITORS = 8;
const PEOPLE = 8;
// Enough people for one reservation per person and trip.
const TRIPS = 1_500;
const RECOVERY_MS = 3_000;
const PASSWORD = 'uma senha comprida';

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
  DRAIN_SECONDS: String(DRAIN_SECONDS),
};
const servers: Product[] = [];
for (const port of ports) servers.push(await startProduct({ ...env, PORT: String(port) }));

const database = new pg.Client(postgres.connectionString);
await database.connect();
await allowUnpaid(database);
await database.end();

const rows = [];
for (const start of [startNginx, startHaproxy]) {
  const proxy = await start(ports, proxyPort);
  rows.push(await restartUnderLoad(proxy));
  await proxy.stop();
}
for (const server of servers) await server.stop();
await bucket.close();
await postgres.stop();
await folder.remove();

printTable(`Two servers restarted one after the other, ${VISITORS} visitors and ${PEOPLE} people who enrol`, rows);
await writeResult('rolling', rows);
process.exitCode = rows.some(({ errors }) => errors > 0) ? 1 : 0;

interface Figures {
  views: number[];
  enrolments: number[];
  /** Failures by status and error code, or by connection error. */
  errors: Map<string, number>;
}

async function restartUnderLoad(proxy: ReverseProxy) {
  const agent = new Agent({ keepAlive: true });
  const figures: Figures = { views: [], enrolments: [], errors: new Map() };
  const trips = await makeTrips();
  const tokens: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) tokens.push(await signUp(proxy.url));
  const ended = new AbortController();
  const work = [
    ...Array.from({ length: VISITORS }, () => visit(proxy.url, agent, figures, ended.signal)),
    ...tokens.map((token) => enrol(proxy.url, agent, token, trips, figures, ended.signal)),
  ];
  await wait(RECOVERY_MS);
  for (const [place, port] of ports.entries()) {
    await servers[place]?.stop();
    servers[place] = await startProduct({ ...env, PORT: String(port) });
    // The proxy must have noticed that it is back before the other one stops.
    await wait(RECOVERY_MS);
  }
  ended.abort();
  await Promise.all(work);
  agent.destroy();
  for (const [kind, count] of figures.errors) console.log(`${proxy.name}: ${count} × ${kind}`);
  const p99 = (times: number[]) =>
    quantile(
      times.toSorted((one, other) => one - other),
      0.99,
    ).toFixed(0);
  return {
    proxy: proxy.name,
    views: figures.views.length,
    'views, p99 ms': p99(figures.views),
    enrolments: figures.enrolments.length,
    'enrolments, p99 ms': p99(figures.enrolments),
    errors: [...figures.errors.values()].reduce((sum, count) => sum + count, 0),
  };
}

async function visit(url: string, agent: Agent, { views, errors }: Figures, signal: AbortSignal): Promise<void> {
  const { data } = await (await fetch(`${url}/api/trips?isActive=true&showImages=true&size=12`)).json();
  const [image] = data.flatMap((trip: Trip) => trip.tripImages);
  const paths = ['/', '/portal/passeio', '/api/trips?isActive=true&showImages=true&size=24', `${API_BASE}${image.url}`];
  for (let turn = 0; !signal.aborted; turn += 1) {
    await measure(views, errors, '200', () => send(`${url}${paths[turn % paths.length]}`, agent));
  }
}

async function enrol(
  url: string,
  agent: Agent,
  token: string,
  trips: string[],
  { enrolments, errors }: Figures,
  signal: AbortSignal,
): Promise<void> {
  for (const trip of trips) {
    if (signal.aborted) return;
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    await measure(enrolments, errors, '201', () => send(`${url}/api/trips/enrrol/${trip}`, agent, 'POST', headers));
  }
}

async function measure(
  times: number[],
  errors: Map<string, number>,
  expected: string,
  ask: () => Promise<string>,
): Promise<void> {
  const since = performance.now();
  const outcome = await ask().catch((error) => String((error as NodeJS.ErrnoException).code ?? error));
  if (outcome === expected) times.push(performance.now() - since);
  else errors.set(outcome, (errors.get(outcome) ?? 0) + 1);
}

/** The status of a fully read response; for failures with the error code. */
function send(url: string, agent: Agent, method = 'GET', headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    request(url, { agent, method, headers }, (response) => {
      const { statusCode = 0 } = response;
      text(response).then(
        (body) => resolve(statusCode < 400 ? `${statusCode}` : `${statusCode} ${body.slice(0, 60)}`),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

async function makeTrips(): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
       select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '300 days', now() + interval '301 days', true, 100000
       from generate_series(1, $1) returning id
     ), fares as (
       insert into trip_fares (id, trip_id, position, label, price_cents) select uuidv7(), id, 0, 'Adulto', 10000 from made
     )
     select id from made`,
    [TRIPS],
  );
  await client.end();
  return rows.map(({ id }) => id);
}

/** Signs up and in; returns the token. */
async function signUp(url: string): Promise<string> {
  const data = signUpData();
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: url, ...headers },
    });
  await post('/identity/sign-up/email', { name: data.name, email: data.email, password: PASSWORD });
  const signedIn = await post('/identity/sign-in/email', { email: data.email, password: PASSWORD });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const { token } = (await (await fetch(`${url}/identity/token`, { headers: { cookie } })).json()) as { token: string };
  const profile = await post('/api/users', data, { authorization: `Bearer ${token}` });
  if (!profile.ok) throw new Error(`no profile: ${profile.status} ${await profile.text()}`);
  return token;
}
