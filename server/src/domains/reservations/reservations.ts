import type { Reservation, ReservationList } from '@passeio/contract/reservations';
import type { Caller } from '../../platform/access.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/errors.ts';
import { listImages, lockTrip, presentImage } from '../trips/index.ts';
import { mayCancel, ownsReservation } from './reservations.policy.ts';
import { presentReservation } from './reservations.present.ts';
import {
  findReservation,
  lockReservation,
  markCancelled,
  type ReservationWithTrip,
  reservationsOf,
} from './reservations.queries.ts';

/** All reservations of a person, the newest first. */
export async function findOwnReservations(db: Database, userId: string): Promise<ReservationList> {
  const data = await withCardImages(db, await reservationsOf(db, userId), new Date());
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/**
 * Cancels the caller's own reservation and gives its places back.
 * Throws RESERVATION_NOT_FOUND (also for someone else's) or RESERVATION_NOT_CANCELLABLE.
 */
export async function cancelReservation(trx: DatabaseTransaction, caller: Caller, id: string): Promise<Reservation> {
  const now = new Date();
  const found = await findReservation(trx, id);
  if (!found || !ownsReservation(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  // The same order of locks as enrolling, so that the two never wait for each other.
  const trip = await lockTrip(trx, found.trip_id);
  const current = await lockReservation(trx, id);
  if (!trip || !current || !mayCancel(current, trip.departs_at, now)) throw new AppError('RESERVATION_NOT_CANCELLABLE');
  await markCancelled(trx, id, now);
  const cancelled = await findReservation(trx, id);
  const [reservation] = await withCardImages(trx, cancelled ? [cancelled] : [], now);
  return reservation as Reservation;
}

/** Reservations as the API answers them, each with the card image of its trip. */
export async function withCardImages(db: Database, rows: ReservationWithTrip[], now: Date): Promise<Reservation[]> {
  const images = await listImages(db, [...new Set(rows.map((row) => row.trip_id))]);
  return rows.map((row) => {
    const own = images.filter((image) => image.trip_id === row.trip_id);
    const card = own.find((image) => image.is_card_img) ?? own[0];
    return presentReservation(row, card ? presentImage(card) : null, now);
  });
}
