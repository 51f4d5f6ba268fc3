import { type Insertable, sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

/** What is to be chosen of a reservation of a cancelled departure. */
interface ChoiceKey {
  reservationId: string;
  /** The cancelled departure. */
  tripId: string;
}

export async function insertChoice(
  trx: DatabaseTransaction,
  row: Insertable<Schema['trip_cancellation_choices']>,
): Promise<void> {
  await trx.insertInto('trip_cancellation_choices').values(row).execute();
}

/** Ends what is to be chosen of a reservation that moved to another departure, or has ended and is refunded. */
export async function endChoice(
  trx: DatabaseTransaction,
  { reservationId, tripId }: ChoiceKey,
  movedTo: string | null,
): Promise<void> {
  await trx
    .updateTable('trip_cancellation_choices')
    .set({ settled_at: sql<Date>`now()`, outcome: movedTo ? 'moved' : 'refund', moved_to: movedTo })
    .where('reservation_id', '=', reservationId)
    .where('trip_id', '=', tripId)
    .where('outcome', 'is', null)
    .execute();
}

/** What a payer took back as money became credit instead. */
export async function chooseCredit(trx: DatabaseTransaction, { reservationId, tripId }: ChoiceKey): Promise<void> {
  await trx
    .updateTable('trip_cancellation_choices')
    .set({ outcome: 'credit' })
    .where('reservation_id', '=', reservationId)
    .where('trip_id', '=', tripId)
    .where('outcome', '=', 'refund')
    .execute();
}

/** Marks that a payer did not choose in time. */
export async function markDefault(trx: DatabaseTransaction, { reservationId, tripId }: ChoiceKey): Promise<void> {
  await trx
    .updateTable('trip_cancellation_choices')
    .set({ is_default: true })
    .where('reservation_id', '=', reservationId)
    .where('trip_id', '=', tripId)
    .execute();
}
