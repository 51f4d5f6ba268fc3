import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { isTakingBack } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { returnToGiftCards } from '../refunds/give-money-back.ts';

/**
 * Gives back to gift cards what is due of reservations that they paid for, whatever made it due. Until then no other
 * way gives it back.
 */
export async function returnDueToGiftCards(
  { db, ...parts }: NotifyDeps & { db: Database },
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select f.reservation_id as id from refunds f
    where f.state = 'due' and 0 < (
      select -sum(card.amount_cents)
      from ledger_entries e
      join gift_card_entries card on card.ledger_entry_id = e.id
      join gift_cards on gift_cards.id = card.gift_card_id
      where e.reservation_id = f.reservation_id and e.method = 'gift_card' and ${isTakingBack}
    ) order by f.promised_for, f.id`.execute(db);
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await inTransaction(db, (trx) => returnToGiftCards(trx, parts, id));
  }
}
