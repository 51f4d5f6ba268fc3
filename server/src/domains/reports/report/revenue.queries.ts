import type { RefundReason } from '@passeio/contract/payments/payments';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { broughtCents, isEntry, isOfGiftCard, isOfSeller, type MovedRow, sumMoved } from '../../book/index.ts';
import { isKept, monthOf, ofTrip, type Scope, within } from './scope.ts';

export const isMoney = sql<boolean>`(${isEntry} or ${isOfGiftCard})`;

/**
 * What came in and went back in the period by month and method: of reservations, and with `isMoney` also of gift cards,
 * which belong to no trip.
 */
export function movedIn(db: Database, scope: Scope, which = isEntry): Promise<MovedRow[]> {
  return sumMoved(db, scope.timeZone, isAsked(scope, sql`${which} and ${within(sql`e.occurred_at`, scope)}`));
}

// Transfers `e` of the trip's reservations `r`, or of all, without those of imports that were undone.
function isAsked(scope: Scope, which: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${which} and ${ofTrip(sql`r.trip_id`, scope)} and ${isKept(sql`e.id`)})`;
}

/** Refunds of the period by reason, less those put right; null: staff gave back what was not due. */
export async function sumRefunds(db: Database, scope: Scope) {
  const { rows } = await sql<{ reason: RefundReason | null; refunds: number; cents: number }>`
    select refund.reason, sum(case e.kind when 'refund' then 1 else -1 end)::integer as refunds,
      sum(-${broughtCents})::float8 as cents
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

/** Notes of service that are valid, by month: those of here, with their sum, and how many were issued elsewhere. */
export async function sumNotes(db: Database, scope: Scope) {
  const { rows } = await sql<{ month: string; notes: number; cents: number; elsewhere: number }>`
    select month, count(cents)::integer as notes, coalesce(sum(cents), 0)::float8 as cents,
      (count(*) - count(cents))::integer as elsewhere
    from (
      select ${monthOf(sql`note.authorised_at`, scope)} as month, note.amount_cents as cents, note.reservation_id
      from issued_invoices note
      where note.state = 'authorised' and ${within(sql`note.authorised_at`, scope)}
      union all
      select to_char(i.issued_on, 'YYYY-MM'), null, i.reservation_id
      from invoices i
      where i.issued_on between ${scope.from}::date and ${scope.to}::date
        and not exists (select from issued_invoices note where note.id = i.id)
    ) noted
    join reservations r on r.id = noted.reservation_id
    where ${ofTrip(sql`r.trip_id`, scope)}
    group by month`.execute(db);
  return rows;
}

interface DayRow {
  day: string;
  received: number;
  paid: number;
}

/** The money that came and went on each day that had any, with what was there before the period. */
export async function cashByDay(db: Database, scope: Scope): Promise<{ opening: number; days: DayRow[] }> {
  const cash = sql`(${isMoney} or ${isOfSeller}) and e.method not in ('credit', 'gift_card')`;
  const from = (which: RawBuilder<unknown>) => sql`
    from transfers e left join reservations r on r.id = e.reservation_id
    where ${isAsked(scope, sql`${cash} and ${which}`)}`;
  const before = sql<{ cents: number }>`
    select coalesce(sum(${broughtCents}), 0)::float8 as cents
    ${from(sql`e.occurred_at < ${scope.from}::timestamp at time zone ${scope.timeZone}`)}`;
  const days = sql<DayRow>`
    select to_char(e.occurred_at at time zone ${scope.timeZone}, 'YYYY-MM-DD') as day,
      coalesce(sum(greatest(${broughtCents}, 0)), 0)::float8 as received,
      coalesce(sum(greatest(-${broughtCents}, 0)), 0)::float8 as paid
    ${from(within(sql`e.occurred_at`, scope))}
    group by 1 order by 1`;
  const opening = (await before.execute(db)).rows[0]?.cents ?? 0;
  return { opening, days: (await days.execute(db)).rows };
}
