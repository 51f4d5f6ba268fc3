import { sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { changeReservation } from '../reservations.queries.ts';
import type { MovedPerson } from './move-fares.ts';

/** All participants of a reservation, the removed ones included, in order. */
export function peopleToMove(db: Database, reservationId: string): Promise<MovedPerson[]> {
  return db
    .selectFrom('participants')
    .select(['id', 'position', 'name', 'birthdate', 'fare_id', 'fare_label', 'price_cents', 'takes_place'])
    .select(['companion_id', 'removed_at'])
    .where('reservation_id', '=', reservationId)
    .orderBy('position')
    .execute();
}

/**
 * Writes a move. The participants change first: they have no boarding point when they follow their reservation to the
 * other trip, and the foreign key of their fares is checked at commit.
 */
export async function writeMove(
  trx: DatabaseTransaction,
  reservationId: string,
  change: Updateable<Schema['reservations']>,
  people: readonly MovedPerson[],
): Promise<void> {
  const rows = people.map(({ id, fare_id, fare_label, price_cents, takes_place, companion_id }) => ({
    id,
    fare_id,
    fare_label,
    price_cents,
    takes_place,
    companion_id,
  }));
  await sql`
    update participants set fare_id = moved.fare_id, fare_label = moved.fare_label, price_cents = moved.price_cents,
      takes_place = moved.takes_place, companion_id = moved.companion_id, boarding_point_id = null, boarded_at = null,
      missed_at = null, updated_at = now()
    from jsonb_populate_recordset(null::participants, ${JSON.stringify(rows)}::jsonb) moved
    where participants.id = moved.id`.execute(trx);
  await changeReservation(trx, reservationId, change);
}
