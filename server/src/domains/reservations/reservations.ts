import type {
  PersonReservationList,
  Reservation,
  ReservationDetails,
  ReservationList,
} from '@passeio/contract/reservations';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockTrip, type TripRow } from '../trips/index.ts';
import { requirePerson } from '../users/index.ts';
import { loadReservations, readDetails, readReservation } from './load-reservations.ts';
import { reservationLabel } from './reservation-label.ts';
import {
  mayCancel,
  mayOpen,
  mustAskToCancel,
  openCancellationRequest,
  ownsReservation,
} from './reservations.policy.ts';
import { presentForStaff } from './reservations.present.ts';
import {
  changeReservation,
  findReservation,
  lockReservation,
  markCancelled,
  pageOfReservations,
  type ReservationRow,
  reservationsOf,
} from './reservations.queries.ts';

/** All reservations of a person, newest first. */
export async function findOwnReservations(db: Database, caller: Caller): Promise<ReservationList> {
  const data = await loadReservations(db, await reservationsOf(db, caller.id), caller);
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/**
 * One reservation by id or code, for its payer or staff. Throws RESERVATION_NOT_FOUND, also for anybody else.
 */
export async function findDetails(db: Database, caller: Caller, idOrCode: string): Promise<ReservationDetails> {
  const column = idOrCode.length === 36 ? 'id' : 'code';
  const row = await findReservation(db, idOrCode, column);
  if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
  return readDetails(db, row.id, caller);
}

/**
 * Cancels the caller's reservation and releases its places. With money received it only requests the cancellation
 * (idempotent).
 * Throws RESERVATION_NOT_FOUND (also for someone else's) or RESERVATION_NOT_CANCELLABLE.
 */
export async function cancelReservation(trx: DatabaseTransaction, actor: Actor, id: string): Promise<Reservation> {
  const now = new Date();
  const caller = callerOfActor(actor);
  const { trip, reservation: current } = await lockOwn(trx, caller, id);
  if (!mayCancel(current, trip.departs_at, now)) throw new AppError('RESERVATION_NOT_CANCELLABLE');
  const asks = mustAskToCancel(current);
  if (asks && current.cancellation_requested_at) return readReservation(trx, id, caller);
  if (asks) await changeReservation(trx, id, { cancellation_requested_at: now });
  else await markCancelled(trx, id, { now, by: caller.id });
  await recordAudit(trx, actor, {
    action: asks ? 'reservation.cancellation_requested' : 'reservation.cancelled',
    subject: { type: 'reservation', id, label: reservationLabel(current.code, caller, trip) },
    changes: asks ? {} : { state: [current.state, 'cancelled'] },
  });
  return readReservation(trx, id, caller);
}

/**
 * Withdraws the caller's cancellation request.
 * Throws RESERVATION_NOT_FOUND (also for someone else's) or CANCELLATION_NOT_REQUESTED.
 */
export async function withdrawCancellation(trx: DatabaseTransaction, actor: Actor, id: string): Promise<Reservation> {
  const caller = callerOfActor(actor);
  const { trip, reservation: current } = await lockOwn(trx, caller, id);
  if (!openCancellationRequest(current)) throw new AppError('CANCELLATION_NOT_REQUESTED');
  await changeReservation(trx, id, { cancellation_requested_at: null });
  await recordAudit(trx, actor, {
    action: 'reservation.cancellation_withdrawn',
    subject: { type: 'reservation', id, label: reservationLabel(current.code, caller, trip) },
  });
  return readReservation(trx, id, caller);
}

async function lockOwn(trx: DatabaseTransaction, caller: Caller, id: string) {
  const found = await findReservation(trx, id);
  if (!found || !ownsReservation(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  return lockWithTrip(trx, id);
}

/** Locks trip, then reservation: the order of every path, so that no two deadlock. Throws RESERVATION_NOT_FOUND. */
export async function lockWithTrip(
  trx: DatabaseTransaction,
  id: string,
): Promise<{ trip: TripRow; reservation: ReservationRow }> {
  for (;;) {
    const found = await findReservation(trx, id);
    const trip = found && (await lockTrip(trx, found.trip_id));
    const reservation = trip && (await lockReservation(trx, id));
    if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
    // Otherwise it was moved to another departure meanwhile.
    if (reservation.trip_id === trip.id) return { trip, reservation };
  }
}

/** A page of a person's reservations, newest first. Throws PERSON_NOT_FOUND. */
export async function findPersonReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<PersonReservationList> {
  await requirePerson(db, userId);
  const { rows, ...count } = await pageOfReservations(db, userId, { page, size });
  const now = new Date();
  return {
    data: rows.map((row) => presentForStaff(row, now)),
    page: { number: page, size, ...count },
  };
}
