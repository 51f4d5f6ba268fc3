import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { reviewReceipt } from './receipts.queries.ts';

/**
 * Accepts the receipt that waits for a charge whose money came by another way, such as the bank's notice: there is
 * nothing left to judge. The reservation is locked.
 */
export async function acceptReceiptOfCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  { chargeId, entryId, label }: { chargeId: string; entryId: string; label: string },
): Promise<void> {
  const waiting = await trx
    .selectFrom('receipts')
    .select(['id', 'reservation_id'])
    .where('charge_id', '=', chargeId)
    .where('state', '=', 'submitted')
    .executeTakeFirst();
  if (!waiting) return;
  await reviewReceipt(trx, waiting.id, { state: 'accepted', by: actor.caller?.id ?? null, entryId });
  await recordAudit(trx, actor, {
    action: 'reservation.receipt_accepted',
    subject: { type: 'reservation', id: waiting.reservation_id, label },
  });
}
