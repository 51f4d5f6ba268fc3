import { randomUUIDv7 } from 'node:crypto';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { handRecorded, type PaymentId } from '../../../ports/payments/port.ts';
import { accountOfMeans, storedValueOf } from '../../book/accounts.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { auditedPayment, PaymentCounted } from './ledger.present.ts';
import { findCounted, markChargePaid } from './ledger.queries.ts';
import { insertUnmatched } from './unknown-money.queries.ts';
import { writeReceived } from './unknown-money.ts';

/** The money by which a gift card was bought. */
interface PaidGiftCard {
  giftCardId: string;
  chargeId: string | null;
  method: PaymentMethod;
  payerName?: string;
  payment?: PaymentId | undefined;
  occurredAt: Date;
  via: 'person' | 'provider';
}

/**
 * Activates a gift card whose value came in, also one that was not paid in time: the money is there. Its buyer gets a
 * receipt with the link. False, without a write, if it was paid before or was revoked. Throws PaymentCounted.
 */
export async function receiveForGiftCard(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs }: NotifyDeps,
  { giftCardId, chargeId, method, payerName = '', payment, occurredAt, via }: PaidGiftCard,
): Promise<boolean> {
  const card = await trx
    .updateTable('gift_cards')
    .set({ state: 'active' })
    .where('id', '=', giftCardId)
    .where('state', 'in', ['awaiting_payment', 'expired'])
    .returning(['value_cents', 'last4', 'buyer_name', 'buyer_email'])
    .executeTakeFirst();
  if (!card) return false;
  const written = await writeReceived(trx, {
    from: accountOfMeans(method, { provider: payment?.issuer }),
    to: storedValueOf(giftCardId),
    kind: 'sale',
    method,
    amount_cents: card.value_cents,
    charge_id: chargeId,
    provider: payment?.issuer ?? null,
    reference: payment?.reference ?? null,
    payer_name: payerName,
    occurred_at: occurredAt,
    recorded_via: via,
    recorded_by: via === 'person' ? callerOfActor(actor).id : null,
  });
  if (!written) throw new PaymentCounted((payment && (await findCounted(trx, payment))?.code) ?? undefined);
  if (chargeId) await markChargePaid(trx, chargeId);
  await recordAudit(trx, actor, {
    action: 'gift_card.paid',
    subject: { type: 'gift_card', id: giftCardId, label: `${card.last4}, ${card.buyer_name}` },
    changes: { amountCents: [null, card.value_cents], ...(payment && auditedPayment(payment)) },
  });
  await enqueueEmail(jobs, { kind: 'giftCardBought', to: card.buyer_email, about: { giftCardId } }, trx);
  return true;
}

/**
 * Has a payment of a gift card's charge stand for what staff recorded of it without an id, once: what the bank takes
 * back of it is found by its id. `doubtful`: it came after that; staff says whether it is another one.
 */
export async function claimPaidByHand(
  trx: DatabaseTransaction,
  giftCardId: string,
  { issuer, reference, payerName, occurredAt }: PaymentId & { payerName: string; occurredAt: Date },
): Promise<'claimed' | 'doubtful' | undefined> {
  const sale = await trx
    .selectFrom('transfers as sale')
    .select(['sale.id', 'sale.method', 'sale.amount_cents', 'sale.recorded_at'])
    .where('sale.to_account', '=', giftCardId)
    .where('sale.kind', '=', 'sale')
    .where('sale.reference', 'is', null)
    .where(sql<boolean>`not exists (select from unmatched_payments u where u.transfer_id = sale.id)`)
    .executeTakeFirst();
  if (!sale || occurredAt > sale.recorded_at) return sale && 'doubtful';
  const isNew = await insertUnmatched(trx, {
    id: randomUUIDv7(),
    provider: issuer,
    reference,
    method: handRecorded.method,
    amount_cents: sale.amount_cents,
    payer_name: payerName,
    occurred_at: occurredAt,
    state: 'assigned',
    transfer_id: sale.id,
    decided_at: new Date(),
  });
  return isNew ? 'claimed' : undefined;
}
