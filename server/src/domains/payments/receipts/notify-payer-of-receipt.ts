import { dayAndTime } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps, type ReceiptCondition } from '../../messages/index.ts';
import { isClockStopped } from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';

/** Notifies the payer by e-mail, if the transaction commits, that a receipt came, or why it was rejected. */
export async function notifyPayerOfReceipt(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: NotifyDeps,
  receiptId: string,
): Promise<void> {
  const row = await trx
    .selectFrom('receipts')
    .innerJoin('reservations as r', 'r.id', 'receipts.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['receipts.state', 'receipts.reason', 'r.code', 'r.state as reservation_state', 'r.hold_expires_at'])
    .select(['r.receipt_submitted_at', 'r.clock_stopped_at'])
    .select(['trips.title', 'trips.slug', 'payer.name', 'payer.email', 'payer.subject'])
    .where('receipts.id', '=', receiptId)
    .executeTakeFirstOrThrow();
  // Guests may have no address, and have no account in which they could see their reservation.
  const { email: to, state } = row;
  if (!to || state === 'accepted') return;
  const seesReservation = row.subject !== null;
  const data = {
    name: row.name,
    code: row.code,
    trip: row.title,
    seesReservation,
    link: publicUrl + (seesReservation ? pagePaths.reservation(row.code) : pagePaths.trip(row.slug)),
  };
  const reason: ReceiptCondition = { receiptId, state, reservationState: row.reservation_state };
  const isHeld = row.reservation_state === 'held' && row.hold_expires_at !== null;
  const deadline = isHeld && row.hold_expires_at ? dayAndTime(row.hold_expires_at, await readTimeZone(trx)) : null;
  if (state === 'submitted') {
    const { reservation_state: now } = row;
    const reservation = now === 'expired' || now === 'booked' ? now : ('waiting' as const);
    const received = { ...data, reservation, deadline: isClockStopped(row) ? null : deadline };
    return enqueueEmail(jobs, { kind: 'receiptReceived', to, data: received, reason }, trx);
  }
  const rejected = { ...data, reason: row.reason, deadline };
  return enqueueEmail(jobs, { kind: 'receiptRejected', to, data: rejected, reason }, trx);
}
