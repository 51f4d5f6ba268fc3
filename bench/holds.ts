import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findRunningPostgres } from '../server/src/platform/database/embedded/index.ts';
import { signInMany } from './people.ts';
import { startProduct } from './product.ts';
import { printTable, quantile, writeResult } from './report.ts';

// Holds of full trips that end in the same minute, for whose places others wait, while visitors look at the portal: how
// long until all have ended, and how long pages take meanwhile. Rate limits on.
const HOLDS = Number(process.env.HOLDS ?? 10_000);
const TRIPS = Number(process.env.TRIPS ?? 200);
const WAITING = Number(process.env.WAITING ?? 2_000);
const PEOPLE = 1_000;
const VIEWS_PER_SECOND = 40;

const product = await startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' });
const database = new pg.Pool({ connectionString: await findRunningPostgres(product.dataDir), max: 2 });
await signInMany(product, database, PEOPLE);
await fillHolds();
await fillWaiting();
const durations: number[] = [];
let errors = 0;
const stop = new AbortController();
const looking = look(stop.signal);
await wait(2_000);
const since = performance.now();
await database.query(`update reservations set hold_expires_at = now() where request_fingerprint = 'bench'`);
const marked = performance.now();
while ((await left()) > 0) await wait(250);
const seconds = (performance.now() - since) / 1000;
stop.abort();
await looking;
const { rows } = await database.query<{ strays: string; offered: string }>(
  `select count(*) filter (where t.places_taken <> coalesce(offers.places, 0)) as strays, sum(offers.entries) as offered
   from trips t left join lateral (
     select count(*) as entries, sum(w.places) as places from waiting_list_entries w
     where w.trip_id = t.id and w.state = 'offered'
   ) offers on true
   where t.slug like 'bench-%'`,
);
await database.end();
await product.stop();

const sorted = durations.toSorted((a, b) => a - b);
const figures = {
  holds: HOLDS,
  waiting: WAITING,
  trips: TRIPS,
  'seconds until all have ended': seconds.toFixed(1),
  'of these: to mark them as due': ((marked - since) / 1000).toFixed(1),
  'offers made': rows[0]?.offered ?? '',
  'trips whose places are not those offered': rows[0]?.strays ?? '',
  'page views': sorted.length,
  'page view p50 ms': quantile(sorted, 0.5).toFixed(1),
  'page view p99 ms': quantile(sorted, 0.99).toFixed(1),
  errors,
};
printTable('Holds that end in the same minute', [figures]);
await writeResult('holds', { figures });

async function left(): Promise<number> {
  const found = await database.query<{ left: string }>(
    `select (select count(*) from reservations where request_fingerprint = 'bench' and state = 'held') +
       (select count(*) from waiting_list_entries w join trips t on t.id = w.trip_id
        where w.state = 'waiting' and t.slug like 'bench-%') as left`,
  );
  return Number(found.rows[0]?.left);
}

/** Reservations of parties of two, held without a deadline at first; nobody twice in a trip. */
async function fillHolds(): Promise<void> {
  await database.query(
    `insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
     select uuidv7(), 'bench-' || n, 'Bench ' || n, now() + interval '30 days', now() + interval '31 days', true, $2::int
     from generate_series(1, $1::int) n`,
    [TRIPS, 2 * Math.ceil(HOLDS / TRIPS)],
  );
  await database.query(
    `insert into trip_fares (id, trip_id, position, label, price_cents)
     select uuidv7(), id, 0, 'Adulto', 10000 from trips where slug like 'bench-%'`,
  );
  await database.query(
    `with made as (
       insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
         created_at, request_key, request_fingerprint)
       select uuidv7(), lpad(upper(to_hex(n + 1048576)), 6, '0'), t.id, u.id, 'held', 2, 20000, 6000, 'site',
         now() - interval '1 day', gen_random_uuid()::text, 'bench'
       from generate_series(0, $1::int - 1) n
       join (select id, row_number() over (order by id) - 1 as at from trips where slug like 'bench-%') t on t.at = n % $2::int
       join (select id, row_number() over (order by id) - 1 as at from users where email like '%@bench.example') u
         on u.at = (n / $2::int + n % $2::int) % $3::int
       returning id, trip_id, user_id
     ), people as (
     insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
       takes_place, name, user_id)
     select uuidv7(), made.id, made.trip_id, true, n, f.id, 'Adulto', true, 'Bench Bench',
       case when n = 0 then made.user_id end
     from made join trip_fares f on f.trip_id = made.trip_id cross join generate_series(0, 1) n
     returning *)
     insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
     select gen_random_uuid(), reservation_id, id, 'fare', fare_label, 10000, fare_id from people`,
    [HOLDS, TRIPS, PEOPLE],
  );
}

/** Parties of one and two by turns, of people who hold nothing in the same trip. */
async function fillWaiting(): Promise<void> {
  await database.query(
    `insert into waiting_list_entries (id, trip_id, user_id, party, places)
     select uuidv7(), t.id, u.id, jsonb_build_array(jsonb_build_object('fareId', f.id, 'count', n % 2 + 1)), n % 2 + 1
     from generate_series(0, $1::int - 1) n
     join (select id, row_number() over (order by id) - 1 as at from trips where slug like 'bench-%') t on t.at = n % $2::int
     join trip_fares f on f.trip_id = t.id
     join (select id, row_number() over (order by id) - 1 as at from users where email like '%@bench.example') u
       on u.at = (n / $2::int + n % $2::int + $3::int / 2) % $3::int`,
    [WAITING, TRIPS, PEOPLE],
  );
  await database.query(
    `update trips set smallest_waiting = least(waiting.places, smallest_waiting)
     from (select trip_id, min(places) as places from waiting_list_entries group by trip_id) waiting
     where waiting.trip_id = trips.id`,
  );
  await database.query('analyze');
}

async function look(signal: AbortSignal): Promise<void> {
  const pages = ['/', '/portal/passeio', '/portal/passeio/bench-1', '/portal/passeio/bench-2'];
  for (let count = 0; !signal.aborted; count += 1) {
    void view(`${pages[count % pages.length]}${count % 2 ? `?fbclid=${randomUUID()}` : ''}`, count);
    await wait(1000 / VIEWS_PER_SECOND);
  }
}

async function view(path: string, count: number): Promise<void> {
  const began = performance.now();
  const headers = { 'x-forwarded-for': `10.0.${count % 250}.${(count >> 8) % 250}`, 'accept-encoding': 'br' };
  const good = await fetch(product.url + path, { headers }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
  durations.push(performance.now() - began);
  if (!good) errors += 1;
}
