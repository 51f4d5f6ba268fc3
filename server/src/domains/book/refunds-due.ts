import { reservationStates } from '@passeio/contract/reservation-states';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

/** A reservation's state and sums, of which it follows what must go back. */
export type Sums = Pick<
  Selectable<Schema['reservations']>,
  'id' | 'state' | 'received_cents' | 'total_cents' | 'retained_cents'
>;

/** What must go back of a reservation, in centavos, also what a provider was asked to return. */
export function owedCents({ state, received_cents, total_cents, retained_cents }: Omit<Sums, 'id'>): number {
  return Math.max(received_cents - (reservationStates[state].holdsPlaces ? total_cents : retained_cents), 0);
}

/**
 * Writes what must go back of reservations with these sums as one refund of each, beside what a provider is asked to
 * return; none where nothing must. Their rows carry {@link refundDay} in the same transaction.
 */
export async function writeRefundsDue(trx: DatabaseTransaction, reservations: readonly Sums[]): Promise<void> {
  if (reservations.length === 0) return;
  const rows = reservations.map((one) => ({
    id: one.id,
    cents: owedCents(one),
    reason: one.state === 'cancelled' || one.state === 'expired' ? one.state : 'overpaid',
  }));
  await sql`
    with owed as (
      select id, reason, cents - coalesce((
          select sum(amount_cents) from refunds f where f.reservation_id = one.id and f.state = 'sent'
        ), 0) as cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, cents integer, reason text)
    ), gone as (
      delete from refunds f using owed where f.reservation_id = owed.id and f.state = 'due' and owed.cents <= 0
    )
    insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
    select gen_random_uuid(), owed.id, owed.cents, owed.reason,
      (now() at time zone o.time_zone)::date + o.refund_days
    from owed cross join operator o where owed.cents > 0
    on conflict (reservation_id) where state = 'due'
      do update set amount_cents = excluded.amount_cents, reason = excluded.reason
      where row(refunds.amount_cents, refunds.reason) is distinct from row(excluded.amount_cents, excluded.reason)`.execute(
    trx,
  );
}

/** For when the earliest refund of a row of `reservations` is promised. */
export const refundDay = sql<string | null>`(
  select min(promised_for) from refunds f where f.reservation_id = reservations.id and f.state in ('due', 'sent'))`;

/** For when the earliest refund of a reservation is promised, which its row carries. */
export async function readRefundDay(db: Database, reservationId: string): Promise<string | null> {
  const of = db.selectFrom('reservations').select(refundDay.as('day')).where('id', '=', reservationId);
  return (await of.executeTakeFirstOrThrow()).day;
}
