import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export type FareRow = Selectable<Schema['trip_fares']>;

/** The fares of these trips, by trip and position. */
export function listFares(db: Database, tripIds: string[]): Promise<FareRow[]> {
  if (tripIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('trip_fares')
    .selectAll()
    .where('trip_id', 'in', tripIds)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

/**
 * Makes these rows the fares of a trip: inserts those without a stored id, updates the others, and deletes the rest.
 * Violates `participants_fare_of_trip` when a deleted one is in use.
 */
export async function writeFares(trx: DatabaseTransaction, tripId: string, fares: FareRow[]): Promise<void> {
  await trx
    .insertInto('trip_fares')
    .values(fares)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        position: eb.ref('excluded.position'),
        label: eb.ref('excluded.label'),
        min_age: eb.ref('excluded.min_age'),
        max_age: eb.ref('excluded.max_age'),
        price_cents: eb.ref('excluded.price_cents'),
        takes_place: eb.ref('excluded.takes_place'),
        audience: eb.ref('excluded.audience'),
      })),
    )
    .execute();
  await trx
    .deleteFrom('trip_fares')
    .where('trip_id', '=', tripId)
    .where(
      'id',
      'not in',
      fares.map(({ id }) => id),
    )
    .execute();
}
