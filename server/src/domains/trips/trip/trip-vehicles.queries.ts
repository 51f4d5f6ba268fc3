import type { VehiclePeriod } from '@passeio/contract/seats/vehicles';
import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export type TripVehicleRow = Selectable<Schema['trip_vehicles']>;

/** A vehicle of a trip without its map. */
export type TripVehicleSummary = Omit<TripVehicleRow, 'seat_map'>;

/** The vehicles of these trips, by trip and position. */
export function listTripVehicles(db: Database, tripIds: string[]): Promise<TripVehicleSummary[]> {
  if (tripIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('trip_vehicles')
    .select(['id', 'trip_id', 'vehicle_id', 'position', 'name', 'seats'])
    .where('trip_id', 'in', tripIds)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

/** The vehicles of a trip with their maps, by position. */
export function readTripVehicles(db: Database, tripId: string): Promise<TripVehicleRow[]> {
  return db.selectFrom('trip_vehicles').selectAll().where('trip_id', '=', tripId).orderBy('position').execute();
}

/** Makes these rows the vehicles of a trip; maps and names of those that it has already stay as they are. */
export async function writeTripVehicles(
  trx: DatabaseTransaction,
  tripId: string,
  rows: TripVehicleRow[],
): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await trx
    .deleteFrom('trip_vehicles')
    .where('trip_id', '=', tripId)
    .$if(ids.length > 0, (others) => others.where('id', 'not in', ids))
    .execute();
  if (rows.length === 0) return;
  await trx
    .insertInto('trip_vehicles')
    .values(rows.map(({ seats, seat_map, ...row }) => ({ ...row, seat_map: JSON.stringify(seat_map) })))
    .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ position: eb.ref('excluded.position') })))
    .execute();
}

/** Trips that vehicles serve in a period, by departure. */
export function listDepartures(db: Database, { from, to, exceptTripId }: VehiclePeriod) {
  return db
    .selectFrom('trip_vehicles')
    .innerJoin('trips', 'trips.id', 'trip_vehicles.trip_id')
    .select(['trip_vehicles.vehicle_id', 'trips.id as trip_id', 'trips.title', 'trips.departs_at'])
    .where('trips.archived_at', 'is', null)
    .where('trips.cancelled_at', 'is', null)
    .where('trips.departs_at', '<', new Date(to))
    .where('trips.returns_at', '>', new Date(from))
    .$if(exceptTripId !== undefined, (others) => others.where('trips.id', '<>', exceptTripId ?? ''))
    .orderBy('trips.departs_at')
    .orderBy('trips.id')
    .execute();
}
