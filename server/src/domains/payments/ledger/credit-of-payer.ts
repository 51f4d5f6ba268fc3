import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';

/** Throws CREDIT_NEEDS_ACCOUNT for a guest, whose reservation may pass to an account without the credit. */
export async function requireAccount(trx: DatabaseTransaction, userId: string): Promise<void> {
  const account = trx.selectFrom('users').select('id').where('id', '=', userId).where('issuer', 'is not', null);
  if (!(await account.executeTakeFirst())) throw new AppError('CREDIT_NEEDS_ACCOUNT');
}

/** The refund of a cancelled departure was chosen as credit. */
export async function chooseCredit(
  trx: DatabaseTransaction,
  { id, trip_id }: Pick<Selectable<Schema['reservations']>, 'id' | 'trip_id'>,
): Promise<void> {
  await trx
    .updateTable('trip_cancellation_choices')
    .set({ outcome: 'credit' })
    .where('reservation_id', '=', id)
    .where('trip_id', '=', trip_id)
    .where('outcome', '=', 'refund')
    .execute();
}
