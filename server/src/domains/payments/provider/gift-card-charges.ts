import { randomUUIDv7 } from 'node:crypto';
import { moneyText } from '@passeio/contract/money';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import { type Actor, bankOf, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded, type PaymentId, type Providers } from '../../../ports/payments/port.ts';
import { accountOfMeans, storedValueOf } from '../../book/index.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { auditedPayment, PaymentCounted } from '../ledger/ledger.present.ts';
import { findCounted, markChargePaid } from '../ledger/ledger.queries.ts';
import { insertUnmatched } from '../ledger/unknown-money.queries.ts';
import { writeReceived } from '../ledger/unknown-money.ts';
import { type ChargeRow, insertCharge, shownOf } from './charges.queries.ts';
import { starterOf, startNow } from './charges.ts';
import type { ChargedFor } from './payment-of-charge.ts';

/** What references of these charges begin with, in place of a reservation's code. */
const REFERENCE = 'VALE';

/** Asks for the value of a gift card by Pix, until then. Throws PIX_UNAVAILABLE. */
export async function chargeGiftCard(
  trx: DatabaseTransaction,
  providers: Providers,
  { id, value_cents }: { id: string; value_cents: number },
  until: Date,
): Promise<ChargeRow> {
  const starter = await starterOf(trx, providers, handRecorded.method);
  const reference = starter.newReference(REFERENCE);
  const started = starter.isReported ? null : await startNow(starter, reference, value_cents);
  if (started === undefined) throw new AppError('PIX_UNAVAILABLE');
  return insertCharge(trx, {
    reservation_id: null,
    gift_card_id: id,
    purpose: 'full',
    amount_cents: value_cents,
    provider: starter.name,
    kind: starter.kind,
    reference,
    ...(started ? shownOf(started) : { payload: null }),
    provider_state: starter.isReported ? 'wanted' : null,
    expires_at: starter.isReported ? until : null,
    created_by: null,
  });
}

/** The charge of a gift card, which has one. */
export function findChargeOfCard(db: Database, giftCardId: string): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('gift_card_id', '=', giftCardId)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

/** Ends gift cards that were not paid in so many hours, with their charges. */
export async function endUnpaidGiftCards(db: Database, hours: number): Promise<void> {
  await sql`
    with ended as (
      update gift_cards set state = 'expired'
      where state = 'awaiting_payment' and created_at < now() - make_interval(hours => ${hours}) returning id
    )
    update charges set state = 'expired', updated_at = now() from ended
    where charges.gift_card_id = ended.id and charges.state = 'open'`.execute(db);
}

/** Charges of gift cards. A payment of another amount, or of a card that was paid before, waits for staff. */
export const giftCardCharges: ChargedFor = {
  describe: () => 'Vale-presente',

  async receive(trx, deps, payment, { id: chargeId, amount_cents }, giftCardId) {
    if (payment.amountCents !== amount_cents) {
      const description = `É de um vale-presente de ${moneyText(amount_cents)}, mas o valor é outro. Confira com quem pagou.`;
      return { outcome: 'unfit', description };
    }
    const { method, payerName, occurredAt } = payment;
    const paid = { giftCardId, chargeId, method, payerName, payment, occurredAt, via: 'provider' as const };
    try {
      if (await receiveForGiftCard(trx, bankOf(method), deps, paid)) return { outcome: 'recorded' };
    } catch (error) {
      // Another call was quicker; nothing was written by this one.
      if (error instanceof PaymentCounted) return { outcome: 'known' };
      throw error;
    }
    const claimed = await claimPaidByHand(trx, giftCardId, payment);
    if (claimed === 'claimed') return { outcome: 'known' };
    if (claimed === 'doubtful') {
      const description =
        'A equipe já lançou o pagamento do vale-presente deste código. Se for este Pix, descarte-o; se for outro, devolva a quem pagou.';
      return { outcome: 'doubtful', description };
    }
    const description = 'É de um vale-presente que já estava pago ou foi cancelado. Devolva a quem pagou.';
    return { outcome: 'unfit', description };
  },
};

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
async function claimPaidByHand(
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
