import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import { bankOf, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import { writeCardEntry } from './gift-card-entries.ts';

/**
 * Blocks a gift card of whose payment so much went back by now, for all that it has, and has staff see to it; nothing
 * happens if staff was told of as much. `isDisputed`: else it may be a second payment, which staff returned.
 */
export async function blockGiftCard(
  trx: DatabaseTransaction,
  payment: Payment,
  { returnedCents, isDisputed }: { returnedCents: number; isDisputed: boolean },
): Promise<void> {
  const found = await findPaid(trx, payment, isDisputed);
  if (!found) return;
  const card = await trx
    .selectFrom('gift_cards')
    .selectAll()
    .where('id', '=', found.gift_card_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await trx
    .updateTable('gift_card_payments')
    .set({ returned_cents: returnedCents, returned_at: new Date(), return_checked_at: null, return_checked_by: null })
    .where('id', '=', found.id)
    .where('returned_cents', '<', returnedCents)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  if (card.state === 'active') {
    const reason = `O banco devolveu ${moneyText(returnedCents)} do pagamento`;
    await trx.updateTable('gift_cards').set({ state: 'revoked' }).where('id', '=', card.id).execute();
    const entry = { gift_card_id: card.id, kind: 'revoked' as const, amount_cents: -card.balance_cents, reason };
    await writeCardEntry(trx, entry);
  }
  await recordAudit(trx, bankOf(payment.method), {
    action: 'gift_card.blocked',
    subject: { type: 'gift_card', id: card.id, label: `${card.last4}, ${card.buyer_name}` },
    changes: { amountCents: [null, returnedCents] },
  });
}

/** The payment of a gift card: by its id, or, of a dispute, what staff recorded without one for the same charge. */
async function findPaid(trx: DatabaseTransaction, { issuer, reference, chargeReference }: Payment, byCharge: boolean) {
  const paid = trx.selectFrom('gift_card_payments as paid').select(['paid.id', 'paid.gift_card_id']);
  const byId = await paid
    .where('paid.provider', '=', issuer)
    .where(sql`upper(paid.reference)`, '=', reference.toUpperCase())
    .executeTakeFirst();
  if (byId || !byCharge || !chargeReference) return byId;
  return paid
    .innerJoin('charges', 'charges.gift_card_id', 'paid.gift_card_id')
    .where('charges.reference', '=', chargeReference)
    .where('paid.reference', 'is', null)
    .executeTakeFirst();
}
