import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';

/**
 * Appends an entry of a gift card, whose balance follows. The row of the card is what two uses of it wait for. Throws
 * GIFT_CARD_SHORT if it takes more than there is.
 */
export async function writeCardEntry(
  trx: DatabaseTransaction,
  entry: Insertable<Schema['gift_card_entries']>,
): Promise<void> {
  // Not now(), which is the same for all entries of a transaction: they are listed in the order in which they were made.
  const created_at = sql<Date>`clock_timestamp()`;
  await trx
    .insertInto('gift_card_entries')
    .values({ created_at, ...entry })
    .execute();
  await mapConstraintErrors({ gift_cards_balance_within_value: 'GIFT_CARD_SHORT' }, () =>
    trx
      .updateTable('gift_cards')
      .set((eb) => ({ balance_cents: eb('balance_cents', '+', entry.amount_cents) }))
      .where('id', '=', entry.gift_card_id)
      .execute(),
  );
}

/**
 * What an entry of the ledger by gift card does to its card: `giftCardId`, or that of the entry that it reverses. What
 * goes back to a card that is blocked, because its payment went back, stays blocked, and staff sees to it again. Throws
 * GIFT_CARD_SHORT, or GIFT_CARD_NOT_ACTIVE for what would go back to one that staff revoked.
 */
export async function moveGiftCard(
  trx: DatabaseTransaction,
  {
    entryId,
    cents,
    giftCardId,
    reverses,
  }: {
    entryId: string;
    cents: number;
    giftCardId: string | undefined;
    reverses: string | null | undefined;
  },
): Promise<void> {
  const id = giftCardId ?? (reverses && (await cardOfEntry(trx, reverses)));
  if (!id) throw new AppError('GIFT_CARD_UNKNOWN');
  const of = { gift_card_id: id, ledger_entry_id: entryId };
  if (cents < 0) return writeCardEntry(trx, { ...of, kind: 'used', amount_cents: cents });
  const { state } = await trx
    .selectFrom('gift_cards')
    .select('state')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const isBlocked = state === 'revoked' && (await seeToBlocked(trx, id));
  if (state === 'revoked' && !isBlocked) throw new AppError('GIFT_CARD_NOT_ACTIVE');
  await writeCardEntry(trx, { ...of, kind: 'returned', amount_cents: cents });
  if (!isBlocked) return;
  const reason = 'Voltou ao vale bloqueado';
  await writeCardEntry(trx, { gift_card_id: id, kind: 'revoked', amount_cents: -cents, reason });
}

/** Has staff see again to a card whose payment went back; false for another one. */
async function seeToBlocked(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('gift_card_payments')
    .set({ return_checked_at: null, return_checked_by: null })
    .where('gift_card_id', '=', id)
    .where('returned_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function cardOfEntry(db: Database, entryId: string): Promise<string | undefined> {
  const found = db.selectFrom('gift_card_entries').select('gift_card_id').where('ledger_entry_id', '=', entryId);
  return (await found.executeTakeFirst())?.gift_card_id;
}
