import type { ErrorCode } from '@passeio/contract/errors';
import type { Reservation } from '@passeio/contract/reservations';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { refuseOn } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/errors.ts';
import { requiresConfirmedEmail } from '../settings/index.ts';
import { lockTrip, type TripRow } from '../trips/index.ts';
import { statusByMoney } from './money-status.ts';
import { reservationLabel } from './reservation-label.ts';
import { mayTakePlace } from './reservations.policy.ts';
import { hasActiveReservation, insertReservation, type ReservationRow } from './reservations.queries.ts';
import { withCardImages } from './reservations.ts';

/** Who takes a place for themselves. */
interface Enroller {
  userId: string;
  emailConfirmed: boolean;
}

interface Place {
  tripId: string;
  userId: string;
  /** Who takes it: the person on the site, or staff for somebody. */
  channel: ReservationRow['channel'];
  /** Null: to be agreed. */
  boardingPointId: string | null;
}

// The same refusals, in words for the person and in words for staff.
const words = {
  site: { full: 'TRIP_FULL', alreadyIn: 'ALREADY_ENROLLED' },
  operator: { full: 'NO_PLACES_LEFT', alreadyIn: 'ALREADY_PASSENGER' },
} as const satisfies Record<ReservationRow['channel'], Record<'full' | 'alreadyIn', ErrorCode>>;

/**
 * Takes one place in a trip for the person who asks for it.
 * Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, ALREADY_ENROLLED or TRIP_FULL; then nothing is written.
 */
export async function enrol(
  trx: DatabaseTransaction,
  { userId, emailConfirmed }: Enroller,
  tripId: string,
  actor: Actor,
): Promise<Reservation> {
  if (!emailConfirmed && (await requiresConfirmedEmail(trx))) throw new AppError('EMAIL_UNCONFIRMED');
  const { trip, reservation } = await takePlace(trx, { tripId, userId, channel: 'site', boardingPointId: null });
  const label = reservationLabel(reservation.code, callerOfActor(actor), trip);
  await recordAudit(trx, actor, {
    action: 'reservation.created',
    subject: { type: 'reservation', id: reservation.id, label },
    changes: { status: [null, reservation.status] },
  });
  const { slug, title, departs_at, returns_at } = trip;
  const rows = [{ ...reservation, slug, title, departs_at, returns_at }];
  const [answer] = await withCardImages(trx, rows, new Date());
  return answer as Reservation;
}

/**
 * Takes one place in a trip: the one way in which a place is ever taken. The reservation is held until its deposit is
 * paid. The trip is locked first, so that people who come at the same moment are served one after the other; the
 * database's own rules are the judge all the same.
 * Throws TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, BOARDING_POINT_UNKNOWN, and where the trip is full or the person
 * in it already TRIP_FULL and ALREADY_ENROLLED, or for staff NO_PLACES_LEFT and ALREADY_PASSENGER.
 */
export async function takePlace(
  trx: DatabaseTransaction,
  { tripId, userId, channel, boardingPointId }: Place,
): Promise<{ trip: TripRow; reservation: ReservationRow }> {
  const { full, alreadyIn } = words[channel];
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.departs_at <= new Date()) throw new AppError('TRIP_DEPARTED');
  if (!mayTakePlace(channel, trip)) throw new AppError('TRIP_INACTIVE');
  if (trip.places_taken >= trip.capacity) {
    throw new AppError((await hasActiveReservation(trx, tripId, userId)) ? alreadyIn : full);
  }
  const price = { price_cents: trip.price_cents, deposit_cents: depositOf(trip) };
  const refusals: Record<string, ErrorCode> = {
    trips_places_within_capacity: full,
    reservations_one_active_per_person: alreadyIn,
    reservations_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  };
  const reservation = await refuseOn(refusals, () =>
    insertReservation(trx, {
      trip_id: tripId,
      user_id: userId,
      status: statusByMoney(0, price),
      ...price,
      channel,
      boarding_point_id: boardingPointId,
      cancelled_at: null,
    }),
  );
  return { trip, reservation };
}

/** The deposit (sinal) on a trip's price, in centavos. */
export function depositOf(trip: Pick<TripRow, 'price_cents' | 'deposit_percent'>): number {
  return Math.round((trip.price_cents * trip.deposit_percent) / 100);
}
