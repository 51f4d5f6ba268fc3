import { randomUUIDv7 } from 'node:crypto';
import type { UnreadablePix } from '@passeio/contract/payments/statements';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { UnreadablePayment } from '../../../ports/payments/port.ts';
import { clearNoticed, markNoticed } from './charges.queries.ts';

const SHOWN = 50;

/** Stores an entry of the provider's list that cannot be read, once; a hold that it may have paid waits for staff. */
export async function noteUnreadable(db: Database, { unreadable, chargeReference }: UnreadablePayment): Promise<void> {
  await inTransaction(db, async (trx) => {
    const added = await trx
      .insertInto('unreadable_pix')
      .values({ id: randomUUIDv7(), reference: unreadable, charge_reference: chargeReference })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added && chargeReference) await markNoticed(trx, [chargeReference]);
  });
}

/** A payment that could not be read at first can be: staff need not look for it. */
export async function forgetUnreadable(db: Database, reference: string): Promise<void> {
  const found = await db
    .updateTable('unreadable_pix')
    .set({ checked_at: new Date() })
    .where('reference', '=', reference)
    .where('checked_at', 'is', null)
    .returning('charge_reference')
    .executeTakeFirst();
  if (found?.charge_reference) await clearNoticed(db, found.charge_reference);
}

/** Payments that staff has not looked at yet, the oldest first. */
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
  if (row.charge_reference) await clearNoticed(trx, row.charge_reference);
  await recordAudit(trx, actor, {
    action: 'payment.checked',
    subject: { type: 'payment', id, label: row.reference },
    changes: {},
  });
  return { id, reference: row.reference, seenAt: row.seen_at.toISOString() };
}
