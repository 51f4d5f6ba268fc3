import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../server/src/platform/database/connect.ts';
import { startEmbeddedPostgres } from '../server/src/platform/database/embedded/index.ts';
import { knownMigrations, prepareDatabase } from '../server/src/platform/database/migrate.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { fillPeopleAndTrips, type Size } from './fill.ts';
import { printTable, writeResult } from './report.ts';
import { temporaryFolder } from './tools.ts';

// How long migrations take for an operator with many years of reservations: of one person each, until they become
// parties.
const size: Size = {
  trips: Number(process.env.TRIPS ?? 20_000),
  people: Number(process.env.PEOPLE ?? 100_000),
  reservations: Number(process.env.RESERVATIONS ?? 1_000_000),
};
const BEFORE = '0040_fares';

const folder = await temporaryFolder();
const postgres = await startEmbeddedPostgres(folder.path, () => undefined);
await prepareDatabase(postgres.connectionString, async () => undefined, { until: BEFORE });
const db = createDatabase(new pg.Pool({ connectionString: postgres.connectionString, max: 1 }));
await inTransaction(db, async (trx) => {
  await sql`set local session_replication_role = replica`.execute(trx);
  await fillPeopleAndTrips(trx, size);
  await fillFormerReservations(trx, size);
});
await sql`vacuum analyze`.execute(db);
const before = await totals(db, 'price_cents');
const times: { migration: string; seconds: string }[] = [];
for (const migration of (await knownMigrations()).filter((name) => name > BEFORE)) {
  const since = performance.now();
  await prepareDatabase(postgres.connectionString, async () => undefined, { until: migration });
  times.push({ migration, seconds: ((performance.now() - since) / 1000).toFixed(1) });
}
const after = await totals(db, 'total_cents');
const { rows } = await sql<{ participants: string; strays: string }>`
  select (select count(*) from participants) as participants,
    (select count(*) from trips t where t.places_taken <> (
      select coalesce(sum(places), 0) from reservations r where r.trip_id = t.id and r.is_active)) as strays`.execute(
  db,
);
await db.destroy();
await postgres.stop();
await folder.remove();

const figures = {
  reservations: before.reservations,
  participants: rows[0]?.participants ?? '',
  'totals in reais, before and after': `${before.cents / 100}, ${after.cents / 100}`,
  'trips with a wrong count of places': rows[0]?.strays ?? '',
};
printTable('Migrations', times);
printTable('What they did', [figures]);
await writeResult('migration', { size, times, figures });

async function totals(from: Database, column: 'price_cents' | 'total_cents') {
  const found = await sql<{ reservations: string; cents: string }>`
    select count(*) as reservations, sum(${sql.ref(column)}) as cents from reservations`.execute(from);
  return { reservations: Number(found.rows[0]?.reservations), cents: Number(found.rows[0]?.cents) };
}

async function fillFormerReservations(trx: Database, { trips, people, reservations }: Size): Promise<void> {
  await sql`
    insert into reservations (id, code, trip_id, user_id, status, price_cents, deposit_cents, received_cents, channel,
      boarding_point_id, created_at, cancelled_at)
    select uuidv7(), code, trip, person, status, price, price * 3 / 10,
      case status when 'held' then 0 when 'cancelled' then 0 when 'confirmed' then price * 3 / 10 else price end,
      'site', case when n % 3 > 0 then point end, departs - (n % 60) * interval '1 day',
      case status when 'cancelled' then departs - interval '1 day' end
    from (
      select n, t.id as trip, t.price_cents as price, t.departs_at as departs, t.point, u.id as person,
        (array['held','confirmed','paid','boarded','no_show','cancelled'])[1 + n / ${trips}::int % 6] as status,
        lpad(upper(to_hex(n)), 6, '0') as code
      from generate_series(0, ${reservations - 1}::int) n
      join (
        select id, price_cents, departs_at, (boarding_points -> 0 ->> 'id')::uuid as point, row_number() over () - 1 as at
        from trips where slug like 'bench-%'
      ) t on t.at = n % ${trips}::int
      join (select id, row_number() over () - 1 as at from users where issuer = 'bench') u
        on u.at = (n / ${trips}::int * ${Math.floor((people * trips) / reservations)}::int + n % ${trips}::int) % ${people}::int
    ) rows
    on conflict do nothing`.execute(trx);
  await sql`
    update trips set places_taken = held.places from (
      select trip_id, sum(places) as places from reservations r
      join reservation_statuses s on s.status = r.status and s.holds_place group by trip_id
    ) held where held.trip_id = trips.id`.execute(trx);
}
