import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { type Product, startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';
import { processorSeconds, runTool } from './tools.ts';

// Enrolment over HTTP (token, rules, commit on disk) beside pgbench with the same minimal transaction on the same server.
const TRIPS = 24;
const CLIENTS = 8;
const SECONDS = Number(process.env.SECONDS ?? 8);
const PEOPLE = 1_000;
const PLACES = 40;

const product = await startProduct();
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 4 });
const tokens = await signInMany(PEOPLE);

const minimal = { spread: await pgbench(TRIPS), hot: await pgbench(1) };
const enrolled = { spread: await enrolSteadily('spread'), hot: await enrolSteadily('hot') };
const rush = await enrolAtOnce();
await database.end();
await product.stop();

printTable(
  `Places taken per second, ${CLIENTS} clients`,
  (['spread', 'hot'] as const).map((kind) => ({
    '': kind === 'hot' ? 'one hot trip' : `spread over ${TRIPS} trips`,
    'pgbench, minimal transaction': minimal[kind].toFixed(0),
    'over HTTP': enrolled[kind].perSecond.toFixed(0),
    share: (enrolled[kind].perSecond / minimal[kind]).toFixed(2),
    'p50 ms': enrolled[kind].p50.toFixed(1),
    'p99 ms': enrolled[kind].p99.toFixed(1),
    'server, CPU ms per 1000': enrolled[kind].cpuPerThousand.toFixed(0),
  })),
);
printTable(`${PEOPLE} people at once for ${PLACES} places`, [rush]);
await writeResult('enrol', { minimal, enrolled, rush });

/** Trips of the measurement, with room for everybody or for `capacity`. */
async function makeTrips(count: number, capacity = 100_000): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `insert into trips (id, slug, title, departs_at, returns_at, is_active, price_cents, capacity)
     select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '30 days', now() + interval '31 days', true, 10000, $2
     from generate_series(1, $1) returning id`,
    [count, capacity],
  );
  return rows.map(({ id }) => id);
}

async function pgbench(trips: number): Promise<number> {
  await database.query('drop table if exists bench_trips, bench_places');
  await database.query(
    'create table bench_trips (n int primary key, taken int not null, capacity int check (taken <= capacity))',
  );
  await database.query('create table bench_places (id uuid primary key, trip int not null references bench_trips)');
  await database.query('insert into bench_trips select n, 0, 100000000 from generate_series(1, $1) n', [trips]);
  const script = join(product.dataDir, 'enrol.pgbench');
  await writeFile(
    script,
    `\\set trip random(1, ${trips})
begin;
update bench_trips set taken = taken + 1 where n = :trip;
insert into bench_places values (gen_random_uuid(), :trip);
commit;
`,
  );
  const {
    host,
    database: name,
    user,
  } = new pg.Client({ connectionString: await findRunningPostgres(product.dataDir) });
  const output = await runTool('pgbench', 'postgresql-contrib', [
    ...['-h', host, '-U', user ?? 'postgres', '-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '1'],
    ...['-T', String(SECONDS), '-f', script, name ?? ''],
  ]);
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}

/** People enrol, `CLIENTS` at a time, until the time is over: in many trips by turns, or all in one and then the next. */
async function enrolSteadily(kind: 'spread' | 'hot') {
  const trips = await makeTrips(TRIPS);
  const wishes =
    kind === 'spread'
      ? tokens.flatMap((token) => trips.map((trip) => ({ token, trip })))
      : trips.flatMap((trip) => tokens.map((token) => ({ token, trip })));
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const times: number[] = [];
  const before = await processorSeconds(product.pid);
  const since = performance.now();
  const enrolInTurn = async () => {
    while (performance.now() - since < SECONDS * 1000) {
      const wish = wishes.shift();
      if (!wish) throw new Error('there are not people enough for so much time');
      const start = performance.now();
      const status = await enrol(agent, wish.token, wish.trip);
      if (status !== 201) throw new Error(`enrolling answered ${status}`);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, enrolInTurn));
  const seconds = (performance.now() - since) / 1000;
  const cpuPerThousand = (((await processorSeconds(product.pid)) - before) * 1_000_000) / times.length;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuPerThousand,
  };
}

async function enrolAtOnce() {
  const [trip = ''] = await makeTrips(1, PLACES);
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const since = performance.now();
  const statuses = await Promise.all(tokens.map((token) => enrol(agent, token, trip)));
  const seconds = (performance.now() - since) / 1000;
  const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  const { rows } = await database.query('select places_taken from trips where id = $1', [trip]);
  return {
    reserved: count((status) => status === 201),
    'refused politely (409)': count((status) => status === 409),
    'server errors': count((status) => status >= 500),
    'places in the database': rows[0].places_taken,
    seconds: seconds.toFixed(2),
  };
}

function enrol(agent: Agent, token: string, trip: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${product.url}/api/trips/enrrol/${trip}`,
      { method: 'POST', agent, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.on('error', reject).end();
  });
}

/** People with a session each, written as the identity provider writes them; answers their tokens. */
async function signInMany(count: number): Promise<string[]> {
  const secret = await readFile(join(product.dataDir, 'secrets/identity'), 'utf8');
  const people = Array.from({ length: count }, () => ({
    id: randomUUID(),
    session: randomBytes(24).toString('base64url'),
  }));
  const ids = people.map(({ id }) => id);
  await database.query(
    `insert into identity."user" (id, name, email, "emailVerified") select id, 'Bench', id || '@bench.example', true
     from unnest($1::uuid[]) id`,
    [ids],
  );
  await database.query(
    `insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
     select gen_random_uuid(), now() + interval '1 day', token, now(), id from unnest($1::uuid[], $2::text[]) as p (id, token)`,
    [ids, people.map(({ session }) => session)],
  );
  await database.query(
    `insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact)
     select id, $2, id, 'Bench', id || '@bench.example', lpad((n + 20000000000)::text, 11, '0'), '1', 'SSP', '1990-01-01',
       '+5535999990000' from unnest($1::uuid[]) with ordinality as p (id, n)`,
    [ids, product.issuer],
  );
  const tokens: string[] = [];
  for (const { session } of people) tokens.push(await tokenOf(product, session, secret));
  return tokens;
}

async function tokenOf({ url }: Product, session: string, secret: string): Promise<string> {
  const signature = createHmac('sha256', secret).update(session).digest('base64');
  const cookie = `passeio.session_token=${encodeURIComponent(`${session}.${signature}`)}`;
  const answer = await fetch(`${url}/identity/token`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}
