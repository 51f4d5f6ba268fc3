import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** Keeps a Pix that belongs to no reservation that we know. Returns its id; undefined if it is there already. */
export async function insertUnmatched(
  trx: DatabaseTransaction,
  payment: Omit<Insertable<Schema['unmatched_payments']>, 'id'>,
): Promise<string | undefined> {
  const inserted = await trx
    .insertInto('unmatched_payments')
    .values({ ...payment, id: randomUUIDv7() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** A Pix that is in the ledger now no longer waits. */
export async function assignUnmatched(
  trx: DatabaseTransaction,
  { endToEndId, entryId, by }: { endToEndId: string; entryId: string; by: string | null },
): Promise<void> {
  await trx
    .updateTable('unmatched_payments')
    .set({ state: 'assigned', ledger_entry_id: entryId, decided_by: by, decided_at: new Date() })
    .where('end_to_end_id', '=', endToEndId)
    .where('state', '<>', 'assigned')
    .execute();
}
