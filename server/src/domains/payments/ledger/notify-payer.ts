import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';

/**
 * Notifies the payer, if the transaction commits, that money came and where the reservation stands: with the
 * voucher, also as files, when that books it, or that the money goes back if the reservation has ended. To be called
 * once per entry.
 */
export async function notifyPayerOfPayment(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { entryId }: { entryId: string },
): Promise<void> {
  const payment = await trx
    .selectFrom('entries as entry')
    .innerJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id as reservationId', 'r.state', 'r.received_cents', 'r.deposit_cents', 'entry.amount_cents'])
    .select(['trips.cancelled_at as trip_cancelled_at', 'payer.email'])
    .where('entry.id', '=', entryId)
    .executeTakeFirstOrThrow();
  const { email: to, state, reservationId } = payment;
  const about = { reservationId, entryId, state };
  if (state === 'cancelled' || state === 'expired' || payment.trip_cancelled_at) {
    if (to) await enqueueEmail(jobs, { kind: 'paymentForEnded', to, about }, trx);
    return;
  }
  const withVoucher = state === 'booked' && isFirstOfBooked(payment);
  return enqueueEmail(jobs, { kind: 'paymentConfirmed', to, about: { ...about, withVoucher } }, trx);
}

// The voucher is sent once: with the payment that covers the deposit, or the first one of what was booked without.
function isFirstOfBooked(payment: { received_cents: number; amount_cents: number; deposit_cents: number }): boolean {
  const before = payment.received_cents - payment.amount_cents;
  return before <= 0 || before < payment.deposit_cents;
}
