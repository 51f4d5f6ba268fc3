import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';

export type UnmatchedRow = Selectable<Schema['unmatched_payments']>;

export type NewUnmatched = Insertable<Schema['unmatched_payments']>;

/** Inserts a payment that belongs to no reservation that we know; false if it is there already. */
export async function insertUnmatched(trx: DatabaseTransaction, payment: NewUnmatched): Promise<boolean> {
  const inserted = await trx
    .insertInto('unmatched_payments')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function changeUnmatched(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['unmatched_payments']>,
): Promise<void> {
  await trx.updateTable('unmatched_payments').set(change).where('id', '=', id).execute();
}

export async function deleteUnmatched(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('unmatched_payments').where('id', '=', id).execute();
}

/** Locks a payment that staff was asked about, whatever staff has decided. */
export function lockReported(
  trx: DatabaseTransaction,
  { issuer, reference }: PaymentId,
): Promise<UnmatchedRow | undefined> {
  return trx
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('provider', '=', issuer)
    .where(sql`upper(reference)`, '=', reference.toUpperCase())
    .forNoKeyUpdate()
    .executeTakeFirst();
}
