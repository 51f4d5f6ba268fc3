import type { ErrorCode } from '@passeio/contract/errors';
import type { Reservation } from '@passeio/contract/reservations';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { refuseOn } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/errors.ts';
import { requiresConfirmedEmail } from '../settings/index.ts';
import { lockTrip, type TripRow } from '../trips/index.ts';
import { hasActiveReservation, insertReservation } from './reservations.queries.ts';
import { withCardImages } from './reservations.ts';

const refusals: Record<string, ErrorCode> = {
  trips_places_within_capacity: 'TRIP_FULL',
  reservations_one_active_per_person: 'ALREADY_ENROLLED',
};

/** Who takes a place. */
interface Enroller {
  userId: string;
  emailConfirmed: boolean;
}

/**
 * Takes one place in a trip for a person: the reservation is held until its deposit is paid.
 * The trip is locked first, so that people who come at the same moment are served one after the other; the
 * database's own rules are the judge all the same.
 * Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED, ALREADY_ENROLLED or TRIP_FULL; then nothing is written.
 */
export async function enrol(
  trx: DatabaseTransaction,
  { userId, emailConfirmed }: Enroller,
  tripId: string,
): Promise<Reservation> {
  const now = new Date();
  if (!emailConfirmed && (await requiresConfirmedEmail(trx))) throw new AppError('EMAIL_UNCONFIRMED');
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.departs_at <= now) throw new AppError('TRIP_DEPARTED');
  if (!trip.is_active) throw new AppError('TRIP_INACTIVE');
  if (trip.places_taken >= trip.capacity) {
    throw new AppError((await hasActiveReservation(trx, tripId, userId)) ? 'ALREADY_ENROLLED' : 'TRIP_FULL');
  }
  const row = await refuseOn(refusals, () =>
    insertReservation(trx, {
      trip_id: tripId,
      user_id: userId,
      status: 'held',
      price_cents: trip.price_cents,
      deposit_cents: depositOf(trip),
      channel: 'site',
      cancelled_at: null,
    }),
  );
  const { slug, title, departs_at, returns_at } = trip;
  const [reservation] = await withCardImages(trx, [{ ...row, slug, title, departs_at, returns_at }], now);
  return reservation as Reservation;
}

/** The deposit (sinal) on a trip's price, in centavos. */
export function depositOf(trip: Pick<TripRow, 'price_cents' | 'deposit_percent'>): number {
  return Math.round((trip.price_cents * trip.deposit_percent) / 100);
}
