import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import { bankOf, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import { type Account, balanceOf, kept, storedValueOf, writeTransfer } from '../../book/index.ts';

/**
 * Blocks a gift card of whose payment so much went back by now, for all that it has, and has staff see to it; nothing
 * happens if staff was told of as much. `isDisputed`: else it may be a second payment, which staff returned.
 */
export async function blockGiftCard(
  trx: DatabaseTransaction,
  payment: Payment,
  { returnedCents, isDisputed }: { returnedCents: number; isDisputed: boolean },
): Promise<void> {
  const found = await findSold(trx, payment, isDisputed);
  if (!found) return;
  const card = await trx
    .selectFrom('gift_cards')
    .selectAll()
    .where('id', '=', found.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (card.returned_cents >= returnedCents) return;
  const returned = {
    returned_cents: returnedCents,
    returned_at: new Date(),
    return_checked_at: null,
    return_checked_by: null,
  };
  await trx
    .updateTable('gift_cards')
    .set({ ...returned, ...(card.state === 'active' && { state: 'revoked' as const }) })
    .where('id', '=', card.id)
    .execute();
  const leftCents = await balanceOf(trx, card.id);
  if (card.state === 'active' && leftCents > 0) {
    await takeValue(
      trx,
      storedValueOf(card.id),
      leftCents,
      `O banco devolveu ${moneyText(returnedCents)} do pagamento`,
    );
  }
  await recordAudit(trx, bankOf(payment.method), {
    action: 'gift_card.blocked',
    subject: { type: 'gift_card', id: card.id, label: `${card.last4}, ${card.buyer_name}` },
    changes: { amountCents: [null, returnedCents] },
  });
}

/**
 * Takes again what went back to a gift card that is blocked, because its payment went back, and has staff see to it
 * again. What goes back to one that staff revoked was refused before.
 */
export async function blockAgain(trx: DatabaseTransaction, card: Account, cents: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_cards')
    .set({ return_checked_at: null, return_checked_by: null })
    .where('id', '=', card.id)
    .where('state', '=', 'revoked')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await takeValue(trx, card, cents, 'Voltou ao vale bloqueado');
}

async function takeValue(trx: DatabaseTransaction, from: Account, cents: number, note: string): Promise<void> {
  const facts = { kind: 'revocation', method: 'gift_card', recorded_via: 'system' } as const;
  await writeTransfer(trx, { ...facts, from, to: kept, amount_cents: cents, note });
}

/** The gift card of a payment: by its id, or, of a dispute, of what staff recorded without one for the same charge. */
async function findSold(trx: DatabaseTransaction, { issuer, reference, chargeReference }: Payment, byCharge: boolean) {
  const sales = trx.selectFrom('transfers as sale').select('sale.to_account as id').where('sale.kind', '=', 'sale');
  const isNamed = (table: 'sale' | 'claim') =>
    sql<boolean>`${sql.table(table)}.provider = ${issuer} and upper(${sql.ref(`${table}.reference`)}) = ${reference.toUpperCase()}`;
  const claimed = sales
    .innerJoin('unmatched_payments as claim', 'claim.transfer_id', 'sale.id')
    .where(isNamed('claim'));
  const byId = await sales.where(isNamed('sale')).union(claimed).executeTakeFirst();
  if (byId || !byCharge || !chargeReference) return byId;
  return sales
    .innerJoin('charges', 'charges.gift_card_id', 'sale.to_account')
    .where('charges.reference', '=', chargeReference)
    .where('sale.reference', 'is', null)
    .executeTakeFirst();
}
