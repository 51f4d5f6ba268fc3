import type { PaymentMethod, RefundReason } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { isKept, monthOf, ofTrip, type Scope, within } from './scope.ts';

/** What came in and went back in one month by one method, in centavos. */
export interface MovedRow {
  month: string;
  method: PaymentMethod;
  entries: number;
  received: number;
  refunded: number;
  fees: number;
}

/** The entries of the period by month and method. An entry that was put right counts on neither side. */
export async function sumMoved(db: Database, scope: Scope): Promise<MovedRow[]> {
  const trip = scope.tripId
    ? sql`join reservations r on r.id = e.reservation_id and ${ofTrip(sql`r.trip_id`, scope)}`
    : sql``;
  const { rows } = await sql<MovedRow>`
    select ${monthOf(sql`e.occurred_at`, scope)} as month, e.method, count(*)::integer as entries,
      coalesce(sum(case when e.kind in ('reversal_out', 'chargeback') then -e.amount_cents else e.amount_cents end)
        filter (where e.kind not in ('refund', 'reversal_in')), 0)::float8 as received,
      coalesce(sum(case e.kind when 'reversal_in' then -e.amount_cents else e.amount_cents end)
        filter (where e.kind in ('refund', 'reversal_in')), 0)::float8 as refunded,
      coalesce(sum(e.fee_cents), 0)::float8 as fees
    from entries e ${trip}
    where ${within(sql`e.occurred_at`, scope)} and ${isKept(sql`e.id`)}
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}

/** What gift cards were sold for, by month; they belong to no trip. */
export async function sumGiftCards(db: Database, scope: Scope): Promise<{ month: string; cents: number }[]> {
  if (scope.tripId) return [];
  const { rows } = await sql<{ month: string; cents: number }>`
    select ${monthOf(sql`occurred_at`, scope)} as month, sum(amount_cents)::float8 as cents
    from transfers where kind = 'sale' and ${within(sql`occurred_at`, scope)}
    group by 1`.execute(db);
  return rows;
}

/** Refunds of the period by reason, less those put right; null: staff gave back what was not due. */
export async function sumRefunds(db: Database, scope: Scope) {
  const { rows } = await sql<{ reason: RefundReason | null; refunds: number; cents: number }>`
    select refund.reason, sum(case e.kind when 'refund' then 1 else -1 end)::integer as refunds,
      sum(case e.kind when 'refund' then e.amount_cents else -e.amount_cents end)::float8 as cents
    from entries e
    join reservations r on r.id = e.reservation_id
    left join transfers reversed on reversed.id = e.reverses
    left join refunds refund on refund.id = coalesce(e.refund_id, reversed.refund_id)
    where e.kind in ('refund', 'reversal_in') and ${within(sql`e.occurred_at`, scope)}
      and ${ofTrip(sql`r.trip_id`, scope)}
    group by refund.reason
    order by refund.reason`.execute(db);
  return rows;
}

/** What was cancelled in the period, by month. Less is kept where money was given back since the cancellation. */
export async function sumCancelled(
  db: Database,
  scope: Scope,
): Promise<({ month: string } & Record<string, number>)[]> {
  const { rows } = await sql<{ month: string } & Record<string, number>>`
    select ${monthOf(sql`r.cancelled_at`, scope)} as month, count(*)::integer as reservations,
      sum(r.places)::integer as places, sum(r.total_cents)::float8 as cents,
      sum(least(r.retained_cents, r.received_cents))::float8 as retained,
      sum(r.refunded_cents)::float8 as refunded,
      sum(greatest(r.received_cents - r.retained_cents, 0))::float8 as open
    from reservations r
    where r.state = 'cancelled' and ${within(sql`r.cancelled_at`, scope)} and ${ofTrip(sql`r.trip_id`, scope)}
      and ${isKept(sql`r.id`)}
    group by 1`.execute(db);
  return rows;
}

interface DayRow {
  day: string;
  received: number;
  paid: number;
}

/** The money that came and went on each day that had any, with what was there before the period. */
export async function cashByDay(db: Database, scope: Scope): Promise<{ opening: number; days: DayRow[] }> {
  const isAsked = scope.tripId ? ofTrip(sql`r.trip_id`, scope) : sql`(r.id is not null or e.kind = 'sale')`;
  const moved = sql`(
    select e.occurred_at, e.direction, e.amount_cents from transfers e
    left join reservations r on r.id = e.reservation_id
    where e.method not in ('credit', 'gift_card') and ${isAsked} and ${isKept(sql`e.id`)}
  )`;
  const before = sql<{ cents: number }>`
    select coalesce(sum(case direction when 'in' then amount_cents else -amount_cents end), 0)::float8 as cents
    from ${moved} moved where occurred_at < ${scope.from}::timestamp at time zone ${scope.timeZone}`;
  const days = sql<DayRow>`
    select to_char(occurred_at at time zone ${scope.timeZone}, 'YYYY-MM-DD') as day,
      coalesce(sum(amount_cents) filter (where direction = 'in'), 0)::float8 as received,
      coalesce(sum(amount_cents) filter (where direction = 'out'), 0)::float8 as paid
    from ${moved} moved where ${within(sql`occurred_at`, scope)}
    group by 1 order by 1`;
  const opening = (await before.execute(db)).rows[0]?.cents ?? 0;
  return { opening, days: (await days.execute(db)).rows };
}
