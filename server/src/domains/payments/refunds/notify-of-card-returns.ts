import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { notifyPayerOfRefund } from './notify-payer-of-refund.ts';

const BATCH = 50;
// What is older than a day was read on the page.
const returned = sql`refunds f join transfers t on t.refund_id = f.id
  where f.state = 'paid' and f.paid_at > now() - interval '1 day' and f.notified_at is null
    and t.method = 'gift_card' and t.kind = 'refund' and t.recorded_via = 'system'`;

/** When payers are notified of what went back to gift cards. */
export const cardReturnMoments = sql`select f.paid_at as at from ${returned}`;

/** Notifies payers, once, of what went back to the gift cards that had paid for them, whatever made it due. */
export async function notifyOfCardReturns({ db, ...deps }: NotifyDeps & { db: Database }): Promise<void> {
  let isMore = true;
  while (isMore) {
    isMore = await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ entryId: string; refundId: string }>`
        update refunds set notified_at = now() from (
          select f.id, t.id as entry_id from ${returned}
          order by f.id limit ${BATCH} for update of f skip locked
        ) returned
        where refunds.id = returned.id
        returning refunds.id as "refundId", returned.entry_id as "entryId"`.execute(trx);
      for (const row of rows) await notifyPayerOfRefund(trx, deps, row);
      return rows.length === BATCH;
    });
  }
}
