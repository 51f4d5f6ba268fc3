import type { Reservation } from '@passeio/contract/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { requiresConfirmedEmail } from '../settings/index.ts';
import { findOffer } from '../trips/index.ts';
import { presentWithImages } from './reservations.present.ts';
import { takePlace, takePlaceInLockedTrip } from './take-place.ts';

/** The person who enrols. */
interface Enroller {
  userId: string;
  emailConfirmed: boolean;
}

/**
 * Enrols the caller in a trip. Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, ALREADY_ENROLLED
 * or TRIP_FULL.
 */
export async function enrol(
  trx: DatabaseTransaction,
  { userId, emailConfirmed }: Enroller,
  tripId: string,
  actor: Actor,
): Promise<Reservation> {
  if (!emailConfirmed && (await requiresConfirmedEmail(trx))) throw new AppError('EMAIL_UNCONFIRMED');
  const offer = await findOffer(trx, tripId);
  if (!offer) throw new AppError('TRIP_NOT_FOUND');
  const { name } = callerOfActor(actor);
  const place = { actor, person: { id: userId, name }, channel: 'site', boardingPointId: null } as const;
  const taken = await takePlace(trx, offer, place);
  // The trip has changed since it was read: repeat under its lock.
  const { trip, reservation } = taken
    ? { trip: offer, reservation: taken }
    : await takePlaceInLockedTrip(trx, tripId, place);
  const { slug, title, departs_at, returns_at } = trip;
  return presentWithImages({ ...reservation, slug, title, departs_at, returns_at }, offer.images, new Date());
}
