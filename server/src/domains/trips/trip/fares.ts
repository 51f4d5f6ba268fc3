import { randomUUIDv7 } from 'node:crypto';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { keysOf } from '@passeio/contract/table';
import { type Fare, type FareDraft, fare } from '@passeio/contract/trips/fares';
import { isForAdults } from '@passeio/contract/trips/pricing';
import type { Selectable } from 'kysely';
import { excludedColumns, fromColumns, toColumns } from '../../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';

export type FareRow = Selectable<Schema['trip_fares']>;

/** The fields of a fare, each a column. */
export const fareFields = keysOf(fare.shape);

/**
 * The rows of a trip's drafted fares, in their order. `known` are its stored ones; a draft without an id that has the
 * label of one of them keeps its id. Throws INVALID_INPUT for an id that is not of this trip, or stands there twice.
 */
export function faresOfDraft(tripId: string, drafts: FareDraft[], known: FareRow[]): FareRow[] {
  const free = new Set(known.map(({ id }) => id));
  const claimed = drafts.map(({ id }) => {
    if (id !== undefined && !free.delete(id.toLowerCase())) {
      throw new AppError('INVALID_INPUT', {
        fares: 'Há uma tarifa que não é deste passeio. Recarregue a página e tente de novo.',
      });
    }
    return id?.toLowerCase();
  });
  return drafts.map((draft, position) => {
    const same = known.find(({ id, label }) => free.has(id) && isSameLabel(label, draft.label))?.id;
    return {
      ...toColumns(draft),
      id: claimed[position] ?? same ?? randomUUIDv7(),
      trip_id: tripId,
      position,
    };
  });
}

export function presentFare(row: FareRow): Fare {
  return fromColumns(row, fareFields);
}

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
 * Makes these rows the fares of a trip: inserts those without a stored id, updates the others, and deletes the rest;
 * the trip's price is the lowest. Violates `participants_fare_of_trip` when a deleted one is in use.
 */
export async function writeFares(trx: DatabaseTransaction, tripId: string, fares: FareRow[]): Promise<void> {
  await trx
    .insertInto('trip_fares')
    .values(fares)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excludedColumns(fareFields)))
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
  await trx
    .updateTable('trips')
    .set({ price_cents: lowestPrice(fares) })
    .where('id', '=', tripId)
    .execute();
}

// The lowest of several public fares for adults; the lowest of all where none is for adults.
function lowestPrice(fares: readonly FareRow[]): number {
  const offered = fares.filter(({ audience, takes_place }) => audience === 'public' && takes_place);
  const forAdults = offered.filter((fare) => isForAdults(presentFare(fare)));
  const prices = (forAdults.length > 0 ? forAdults : offered).map(({ price_cents }) => price_cents);
  return prices.length > 0 ? Math.min(...prices) : 0;
}
