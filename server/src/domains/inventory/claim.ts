import type { ErrorCode } from '@passeio/contract/api/errors';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { placesLeft, type TripRow } from '../trips/index.ts';

/** The voice in which a claim is refused: the client's or staff's. */
type Claimant = 'client' | 'staff';

type Places = Pick<TripRow, 'places_left' | 'is_for_waiting'>;

/** Whether a trip has so many places free beside `own`, those set aside for the asker, for which nobody is waiting. */
export function hasPlaces(trip: Places, places: number, own = 0): boolean {
  return places <= own || (trip.places_left >= places - own && !trip.is_for_waiting);
}

/**
 * Checks that a trip has `places` free, with the `own` ones that are set aside for the asker. Every path that takes
 * places locks the trip, asks this, and writes the reservation, by which the database counts them.
 */
export function requirePlaces(trip: Places, places: number, claimant: Claimant, own = 0): void {
  if (hasPlaces(trip, places, own)) return;
  const left = (trip.is_for_waiting ? 0 : trip.places_left) + own;
  if (trip.places_left + own <= 0) throw new AppError(claimant === 'staff' ? 'NO_PLACES_LEFT' : 'TRIP_FULL');
  if (trip.is_for_waiting && own === 0)
    throw new AppError(claimant === 'staff' ? 'PLACES_FOR_WAITING_STAFF' : 'PLACES_FOR_WAITING');
  const asked = claimant === 'staff' ? 'o pedido é de' : 'você pediu';
  throw new AppError('PLACES_SHORT', {
    party: `${left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`}; ${asked} ${places}.`,
  });
}

interface TripClaim {
  version: number;
  smallestWaiting: number | null;
  places: number;
  /** Places of them that may be set aside for the asker; the database counts them again. */
  own: number;
}

/**
 * Lock and check within one statement: the locked trip, unless its version or the smallest party that waits has
 * changed, or it has no room.
 */
export function claimInStatement(
  tripId: string,
  { version, smallestWaiting, places, own }: TripClaim,
): RawBuilder<unknown> {
  return sql`select id, departs_at, boarding_points, interstate from trips
    where id = ${tripId} and version = ${version} and smallest_waiting is not distinct from ${smallestWaiting}::integer
      and ${placesLeft} >= ${places}::integer - ${own}::integer
    for no key update`;
}

/**
 * The extras of the locked trip `claimed`, locked, of which so many are left; all of them, or the claim has failed.
 * Trips are locked first, so that nobody else takes of them meanwhile.
 */
export function stockInStatement(wanted: string): RawBuilder<unknown> {
  return sql`select e.id from trip_extras e
    where e.trip_id = (select id from claimed) and e.ended_at is null
      and (select asked.quantity from jsonb_to_recordset(${wanted}::jsonb) as asked (id uuid, quantity integer)
        where asked.id = e.id) <= coalesce(e.stock - e.taken, 2147483647)
    for no key update`;
}

/** The payer whose unpaid places are counted, in a locked trip. */
interface UnpaidPlaces {
  payerId: string;
  network: string | null;
  tripId: string;
  places: number;
}

/**
 * An expression that refuses a client more places without money than the operator's setting, over all trips; counted by
 * payer (a CPF is one person's) and by the address of the client. It violates `unpaid_places_of_person` or
 * `unpaid_places_from_address`, see {@link unpaidRefusals}.
 */
export function claimUnpaidPlaces({ payerId, network, tripId, places }: UnpaidPlaces): RawBuilder<boolean> {
  return sql`claim_unpaid_places(${payerId}::uuid, ${network}::text, ${tripId}::uuid, ${places}::integer)`;
}

/** {@link claimUnpaidPlaces} alone. Throws UNPAID_PLACES or UNPAID_PLACES_ADDRESS. */
export function requireUnpaidPlaces(trx: DatabaseTransaction, claimed: UnpaidPlaces): Promise<unknown> {
  return mapConstraintErrors(unpaidRefusals, () => sql`select ${claimUnpaidPlaces(claimed)}`.execute(trx));
}

/**
 * Refuses guests with the same telephone, which the caller has locked, more unpaid places than one person may have,
 * those that they wait for included: each of them is a person of their own. Throws UNPAID_PLACES.
 */
export async function requireUnpaidPlacesOfGuests(trx: DatabaseTransaction, contact: string): Promise<void> {
  const { rows } = await sql<{ is_within: boolean }>`
    with guests as (select id from users where subject is null and contact = ${contact})
    select (select coalesce(sum(unpaid_places_of(r)), 0) from guests join reservations r on r.user_id = guests.id
        where r.is_active)
      + (select coalesce(sum(w.places), 0) from guests join waiting_list_entries w on w.user_id = guests.id
        where w.state = 'waiting')
      <= (select unpaid_places from operator) as is_within`.execute(trx);
  if (!rows[0]?.is_within) throw new AppError('UNPAID_PLACES');
}

/** What a claim of unpaid places may violate. */
export const unpaidRefusals: Record<string, ErrorCode> = {
  unpaid_places_of_person: 'UNPAID_PLACES',
  unpaid_places_from_address: 'UNPAID_PLACES_ADDRESS',
};
