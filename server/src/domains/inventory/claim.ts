import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/http/errors.ts';
import type { TripRow } from '../trips/index.ts';

/** Whose words refuse a claim: the client's or staff's. */
type Claimant = 'client' | 'staff';

type Places = Pick<TripRow, 'capacity' | 'places_taken'>;

/** Whether a trip has so many places free. */
export function hasPlaces({ capacity, places_taken }: Places, places: number): boolean {
  return places <= 0 || capacity - places_taken >= places;
}

/**
 * Checks that a trip has `places` free. Every path that takes places locks the trip, asks this, and writes the
 * reservation, by which the database counts them. Throws PLACES_SHORT, and TRIP_FULL or for staff NO_PLACES_LEFT.
 */
export function requirePlaces(trip: Places, places: number, claimant: Claimant): void {
  if (hasPlaces(trip, places)) return;
  const left = trip.capacity - trip.places_taken;
  if (left <= 0) throw new AppError(claimant === 'staff' ? 'NO_PLACES_LEFT' : 'TRIP_FULL');
  const asked = claimant === 'staff' ? 'o pedido é de' : 'você pediu';
  throw new AppError('PLACES_SHORT', {
    party: `${left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`}; ${asked} ${places}.`,
  });
}

/** Lock and check within one statement: the id of the locked trip, unless its version changed or it has no room. */
export function claimInStatement(tripId: string, version: number, places: number): RawBuilder<{ id: string }> {
  return sql`select id from trips
    where id = ${tripId} and version = ${version} and places_taken + ${places}::integer <= capacity
    for no key update`;
}
