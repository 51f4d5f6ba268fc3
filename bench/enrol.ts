import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { IDEMPOTENCY_HEADER } from '@passeio/contract/paths';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { allowUnpaid, anyAddress, signInMany } from './people.ts';
import { startProduct } from './product.ts';
import { median, printTable, writeResult } from './report.ts';
import { runTool } from './tools.ts';
import { type Load, load } from './wrk.ts';

// Reserving over HTTP as the site sends it: token, Idempotency-Key, a party of two with a boarding point, rate limits,
// rules, fsync; one reservation per person and trip. Compared to pgbench on the same server: with a minimal
// transaction, and with the same writes (trip, reservation, two participants, their lines, audit entry) in the
// product's own tables; and to reserving with two extras and the trip's coupon, whose uses are limited.
const TRIPS = 24;
// One reservation per person and trip: after the first 24 trips, the next 24 follow.
const TRIPS_IN_STORE = TRIPS * 2;
const CLIENTS = [8, 32];
const PARTY = 2;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const PEOPLE = 1_000;
const PLACES = 40;

// The cancellation policy that a reservation keeps, in the size that the server writes.
const POLICY = JSON.stringify({
  tiers: [
    { minHoursBefore: 720, penaltyPercent: 10 },
    { minHoursBefore: 168, penaltyPercent: 50 },
    { minHoursBefore: 0, penaltyPercent: 100 },
  ],
  withdrawalDays: 7,
  textHash: '0'.repeat(64),
});

type Kind = 'spread' | 'hot';
const KINDS: Kind[] = ['spread', 'hot'];

const product = await startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 4 });
await allowUnpaid(database);
const { people, tokens } = await signInMany(product, database, PEOPLE);
// Warm-up.
await enrolSteadily('spread', 8);
const table: Record<string, string>[] = [];
for (const kind of KINDS) for (const clients of CLIENTS) table.push(await compare(kind, clients));
const rush = await enrolAtOnce();
await database.end();
await product.stop();

printTable(`Places taken per second, medians of ${ROUNDS} rounds of ${SECONDS} s`, table);
printTable(`${PEOPLE} people at once for ${PLACES} places`, [rush]);
await writeResult('enrol', { table, rush });

/** One row of the table; the three are measured alternately, so that the machine's state affects them alike. */
async function compare(kind: Kind, clients: number): Promise<Record<string, string>> {
  const rounds: { minimal: number; alone: number; enrolled: Load; sold: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      minimal: await pgbenchMinimal(kind, clients),
      alone: await pgbenchAlone(kind, clients),
      enrolled: await enrolSteadily(kind, clients),
      sold: await enrolSteadily(kind, clients, 'with extras'),
    });
  }
  const of = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure));
  return {
    '': kind === 'hot' ? 'one hot trip' : `spread over ${TRIPS} trips`,
    clients: String(clients),
    'pgbench, minimal tables': of(({ minimal }) => minimal).toFixed(0),
    'pgbench, the same place': of(({ alone }) => alone).toFixed(0),
    'over HTTP': of(({ enrolled }) => enrolled.perSecond).toFixed(0),
    'share of minimal': of(({ enrolled, minimal }) => enrolled.perSecond / minimal).toFixed(2),
    'share of the same': of(({ enrolled, alone }) => enrolled.perSecond / alone).toFixed(2),
    'with extras and coupon': of(({ sold }) => sold.perSecond).toFixed(0),
    'share of without': of(({ enrolled, sold }) => sold.perSecond / enrolled.perSecond).toFixed(2),
    'p50 ms': of(({ enrolled }) => enrolled.p50).toFixed(1),
    'p99 ms': of(({ enrolled }) => enrolled.p99).toFixed(1),
    'server, CPU ms per 1000': of(({ enrolled }) => enrolled.cpuPerThousand).toFixed(0),
  };
}

/** Trips to enrol in, with room for everybody or for `capacity`. */
async function makeTrips(count: number, capacity = 100_000): Promise<BenchTrip[]> {
  const { rows } = await database.query<BenchTrip>(
    `with made as (
       insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity, boarding_points)
       select uuidv7(), 'bench-' || uuidv7(), 'Bench', now() + interval '30 days', now() + interval '31 days', true, $2,
         jsonb_build_array(jsonb_build_object('id', uuidv7(), 'time', '05:00', 'place', 'Rodoviária'))
       from generate_series(1, $1) returning id, boarding_points
     ), fares as (
       insert into trip_fares (id, trip_id, position, label, price_cents)
       select uuidv7(), id, 0, 'Adulto', 10000 from made returning id, trip_id
     ), extras as (
       insert into trip_extras (id, trip_id, position, label, price_cents, per, max_quantity, stock)
       select uuidv7(), made.id, n, (array['Almoço', 'Snorkel'])[n + 1], 2500, 'participant', 1, nullif(n, 0) * 1000000
       from made, generate_series(0, 1) n returning id, trip_id
     ), coupons as (
       insert into coupons (id, code, effect, value, max_uses, trip_ids)
       select id, 'BENCH' || upper(replace(id::text, '-', '')), 'percent', 10, 1000000000, array[id] from made
       returning id, code
     )
     select made.id, fares.id as fare, boarding_points -> 0 ->> 'id' as point,
       (select array_agg(id) from extras where extras.trip_id = made.id) as extras, coupons.code as coupon
     from made join fares on fares.trip_id = made.id join coupons on coupons.id = made.id`,
    [count, capacity],
  );
  return rows;
}

/** A trip with its fare, boarding point, extras and coupon. */
interface BenchTrip {
  id: string;
  fare: string;
  point: string;
  extras: string[];
  coupon: string;
}

/** Minimal tables with primary keys only. */
async function pgbenchMinimal(kind: Kind, clients: number): Promise<number> {
  const trips = kind === 'hot' ? 1 : TRIPS;
  await database.query('drop table if exists bench_trips, bench_places');
  await database.query(
    'create table bench_trips (n int primary key, taken int not null, capacity int check (taken <= capacity))',
  );
  await database.query('create table bench_places (id uuid primary key, trip int not null references bench_trips)');
  await database.query('insert into bench_trips select n, 0, 100000000 from generate_series(1, $1) n', [trips]);
  return pgbench(
    clients,
    `\\set trip random(1, ${trips})
begin;
update bench_trips set taken = taken + 1 where n = :trip;
insert into bench_places values (gen_random_uuid(), :trip);
commit;
`,
  );
}

/**
 * The product's own tables, constraints, indexes and triggers, without the server. Its e-mails leave at their steady
 * pace in every round, because each leaves more payers than the server can notify meanwhile.
 */
async function pgbenchAlone(kind: Kind, clients: number): Promise<number> {
  const trips = await makeTrips(TRIPS_IN_STORE);
  await database.query('drop table if exists bench_requests');
  await database.query('drop sequence if exists bench_turns');
  await database.query('create sequence bench_turns minvalue 0 cache 1');
  await database.query(
    'create table bench_requests (turn int primary key, trip uuid, fare uuid, point uuid, person uuid)',
  );
  const list = bookings(trips, people, kind);
  await database.query(
    `insert into bench_requests select turn - 1, trip, fare, point, person
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) with ordinality as request (trip, fare, point, person, turn)`,
    [
      list.map(([trip]) => trip.id),
      list.map(([trip]) => trip.fare),
      list.map(([trip]) => trip.point),
      list.map(([, person]) => person),
    ],
  );
  await database.query('analyze bench_requests');
  return pgbench(
    clients,
    `with request as (select * from bench_requests where turn = (select nextval('bench_turns'))),
reservation as (
  insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
    hold_expires_at, request_key, request_fingerprint, policy)
  select uuidv7(), upper(substr(md5(random()::text), 1, 6)), trips.id, request.person, 'held', ${PARTY}, ${PARTY * 10_000},
    ${PARTY * 3_000}, 'site', now() + interval '1 day', gen_random_uuid()::text, 'bench', '${POLICY}'
  from trips join request on request.trip = trips.id
  where trips.version = 1 and trips.places_taken + ${PARTY} <= trips.capacity for no key update of trips
  on conflict (code) do nothing returning *),
people as (
  insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
    takes_place, name, boarding_point_id, user_id)
  select uuidv7(), reservation.id, reservation.trip_id, true, n, request.fare, 'Adulto', true, 'Bench Bench',
    request.point, case when n = 0 then request.person end
  from reservation, request, generate_series(0, ${PARTY - 1}) n returning *),
lines as (
  insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
  select uuidv7(), reservation_id, id, 'fare', fare_label, 10000, fare_id from people)
insert into audit_entries (id, actor_id, actor_name, actor_role, address, device, request_id, action, subject_type,
  subject_id, subject_label, changes)
select uuidv7(), user_id, 'Bench', 'CLIENT', '127.0.0.1', '', id, 'reservation.created', 'reservation', id,
  code || ' – Bench (Bench)', '{"state": [null, "held"]}' from reservation;
`,
  );
}

async function pgbench(clients: number, statements: string): Promise<number> {
  const script = join(product.dataDir, 'enrol.pgbench');
  await writeFile(script, statements);
  const {
    host,
    database: name,
    user,
  } = new pg.Client({ connectionString: await findRunningPostgres(product.dataDir) });
  const output = await runTool('pgbench', 'postgresql-contrib', [
    ...['-h', host, '-U', user ?? 'postgres', '-n', '-M', 'prepared', '-c', String(clients), '-j', '1'],
    ...['-T', String(SECONDS), '-f', script, name ?? ''],
  ]);
  return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
}

/** Enrols people with `clients` in parallel: across many trips, or all in one and then the next. */
async function enrolSteadily(kind: Kind, clients: number, what: 'alone' | 'with extras' = 'alone'): Promise<Load> {
  const trips = await makeTrips(TRIPS_IN_STORE);
  // The same people enrol in every round, so rate limits are reset between rounds.
  await database.query('truncate rate_limits');
  const script = join(product.dataDir, 'enrol.lua');
  const list = bookings(trips, tokens, kind).map(([trip, token]) => `${trip.id} ${token} ${bodyFor(trip, what)}`);
  await writeFile(join(product.dataDir, 'requests'), list.join('\n'));
  await writeFile(
    script,
    `local requests = io.lines("${join(product.dataDir, 'requests')}")
local prefix, turn = "${randomUUID()}-", 0
request = function()
  local trip, token, body = string.match(requests(), "(%S+) (%S+) (%S+)")
  turn = turn + 1
  local headers = { Authorization = "Bearer " .. token, ["Idempotency-Key"] = prefix .. turn,
    ["Content-Type"] = "application/json",
    ["X-Forwarded-For"] = "10." .. math.random(0, 255) .. "." .. math.random(0, 255) .. "." .. math.random(1, 254) }
  return wrk.format("POST", "/api/trips/enrrol/" .. trip, headers, body)
end
`,
  );
  return load(product.url, product.pid, { connections: clients, seconds: SECONDS, script });
}

function bodyFor({ fare, point, extras, coupon }: BenchTrip, what: 'alone' | 'with extras'): string {
  return JSON.stringify({
    party: [{ fareId: fare, count: PARTY }],
    boardingPointId: point,
    ...(what === 'with extras' && { extras: extras.map((extraId) => ({ extraId, count: PARTY })), coupon }),
  });
}

/** Everybody in every trip once; those who follow each other are different people, and spread in different trips. */
function bookings<Person>(trips: BenchTrip[], people: Person[], kind: Kind): [trip: BenchTrip, person: Person][] {
  if (kind === 'hot') return trips.flatMap((trip) => people.map((person) => [trip, person] as [BenchTrip, Person]));
  return Array.from({ length: trips.length / TRIPS }, (_, group) =>
    trips.slice(group * TRIPS, (group + 1) * TRIPS),
  ).flatMap((several) =>
    several.flatMap((_, turn) =>
      people.map((person, index) => [several[(index + turn) % TRIPS], person] as [BenchTrip, Person]),
    ),
  );
}

async function enrolAtOnce() {
  const [trip] = await makeTrips(1, PLACES);
  await database.query('truncate rate_limits');
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const since = performance.now();
  const statuses = await Promise.all(tokens.map((token) => enrol(agent, token, trip?.id ?? '')));
  const seconds = (performance.now() - since) / 1000;
  const count = (wanted: (status: number) => boolean) => statuses.filter(wanted).length;
  const { rows } = await database.query('select places_taken from trips where id = $1', [trip?.id]);
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
      {
        method: 'POST',
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          [IDEMPOTENCY_HEADER]: randomUUID(),
          'x-forwarded-for': anyAddress(),
        },
      },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.on('error', reject).end();
  });
}
