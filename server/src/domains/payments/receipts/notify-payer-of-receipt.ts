import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';

/** Notifies the payer by e-mail, if the transaction commits, that a receipt came, or why it was rejected. */
export async function notifyPayerOfReceipt(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  receiptId: string,
): Promise<void> {
  const { email: to, ...receipt } = await trx
    .selectFrom('receipts')
    .innerJoin('reservations as r', 'r.id', 'receipts.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['receipts.state', 'r.id as reservationId', 'r.state as reservationState', 'payer.email'])
    .where('receipts.id', '=', receiptId)
    .executeTakeFirstOrThrow();
  // Guests may have no address.
  if (!to || receipt.state === 'accepted') return;
  const { reservationId, reservationState } = receipt;
  const kind = receipt.state === 'submitted' ? 'receiptReceived' : 'receiptRejected';
  await enqueueEmail(jobs, { kind, to, about: { reservationId, receiptId, reservationState } }, trx);
}
