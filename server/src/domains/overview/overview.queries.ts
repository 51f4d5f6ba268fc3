import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type OverviewTripRow = Pick<
  Selectable<Schema['trips']>,
  'id' | 'title' | 'departs_at' | 'capacity' | 'places_taken' | 'min_participants' | 'decision_date'
>;

const tripColumns = [
  'id',
  'title',
  'departs_at',
  'capacity',
  'places_taken',
  'min_participants',
  'decision_date',
] as const;

/** The next active trips and how many there are in all. */
export async function nextDepartures(db: Database, limit: number) {
  const matching = activeTrips(db);
  const rows = await matching.select(tripColumns).orderBy('departs_at').orderBy('id').limit(limit).execute();
  return { rows, total: await countOf(matching) };
}

/** Active trips to come with fewer people than their minimum, the next decision first. */
export async function tripsBelowMinimum(db: Database, limit: number) {
  const matching = activeTrips(db).whereRef('places_taken', '<', 'min_participants');
  const rows = await matching
    .select(tripColumns)
    .orderBy('decision_date', (order) => order.asc().nullsLast())
    .orderBy('departs_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { rows, total: await countOf(matching) };
}

/** How many reservations were taken on each calendar day from `first` to `last` in `timeZone`. */
export async function reservationsPerDay(db: Database, first: string, last: string, timeZone: string) {
  // Day by day, so that each is a range of the index: to sort every reservation into its day costs six times as much.
  const { rows } = await sql<{ date: string; reservations: string }>`
    select day::date as date, (
      select count(*) from reservations
      where created_at >= day at time zone ${timeZone}
        and created_at < (day + interval '1 day') at time zone ${timeZone}
    ) as reservations
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as day
    order by day`.execute(db);
  return rows.map(({ date, reservations }) => ({ date, reservations: Number(reservations) }));
}

/** What is missing of open reservations in trips to come, by month of departure as "2026-12". */
export async function dueByMonth(db: Database, timeZone: string) {
  const { rows } = await sql<{ month: string; cents: string; reservations: string }>`
    select to_char(t.departs_at at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(open.cents) as cents, sum(open.reservations) as reservations
    from trips t cross join lateral (
      select sum(r.price_cents - r.received_cents) as cents, count(*) as reservations
      from reservations r
      where r.trip_id = t.id and r.status in ('held', 'confirmed') and r.received_cents < r.price_cents
    ) as open
    where t.departs_at > now() and open.reservations > 0
    group by month
    order by month`.execute(db);
  return rows.map(({ month, cents, reservations }) => ({
    month,
    cents: Number(cents),
    reservations: Number(reservations),
  }));
}

/** Held reservations in trips to come without their deposit, taken before `before`. */
export async function overdueDeposits(db: Database, before: Date) {
  const { cents, reservations } = await overdue(db, before)
    .select((eb) => [
      eb.fn.sum<string | null>(sql<number>`r.deposit_cents - r.received_cents`).as('cents'),
      eb.fn.countAll<string>().as('reservations'),
    ])
    .executeTakeFirstOrThrow();
  return { cents: Number(cents ?? 0), reservations: Number(reservations) };
}

/** Reservations taken on one calendar day in `timeZone`, the newest first. */
export function listTaken(db: Database, date: string, timeZone: string, page: PageRange) {
  const matching = withTrips(db)
    .where('r.created_at', '>=', sql<Date>`${date}::timestamp at time zone ${timeZone}`)
    .where('r.created_at', '<', sql<Date>`(${date}::timestamp + interval '1 day') at time zone ${timeZone}`);
  return pageOf(db, matching, ['created_at', 'desc'], page);
}

/** Open reservations of which something is missing in trips to come, or in those of a month "2026-12", by departure. */
export function listDue(db: Database, month: string | undefined, timeZone: string, page: PageRange) {
  let matching = upcoming(db).where('r.status', 'in', ['held', 'confirmed']).where(owesPrice);
  if (month) {
    matching = matching
      .where('t.departs_at', '>=', sql<Date>`${`${month}-01`}::timestamp at time zone ${timeZone}`)
      .where(
        't.departs_at',
        '<',
        sql<Date>`(${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone}`,
      );
  }
  return pageOf(db, matching, ['departs_at', 'asc'], page);
}

/** Held reservations without their deposit, the oldest first. */
export function listOverdue(db: Database, before: Date, page: PageRange) {
  return pageOf(db, overdue(db, before), ['created_at', 'asc'], page);
}

export interface PageRange {
  size: number;
  offset: number;
}

function activeTrips(db: Database) {
  return db.selectFrom('trips').where('is_active', '=', true).where('departs_at', '>', sql<Date>`now()`);
}

async function countOf(matching: ReturnType<typeof activeTrips>): Promise<number> {
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

function withTrips(db: Database) {
  return db.selectFrom('reservations as r').innerJoin('trips as t', 't.id', 'r.trip_id');
}

function upcoming(db: Database) {
  return withTrips(db).where('t.departs_at', '>', sql<Date>`now()`);
}

function overdue(db: Database, before: Date) {
  return upcoming(db)
    .where('r.status', '=', 'held')
    .whereRef('r.received_cents', '<', 'r.deposit_cents')
    .where('r.created_at', '<', before);
}

function owesPrice(eb: ExpressionBuilder<{ r: Schema['reservations'] }, 'r'>) {
  return eb('r.received_cents', '<', eb.ref('r.price_cents'));
}

type Order = ['created_at', 'asc' | 'desc'] | ['departs_at', 'asc'];

async function pageOf(
  db: Database,
  matching: ReturnType<typeof withTrips>,
  [column, direction]: Order,
  { size, offset }: PageRange,
) {
  const page = matching
    .selectAll('r')
    .select(['t.title', 't.departs_at'])
    .orderBy(column === 'created_at' ? 'r.created_at' : 't.departs_at', direction)
    .orderBy('r.id')
    .limit(size)
    .offset(offset);
  // People are joined to the page alone: joined before, they would be looked up for every row that it leaves behind.
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.user_id')
    .selectAll('page')
    .select('users.name as person_name')
    .orderBy(`page.${column}`, direction)
    .orderBy('page.id')
    .execute();
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}
