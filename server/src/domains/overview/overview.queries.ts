import { operatorTable } from '@passeio/contract/operator/operator';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { FirstStep } from '@passeio/contract/staff/overview';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { missingFields } from '../reservations/index.ts';
import { hasContact, hasPolicy, takesPix } from '../settings/index.ts';
import { decisionDay } from '../trips/index.ts';

export type OverviewTripRow = Pick<
  Selectable<Schema['trips']>,
  'id' | 'series_id' | 'title' | 'departs_at' | 'capacity' | 'places_taken' | 'min_participants' | 'decision_date'
>;

const tripColumns = [
  'id',
  'series_id',
  'title',
  'departs_at',
  'capacity',
  'places_taken',
  'min_participants',
  'decision_date',
] as const;

/** More dates of a series within days are not shown. */
const OTHERS_SHOWN = 60;

/**
 * The active trips that depart before `until`, of a series the next with the others until then, and the number of all
 * future ones, a series once.
 */
export async function nextDepartures(db: Database, { until, limit }: { until: Date; limit: number }) {
  const near = activeTrips(db).where('departs_at', '<', until).orderBy('departs_at').orderBy('id').select(tripColumns);
  const next = sql<string>`(select o.id from trips o
    where o.series_id = trips.series_id and o.is_active and o.departs_at > now()
    order by o.departs_at, o.id limit 1)`;
  const rows = await near.where('id', '=', next).limit(limit).execute();
  const others = await near
    .where('series_id', '=', sql<string>`any(${rows.map((row) => row.series_id)}::uuid[])`)
    .where('id', '<>', next)
    .limit(OTHERS_SHOWN)
    .execute();
  const bySeries = Map.groupBy(others, (row) => row.series_id);
  return {
    rows: rows.map((row) => ({ ...row, others: bySeries.get(row.series_id) ?? [] })),
    total: await countSeries(activeTrips(db)),
  };
}

/**
 * Active future trips below their minimum with their decision due until `decidedUntil`, by decision date or else
 * departure, and how many there are: of these, and in all, a series once. Those that the operator has guaranteed depart
 * anyhow.
 */
export async function tripsBelowMinimum(
  db: Database,
  timeZone: string,
  { decidedUntil, limit }: { decidedUntil: string; limit: number },
) {
  const all = activeTrips(db).where('guaranteed_at', 'is', null).whereRef('places_taken', '<', 'min_participants');
  const near = all.where(decisionDay('trips', timeZone), '<=', decidedUntil);
  const rows = await near
    .select(tripColumns)
    .orderBy(decisionDay('trips', timeZone))
    .orderBy('departs_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return { rows, toDecide: await countOf(near), total: await countSeries(all) };
}

/** Reservations made per calendar day from `first` to `last` in `timeZone`. */
export async function reservationsPerDay(db: Database, first: string, last: string, timeZone: string) {
  // One index range per day, six times as fast as grouping all reservations.
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

/** Unpaid balances of future trips, by month of departure as "2026-12". */
export async function dueByMonth(db: Database, timeZone: string) {
  const { rows } = await sql<{ month: string; cents: string; reservations: string }>`
    select to_char(t.departs_at at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(open.cents) as cents, sum(open.reservations) as reservations
    from trips t cross join lateral (
      select sum(r.total_cents - r.received_cents) as cents, count(*) as reservations
      from reservations r
      where r.trip_id = t.id and r.is_active and r.state <> 'requested' and r.received_cents < r.total_cents
    ) as open
    where t.departs_at > now() and t.cancelled_at is null and open.reservations > 0
    group by month
    order by month`.execute(db);
  return rows.map(({ month, cents, reservations }) => ({
    month,
    cents: Number(cents),
    reservations: Number(reservations),
  }));
}

/** Active trips that depart before `before` with passengers who lack data: how many do, and how many there are. */
export function tripsLackingData(db: Database, before: Date, timeZone: string) {
  const people = sql<number>`(count(*) filter (where ${missingFields(timeZone)} <> '{}'))::integer`;
  return activeTrips(db)
    .innerJoin('participants', 'participants.trip_id', 'trips.id')
    .where('trips.departs_at', '<', before)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select(['trips.id', 'trips.title', 'trips.departs_at'])
    .select([sql<number>`count(*)::integer`.as('passengers'), people.as('people')])
    .groupBy(['trips.id', 'trips.title', 'trips.departs_at'])
    .having(people, '>', 0)
    .orderBy('trips.departs_at')
    .orderBy('trips.id')
    .execute();
}

function activeTrips(db: Database) {
  return db.selectFrom('trips').where('trips.is_active', '=', true).where('trips.departs_at', '>', sql<Date>`now()`);
}

async function countSeries(matching: ReturnType<typeof activeTrips>): Promise<number> {
  const { total } = await matching
    .select((eb) => eb.fn.count<string>('series_id').distinct().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

async function countOf(matching: ReturnType<typeof activeTrips>): Promise<number> {
  const { total } = await matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * What came in and went back on each calendar day from `first` to `last` in `timeZone` by each method, in centavos; a
 * day without any has no method. Entries that were put right, and those that put them right, count nowhere.
 */
export async function moneyPerDay(db: Database, first: string, last: string, timeZone: string) {
  const { rows } = await sql<{ date: string; method: PaymentMethod | null; received: string; refunded: string }>`
    select day::date as date, e.method,
      coalesce(sum(e.amount_cents) filter (where e.direction = 'in'), 0) as received,
      coalesce(sum(e.amount_cents) filter (where e.direction = 'out'), 0) as refunded
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as day
    left join entries e on e.occurred_at >= day at time zone ${timeZone}
      and e.occurred_at < (day + interval '1 day') at time zone ${timeZone}
      and e.reverses is null
      and not exists (select from transfers reversal where reversal.reverses = e.id)
    group by day, e.method
    order by day, e.method`.execute(db);
  return rows.map(({ date, method, received, refunded }) => ({
    date,
    method,
    inCents: Number(received),
    outCents: Number(refunded),
  }));
}

/** What waits for staff at the desk of payments; refunds promised before `today` are late. Sums in centavos. */
export async function paymentsThatWait(db: Database, today: string) {
  type Sums = Record<
    'receipts' | 'refunds' | 'refund_cents' | 'late' | 'unmatched' | 'cents' | 'with_guides' | 'cash_cents',
    string
  >;
  const { rows } = await sql<Sums>`
    select receipts, refunds, refund_cents, late, unmatched, cents, with_guides, cash_cents
    from (select count(*) as receipts from receipts where state = 'submitted') as waiting
    cross join (
      select count(*) as refunds, coalesce(sum(amount_cents), 0) as refund_cents,
        count(*) filter (where promised_for < ${today}) as late
      from refunds where state = 'due'
    ) as due
    cross join (
      select count(*) + (select count(*) from unreadable_pix where checked_at is null)
          + (select count(*) from chargebacks where checked_at is null)
          + (select count(*) from gift_cards
            where returned_at is not null and return_checked_at is null) as unmatched,
        coalesce(sum(amount_cents), 0) as cents
      from unmatched_payments where state = 'waiting'
    ) as strangers
    cross join (
      select count(*) as with_guides, coalesce(sum(amount_cents), 0) as cash_cents
      from cash_with_guides
    ) as cash`.execute(db);
  const number = (value: string | undefined) => Number(value ?? 0);
  const [row] = rows;
  return {
    receipts: number(row?.receipts),
    refunds: { refunds: number(row?.refunds), late: number(row?.late), cents: number(row?.refund_cents) },
    unmatched: { payments: number(row?.unmatched), cents: number(row?.cents) },
    withGuides: { payments: number(row?.with_guides), cents: number(row?.cash_cents) },
  };
}

/** Which first steps are done; undefined once there is a reservation. */
/** How many operators have every permission or refund without a limit, until an administrator has read it. */
export async function findPermissionsNotice(db: Database): Promise<number | undefined> {
  const operator = await db
    .selectFrom('operator')
    .where('permissions_notice', '=', true)
    .select(({ selectFrom }) =>
      selectFrom('users')
        .where('role', '=', 'OPERATOR')
        .where('is_disabled', '=', false)
        .where(sql<boolean>`(permissions is null or 'refund' = any (permissions) and refund_limit_cents is null)`)
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('count'),
    )
    .executeTakeFirst();
  return operator?.count ? operator.count : undefined;
}

export function findFirstSteps(db: Database): Promise<Record<FirstStep, boolean> | undefined> {
  return db
    .selectFrom('operator')
    .where(sql<boolean>`not exists (select from reservations)`)
    .select([
      sql<boolean>`(name <> ${operatorTable.name.default} or legal_name <> '')`.as('operator'),
      hasContact.as('contact'),
      takesPix.as('paymentKey'),
      hasPolicy.as('policy'),
      sql<boolean>`exists (select from vehicles where archived_at is null)`.as('vehicle'),
      sql<boolean>`exists (select from trips where published_at is not null)`.as('trip'),
      sql<boolean>`(exists (select from users where role <> 'CLIENT' and not is_disabled offset 1)
        or exists (select from invitations where expires_at > now()))`.as('colleague'),
    ])
    .executeTakeFirst();
}

/** Conversations by WhatsApp in which the contact wrote last. */
export async function countWaitingChats(db: Database): Promise<number> {
  const { waiting } = await db
    .selectFrom('conversations')
    .select(sql<number>`count(*)::integer`.as('waiting'))
    // A literal, because a generic plan could not use the partial index.
    .where('state', '=', sql.lit('waiting'))
    .executeTakeFirstOrThrow();
  return waiting;
}
