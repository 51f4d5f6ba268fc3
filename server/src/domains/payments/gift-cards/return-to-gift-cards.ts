import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
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
      select sum(case t.direction when 'in' then t.amount_cents else -t.amount_cents end)
      from transfers t
      join accounts card on card.id = case t.direction when 'in' then t.from_account else t.to_account end
      where t.reservation_id = f.reservation_id and t.method = 'gift_card' and card.closed_at is null
    ) order by f.promised_for, f.id`.execute(db);
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await inTransaction(db, (trx) => returnToGiftCards(trx, parts, id));
  }
}
