import type { Reservation } from '@passeio/contract/reservations';
import type { Deps } from '../../deps.ts';
import { type Actor, callerOfActor } from '../../platform/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { requiresConfirmedEmail } from '../settings/index.ts';
import type { TripOffer } from '../trips/index.ts';
import { offers } from './offers.ts';
import { presentWithImages } from './reservations.present.ts';
import type { ReservationRow } from './reservations.queries.ts';
import { type Place, takePlace, takePlaceInLockedTrip, writeInGroups } from './take-place.ts';

/** Who takes a place for themselves. */
interface Enroller {
  userId: string;
  emailConfirmed: boolean;
}

export interface Enrolment {
  /** The trip that somebody wants to go on; undefined where there is none. */
  findOffer(tripId: string): Promise<TripOffer | undefined>;
  /**
   * Takes one place in a trip for the person who asks for it. Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE,
   * TRIP_DEPARTED, ALREADY_ENROLLED or TRIP_FULL; then nothing is written.
   */
  enrol(db: Database, enroller: Enroller, offer: TripOffer | undefined, actor: Actor): Promise<Reservation>;
}

/** How people take places for themselves: mostly those who come at the same moment together, and nobody waits. */
export function enrolment(deps: Pick<Deps, 'db' | 'changes'>): Enrolment {
  const { find, read, forget } = offers(deps);
  const writeInGroup = writeInGroups(deps.db);

  async function take(db: Database, offer: TripOffer, place: Place): Promise<[TripOffer, ReservationRow]> {
    let trip: TripOffer | undefined = offer;
    if (!db.isTransaction) {
      const reservation = await takePlace(db, offer, place, writeInGroup);
      if (reservation) return [offer, reservation];
      // Changed, full or locked just now: the rules must see it again.
      trip = await read(offer.id);
      if (!trip) throw new AppError('TRIP_NOT_FOUND');
    }
    const reservation = await takePlace(db, trip, place);
    if (reservation) return [trip, reservation];
    forget(offer.id);
    const locked = await inTransaction(db, (trx) => takePlaceInLockedTrip(trx, offer.id, place));
    return [{ ...trip, ...locked.trip }, locked.reservation];
  }

  return {
    findOffer: find,
    async enrol(db, { userId, emailConfirmed }, offer, actor) {
      if (!emailConfirmed && (await requiresConfirmedEmail(db))) throw new AppError('EMAIL_UNCONFIRMED');
      if (!offer) throw new AppError('TRIP_NOT_FOUND');
      const { name } = callerOfActor(actor);
      const place = { actor, person: { id: userId, name }, channel: 'site', boardingPointId: null } as const;
      const [trip, reservation] = await take(db, offer, place);
      const { slug, title, departs_at, returns_at, images } = trip;
      return presentWithImages({ ...reservation, slug, title, departs_at, returns_at }, images, new Date());
    },
  };
}
