import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { allowUnpaid, anyAddress, signInMany } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { processorSeconds, residentMegabytes } from './tools.ts';

// A busy evening: visitors view the portal while places are taken and released. Requests are sent on schedule, whether
// earlier ones have been answered or not (open loop).
const SECONDS = Number(process.argv[2] ?? 300);
const VIEWS_PER_SECOND = 140;
const ENROLMENTS_PER_SECOND = 24;
const CANCELLATIONS_PER_SECOND = 12;
const PEOPLE = 1_000;
const TRIPS = 24;
const BROWSER = {
  accept: 'text/html,application/xhtml+xml',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'pt-BR,pt;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
};
const REQUEST_LIMIT_MS = 30_000;

interface Kind {
  name: string;
  perSecond: number;
  /** Sends a request; false if its response is not as expected. */
  send: () => Promise<boolean>;
}

interface Enrolled {
  reservation: string;
  token: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const product = await startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 4 });
await allowUnpaid(database);
const { tokens } = await signInMany(product, database, PEOPLE);
const trips = await makeTrips();
const pages = ['/', '/portal/passeio', '/portal/contato', '/portal/politicacancelamento'].concat(
  trips.map(({ slug }) => `/portal/passeio/${slug}`),
);
const memory: number[] = [];
const enrolled: Enrolled[] = [];
let views = 0;
let turns = 0;

const kinds: Kind[] = [
  { name: 'page views', perSecond: VIEWS_PER_SECOND, send: view },
  { name: 'enrolments', perSecond: ENROLMENTS_PER_SECOND, send: enrol },
  { name: 'cancellations', perSecond: CANCELLATIONS_PER_SECOND, send: cancel },
];
// Warm-up.
await run(kinds, Math.min(5, SECONDS));
memory.length = 0;
const before = await processorSeconds(product.pid);
const [results] = await Promise.all([run(kinds, SECONDS), watchMemory(product, SECONDS)]);
const used = ((await processorSeconds(product.pid)) - before) / SECONDS;
await database.end();
await product.stop();

const minute = Math.min(60, Math.floor(memory.length / 2));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
printTable(`${SECONDS} s`, results);
const server = {
  'processor, share of one core': used.toFixed(2),
  'RSS, first minute, MB': mean(memory.slice(0, minute)).toFixed(0),
  'RSS, last minute, MB': mean(memory.slice(-minute)).toFixed(0),
  'RSS, most, MB': Math.max(...memory).toFixed(0),
};
printTable('The server', [server]);
await writeResult('busy', { results, server });

/** Sends each kind at its rate for `seconds`, then waits for all responses. */
function run(all: Kind[], seconds: number) {
  return Promise.all(
    all.map(async ({ name, perSecond, send }) => {
      const durations: number[] = [];
      let errors = 0;
      const sent: Promise<void>[] = [];
      const since = performance.now();
      for (let number = 0; number < perSecond * seconds; number += 1) {
        await wait(Math.max(0, since + (number * 1000) / perSecond - performance.now()));
        const began = performance.now();
        const sending = send().catch(() => false);
        sent.push(
          sending.then((isGood) => {
            durations.push(performance.now() - began);
            if (!isGood) errors += 1;
          }),
        );
      }
      await Promise.all(sent);
      const sorted = durations.toSorted((a, b) => a - b);
      const ms = (part: number) => quantile(sorted, part).toFixed(1);
      return { what: name, count: sorted.length, 'p50 ms': ms(0.5), 'p95 ms': ms(0.95), 'p99 ms': ms(0.99), errors };
    }),
  );
}

async function view(): Promise<boolean> {
  views += 1;
  const page = pages[views % pages.length] ?? '/';
  // Half of them carry an advertisement's query parameters.
  const { status } = await send('GET', views % 2 ? page : `${page}?fbclid=${randomUUID()}`, BROWSER);
  return status === 200;
}

async function enrol(): Promise<boolean> {
  // One reservation per person and trip: everybody in the first trip, then in the second.
  const token = tokens[turns % tokens.length] ?? '';
  const trip = trips[(turns + Math.floor(turns / tokens.length)) % trips.length];
  turns += 1;
  const { status, body } = await send('POST', `/api/trips/enrrol/${trip?.id}`, written(token));
  if (status === 201) enrolled.push({ reservation: JSON.parse(body).id, token });
  return status === 201;
}

async function cancel(): Promise<boolean> {
  const next = enrolled.shift();
  // At first nobody is enrolled yet.
  if (!next) return true;
  const { status } = await send('POST', `/api/reservations/${next.reservation}/cancel`, written(next.token));
  return status === 200;
}

function written(token: string) {
  return { authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
}

function send(
  method: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      agent,
      timeout: REQUEST_LIMIT_MS,
      headers: { 'x-forwarded-for': anyAddress(), ...headers },
    };
    const asked = request(product.url + path, options, (response: IncomingMessage) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
    });
    asked.on('timeout', () => asked.destroy(new Error('timeout')));
    asked.on('error', reject).end();
  });
}

/** The next active trips, with a place for everybody. */
async function makeTrips(): Promise<{ id: string; slug: string }[]> {
  const { rows } = await database.query<{ id: string; slug: string }>(
    `update trips set capacity = 100000 where id in (
       select id from trips where is_active and departs_at > now() + interval '2 days' order by departs_at limit $1)
     returning id, slug`,
    [TRIPS],
  );
  return rows;
}

async function watchMemory({ pid }: Product, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    memory.push(await residentMegabytes(pid));
    await wait(1_000);
  }
}
