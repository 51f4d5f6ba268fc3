import type { RefundPayment } from '@passeio/contract/payments/payments';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { TellingParts } from '../emails/tell-payer.ts';
import { giveMoneyBack } from '../ledger/give-money-back.ts';
import { lockDueRefund } from './refunds.ts';

/**
 * Records that staff paid a refund. Throws REFUND_NOT_FOUND, REFUND_NOT_DUE or END_TO_END_ID_USED.
 */
export async function payRefundByHand(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: TellingParts,
  refundId: string,
  { method, endToEndId, note }: Extract<RefundPayment, { via: 'hand' }>,
): Promise<void> {
  const { reservation_id: reservationId, amount_cents: amountCents } = await lockDueRefund(trx, refundId);
  const returned = { method, amountCents, note, via: 'person' as const, ...(endToEndId ? { endToEndId } : {}) };
  await giveMoneyBack(trx, actor, parts, { reservationId, ...returned });
}
