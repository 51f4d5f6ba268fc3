import { moneyText } from '@passeio/contract/money';
import type { GiftCardRefund, StaffGiftCard } from '@passeio/contract/payments/gift-cards';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { accountOfMeans, storedValueOf, writeTransfer } from '../../book/index.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { auditedPayment, PaymentCounted, readTyped } from '../ledger/ledger.present.ts';
import { findCounted } from '../ledger/ledger.queries.ts';
import { findChargeOfCard } from '../provider/gift-card-charges.ts';
import { requireWithinRefundLimit } from '../refunds/give-money-back.ts';
import { refundedCentsOf } from './gift-cards.queries.ts';
import { readStaffCard, requireCard } from './manage-gift-cards.ts';

/**
 * Records that value of a gift card went back to its buyer in money: the card has so much less, and the buyer is
 * notified. Throws GIFT_CARD_SHORT for more than it has.
 */
export async function refundGiftCard(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, jobs }: NotifyDeps & { id: string },
  body: GiftCardRefund,
): Promise<StaffGiftCard> {
  const { amountCents, method, note, payment } = readTyped(body);
  const card = await requireCard(trx, id);
  if (card.state !== 'active') throw new AppError('GIFT_CARD_NOT_ACTIVE');
  const leftCents = card.balance_cents - amountCents;
  if (leftCents < 0) throw new AppError('GIFT_CARD_SHORT', { amountCents: leftText(card.balance_cents) });
  requireWithinRefundLimit(actor, amountCents + (await refundedCentsOf(trx, id)), 'vale');
  const transferId = await writeTransfer(trx, {
    from: storedValueOf(id),
    to: accountOfMeans(method, { provider: payment?.issuer }),
    kind: 'sale_refund',
    method,
    amount_cents: amountCents,
    note,
    charge_id: (await findChargeOfCard(trx, id))?.id ?? null,
    provider: payment?.issuer ?? null,
    reference: payment?.reference ?? null,
    recorded_via: 'person',
    recorded_by: callerOfActor(actor).id,
    // Not the transaction's, which is the same for all of it: they are listed in their order.
    recorded_at: new Date(),
  });
  if (!transferId) throw new PaymentCounted((payment && (await findCounted(trx, payment))?.code) ?? undefined);
  await recordAudit(trx, actor, {
    action: 'gift_card.refunded',
    subject: { type: 'gift_card', id, label: `${card.last4}, ${card.buyer_name}` },
    changes: {
      amountCents: [null, amountCents],
      method: [null, method],
      ...(note && { note: [null, note] }),
      ...(payment && auditedPayment(payment)),
    },
  });
  const to = card.buyer_email;
  if (to)
    await enqueueEmail(jobs, { kind: 'giftCardRefunded', to, about: { giftCardId: id, transferId, leftCents } }, trx);
  return readStaffCard(trx, id);
}

function leftText(cents: number): string {
  return cents > 0 ? `O vale só tem ${moneyText(cents)}.` : 'O vale não tem mais saldo.';
}
