import type { Selectable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

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
