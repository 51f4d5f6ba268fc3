import type { PersonReservationList, Reservation, ReservationList } from '@passeio/contract/reservations';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { listImages, lockTrip, type TripRow } from '../trips/index.ts';
import { requirePerson } from '../users/index.ts';
import { reservationLabel } from './reservation-label.ts';
import { mayCancel, mustAskToCancel, openCancellationRequest, ownsReservation } from './reservations.policy.ts';
import { presentForStaff, presentWithImages } from './reservations.present.ts';
import {
  changeReservation,
  findReservation,
  lockReservation,
  markCancelled,
  pageOfReservations,
  type ReservationRow,
  type ReservationWithTrip,
  reservationsOf,
} from './reservations.queries.ts';

/** All reservations of a person, newest first. */
export async function findOwnReservations(db: Database, userId: string): Promise<ReservationList> {
  const data = await withCardImages(db, await reservationsOf(db, userId), new Date());
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/**
 * Cancels the caller's reservation and releases its places. With money received it only requests the cancellation
 * (idempotent).
 * Throws RESERVATION_NOT_FOUND (also for someone else's) or RESERVATION_NOT_CANCELLABLE.
 */
export async function cancelReservation(trx: DatabaseTransaction, actor: Actor, id: string): Promise<Reservation> {
  const now = new Date();
  const { trip, reservation: current } = await lockOwn(trx, actor, id);
  if (!mayCancel(current, trip.departs_at, now)) throw new AppError('RESERVATION_NOT_CANCELLABLE');
  const asks = mustAskToCancel(current);
  if (asks && current.cancellation_requested_at) return readOwn(trx, id, now);
  if (asks) await changeReservation(trx, id, { cancellation_requested_at: now });
  else await markCancelled(trx, id, now);
  await recordAudit(trx, actor, {
    action: asks ? 'reservation.cancellation_requested' : 'reservation.cancelled',
    subject: { type: 'reservation', id, label: reservationLabel(current.code, callerOfActor(actor), trip) },
    changes: asks ? {} : { status: [current.status, 'cancelled'] },
  });
  return readOwn(trx, id, now);
}

/**
 * Withdraws the caller's cancellation request.
 * Throws RESERVATION_NOT_FOUND (also for someone else's) or CANCELLATION_NOT_REQUESTED.
 */
export async function withdrawCancellation(trx: DatabaseTransaction, actor: Actor, id: string): Promise<Reservation> {
  const { trip, reservation: current } = await lockOwn(trx, actor, id);
  if (!openCancellationRequest(current)) throw new AppError('CANCELLATION_NOT_REQUESTED');
  await changeReservation(trx, id, { cancellation_requested_at: null });
  await recordAudit(trx, actor, {
    action: 'reservation.cancellation_withdrawn',
    subject: { type: 'reservation', id, label: reservationLabel(current.code, callerOfActor(actor), trip) },
  });
  return readOwn(trx, id, new Date());
}

async function lockOwn(trx: DatabaseTransaction, actor: Actor, id: string) {
  const found = await findReservation(trx, id);
  if (!found || !ownsReservation(callerOfActor(actor), found)) throw new AppError('RESERVATION_NOT_FOUND');
  return lockWithTrip(trx, id);
}

async function readOwn(trx: DatabaseTransaction, id: string, now: Date): Promise<Reservation> {
  const row = await findReservation(trx, id);
  const [reservation] = await withCardImages(trx, row ? [row] : [], now);
  return reservation as Reservation;
}

/**
 * Locks trip, then reservation: the same order as taking a place, so that the two cannot deadlock.
 * Throws RESERVATION_NOT_FOUND.
 */
export async function lockWithTrip(
  trx: DatabaseTransaction,
  id: string,
): Promise<{ trip: TripRow; reservation: ReservationRow }> {
  const found = await findReservation(trx, id);
  const trip = found && (await lockTrip(trx, found.trip_id));
  const reservation = trip && (await lockReservation(trx, id));
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  return { trip, reservation };
}

/** Responses for reservations, each with its trip's card image. */
async function withCardImages(db: Database, rows: ReservationWithTrip[], now: Date): Promise<Reservation[]> {
  const images = await listImages(db, [...new Set(rows.map((row) => row.trip_id))]);
  return rows.map((row) => presentWithImages(row, images, now));
}

/** A page of a person's reservations, newest first. Throws PERSON_NOT_FOUND. */
export async function findPersonReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<PersonReservationList> {
  await requirePerson(db, userId);
  const { rows, ...count } = await pageOfReservations(db, userId, { page, size });
  return { data: rows.map(presentForStaff), page: { number: page, size, ...count } };
}
