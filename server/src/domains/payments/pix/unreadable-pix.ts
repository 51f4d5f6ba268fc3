import { randomUUIDv7 } from 'node:crypto';
import type { UnreadablePix } from '@passeio/contract/payments/statements';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { UnreadablePix as ListedUnreadable } from '../../../ports/payments/port.ts';
import { clearNoticed, markNoticed } from './charges.queries.ts';

const SHOWN = 50;

/** Stores an entry of the bank's list that cannot be read, once; a hold that it may have paid waits for staff. */
export async function noteUnreadable(db: Database, { unreadable, txid }: ListedUnreadable): Promise<void> {
  await inTransaction(db, async (trx) => {
    const added = await trx
      .insertInto('unreadable_pix')
      .values({ id: randomUUIDv7(), reference: unreadable, txid })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && txid) await markNoticed(trx, [txid]);
  });
}

/** A Pix that could not be read at first can be: staff need not look for it. */
export async function forgetUnreadable(db: Database, endToEndId: string): Promise<void> {
  const found = await db
    .updateTable('unreadable_pix')
    .set({ checked_at: new Date() })
    .where('reference', '=', endToEndId)
    .where('checked_at', 'is', null)
    .returning('txid')
    .executeTakeFirst();
  if (found?.txid) await clearNoticed(db, found.txid);
}

/** Those that staff has not looked at yet, the oldest first. */
export async function listUnreadable(db: Database): Promise<UnreadablePix[]> {
  const rows = await db
    .selectFrom('unreadable_pix')
    .select(['id', 'reference', 'seen_at'])
    .where('checked_at', 'is', null)
    .orderBy('seen_at')
    .limit(SHOWN)
    .execute();
  return rows.map(({ id, reference, seen_at }) => ({ id, reference, seenAt: seen_at.toISOString() }));
}

/** Staff has looked for it in the account. Throws UNMATCHED_NOT_FOUND. */
export async function checkUnreadable(trx: DatabaseTransaction, actor: Actor, id: string): Promise<UnreadablePix> {
  const row = await trx
    .updateTable('unreadable_pix')
    .set({ checked_at: new Date(), checked_by: callerOfActor(actor).id })
    .where('id', '=', id)
    .where('checked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new AppError('UNMATCHED_NOT_FOUND');
  if (row.txid) await clearNoticed(trx, row.txid);
  await recordAudit(trx, actor, {
    action: 'payment.checked',
    subject: { type: 'payment', id, label: row.reference },
    changes: {},
  });
  return { id, reference: row.reference, seenAt: row.seen_at.toISOString() };
}
