import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/errors';
import { type Actor, auditEntry, type Changes } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findPlacePrice, lockTrip, type TripRow, type TripTerms } from '../trips/index.ts';
import { newReservationCode } from './code.ts';
import { depositOf, statusByMoney } from './money-status.ts';
import { reservationLabel } from './reservation-label.ts';
import { mayTakePlace } from './reservations.policy.ts';
import { hasActiveReservation, insertReservationWhileOffered, type ReservationRow } from './reservations.queries.ts';

/** Whose place is taken, by whom and how. */
export interface Place {
  actor: Actor;
  person: { id: string; name: string };
  /** The person themselves, or staff. */
  channel: ReservationRow['channel'];
  /** Null: to be agreed. */
  boardingPointId: string | null;
  /** Audited in addition to the status. */
  changes?: Changes;
}

// Error codes for the person and for staff.
const words = {
  site: { full: 'TRIP_FULL', alreadyIn: 'ALREADY_ENROLLED' },
  operator: { full: 'NO_PLACES_LEFT', alreadyIn: 'ALREADY_PASSENGER' },
} as const satisfies Record<ReservationRow['channel'], Record<'full' | 'alreadyIn', ErrorCode>>;

/**
 * Takes one place in a trip; the only way to do so. The reservation is held until its deposit is paid. `trip` may have
 * been read without a lock: if it has changed or filled up since, or the code exists, the result is undefined and
 * nothing is written. Database constraints apply in any case.
 * Throws TRIP_INACTIVE, TRIP_DEPARTED, BOARDING_POINT_UNKNOWN, and for the person TRIP_FULL or ALREADY_ENROLLED, for
 * staff NO_PLACES_LEFT or ALREADY_PASSENGER.
 */
export async function takePlace(
  trx: DatabaseTransaction,
  trip: TripTerms,
  place: Place,
): Promise<ReservationRow | undefined> {
  const { actor, person, channel, boardingPointId } = place;
  const { full, alreadyIn } = words[channel];
  if (trip.departs_at <= new Date()) throw new AppError('TRIP_DEPARTED');
  if (!mayTakePlace(channel, trip)) throw new AppError('TRIP_INACTIVE');
  if (trip.places_taken >= trip.capacity) {
    throw new AppError((await hasActiveReservation(trx, trip.id, person.id)) ? alreadyIn : full);
  }
  const price_cents = (await findPlacePrice(trx, trip.id)) ?? trip.price_cents;
  const price = { price_cents, deposit_cents: depositOf({ ...trip, price_cents }) };
  const [id, code, status] = [randomUUIDv7(), newReservationCode(), statusByMoney(0, price)];
  const reservation = {
    id,
    code,
    status,
    channel,
    ...price,
    trip_id: trip.id,
    user_id: person.id,
    boarding_point_id: boardingPointId,
  };
  const entry = auditEntry(actor, {
    action: 'reservation.created',
    subject: { type: 'reservation', id, label: reservationLabel(code, person, trip) },
    changes: { status: [null, status], ...place.changes },
  });
  const refusals: Record<string, ErrorCode> = {
    trips_places_within_capacity: full,
    reservations_one_active_per_person: alreadyIn,
    reservations_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  };
  return mapConstraintErrors(refusals, () =>
    insertReservationWhileOffered(trx, { version: trip.version, reservation, entry }),
  );
}

/**
 * Locks a trip and takes a place in it, one caller at a time.
 * Throws TRIP_NOT_FOUND, and what `takePlace` throws.
 */
export async function takePlaceInLockedTrip(
  trx: DatabaseTransaction,
  tripId: string,
  place: Place | ((trip: TripRow) => Place),
): Promise<{ trip: TripRow; reservation: ReservationRow }> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const known = typeof place === 'function' ? place(trip) : place;
  for (;;) {
    const reservation = await takePlace(trx, trip, known);
    if (reservation) return { trip, reservation };
  }
}
