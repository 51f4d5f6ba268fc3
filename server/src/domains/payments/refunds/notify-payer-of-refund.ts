import { maskPixKey } from '@passeio/contract/operator/pix-key';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { payerOfRefund } from './refunds.queries.ts';

/** Notifies the payer by e-mail, if the transaction commits, that money went back. Nobody without an address. */
export async function notifyPayerOfRefund(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { refundId, entryId }: { refundId: string; entryId: string },
): Promise<void> {
  const { email: to, reservation_id: reservationId } = await payerOfRefund(trx, refundId);
  if (to) await enqueueEmail(jobs, { kind: 'refundPaid', to, about: { reservationId, entryId } }, trx);
}

/**
 * Notifies the payer, if the transaction commits, that the key of their refund has changed. Nobody without an address.
 */
export async function notifyPayerOfRefundKey(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  refundId: string,
  { before, byPayer }: { before: string; byPayer: boolean },
): Promise<void> {
  const refund = await payerOfRefund(trx, refundId);
  if (!refund.email) return;
  const keys = { before: maskPixKey(before), after: maskPixKey(refund.pix_key) };
  const about = { reservationId: refund.reservation_id, amountCents: refund.amount_cents, byPayer, ...keys };
  await enqueueEmail(jobs, { kind: 'refundKeyChanged', to: refund.email, about }, trx);
}
