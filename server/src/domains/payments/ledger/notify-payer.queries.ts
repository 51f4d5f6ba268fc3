import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { PaymentCondition } from '../../messages/index.ts';
import { balanceDueHours } from '../../reservations/index.ts';

/** A payment with all that the e-mail to its payer says. */
export type NotifiedPayment = Awaited<ReturnType<typeof readNotifiedPayment>>;

export function readNotifiedPayment(trx: DatabaseTransaction, entryId: string) {
  return trx
    .selectFrom('ledger_entries as entry')
    .innerJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['entry.reservation_id', 'entry.amount_cents', 'entry.method'])
    .select(['r.code', 'r.state', 'r.total_cents', 'r.deposit_cents', 'r.received_cents', 'r.hold_expires_at'])
    .select(['r.created_at', 'r.answered_at', 'r.moved_at'])
    .select(['trips.title', 'trips.slug', 'trips.departs_at', 'trips.cancelled_at as trip_cancelled_at'])
    .select(balanceDueHours.as('balance_due_hours'))
    .select(['payer.name', 'payer.email', 'payer.subject'])
    .select((eb) =>
      jsonObjectFrom(
        eb
          .selectFrom('refunds')
          .select(['refunds.amount_cents', 'refunds.promised_for'])
          .whereRef('refunds.reservation_id', '=', 'r.id')
          .where('refunds.state', '=', 'due'),
      ).as('refund'),
    )
    .where('entry.id', '=', entryId)
    .executeTakeFirstOrThrow();
}

/** Whether a payment still stands, and its reservation is still in the state that an e-mail reports. */
export async function paymentStillApplies(db: Database, { entryId, state }: PaymentCondition): Promise<boolean> {
  const found = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('reservations', 'reservations.id', 'entry.reservation_id')
    .leftJoin('ledger_entries as reversal', 'reversal.reverses', 'entry.id')
    .select('entry.id')
    .where('entry.id', '=', entryId)
    .where('reversal.id', 'is', null)
    .$if(state !== undefined, (of) => of.where('reservations.state', '=', state ?? 'cancelled'))
    .executeTakeFirst();
  return found !== undefined;
}
