import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { type Account, kept } from './accounts.ts';
import { writeTransfer } from './write-transfer.ts';

/** Locks gift cards, after reservations and before their accounts, in the order in which everybody does. */
export async function lockGiftCards(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  const cards = trx.selectFrom('gift_cards').select('id').where('id', '=', sqlAny(ids, 'uuid'));
  await cards.orderBy('id').forNoKeyUpdate().execute();
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

/** Takes value from a gift card that is blocked: the operator keeps it. */
export async function takeValue(trx: DatabaseTransaction, from: Account, cents: number, note: string): Promise<void> {
  const facts = { kind: 'revocation', method: 'gift_card', recorded_via: 'system' } as const;
  await writeTransfer(trx, { ...facts, from, to: kept, amount_cents: cents, note });
}
