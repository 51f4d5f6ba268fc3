import type { Reservation } from '@passeio/contract/reservations';
import { type Actor, callerOfActor } from '../../platform/audit.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { lookUpTogether } from '../../platform/database/look-up-together.ts';
import { AppError } from '../../platform/errors.ts';
import { requiresConfirmedEmail } from '../settings/index.ts';
import { listOffers, type TripOffer } from '../trips/index.ts';
import { presentWithImages } from './reservations.present.ts';
import { takePlace, takePlaceInLockedTrip } from './take-place.ts';

/** Who takes a place for themselves. */
interface Enroller {
  userId: string;
  emailConfirmed: boolean;
}

/** Reads trips that people want to go on, for all who ask at the same moment together. */
export function offers(db: Database): (tripId: string) => Promise<TripOffer | undefined> {
  const nameOf = ({ id }: { id: string }) => id;
  const find = lookUpTogether<{ id: string }, TripOffer>((asked) => listOffers(db, asked.map(nameOf)), nameOf);
  return async (id) => (await find({ id }))[0];
}

/**
 * Takes one place in a trip for the person who asks for it.
 * Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, ALREADY_ENROLLED or TRIP_FULL; then nothing is written.
 */
export async function enrol(
  db: Database,
  { userId, emailConfirmed }: Enroller,
  offer: TripOffer | undefined,
  actor: Actor,
): Promise<Reservation> {
  if (!emailConfirmed && (await requiresConfirmedEmail(db))) throw new AppError('EMAIL_UNCONFIRMED');
  if (!offer) throw new AppError('TRIP_NOT_FOUND');
  const { name } = callerOfActor(actor);
  const place = { actor, person: { id: userId, name }, channel: 'site', boardingPointId: null } as const;
  // Mostly nobody has changed the trip since it was read; then nobody waits for anybody.
  const reservation = await takePlace(db, offer, place);
  const taken = reservation
    ? { reservation, trip: offer }
    : await inTransaction(db, (trx) => takePlaceInLockedTrip(trx, offer.id, place));
  const { slug, title, departs_at, returns_at } = taken.trip;
  return presentWithImages({ ...taken.reservation, slug, title, departs_at, returns_at }, offer.images, new Date());
}
