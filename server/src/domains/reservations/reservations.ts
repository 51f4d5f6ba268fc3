import type {
  PersonReservationList,
  ReservationDetails,
  ReservationList,
} from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor, recordView } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockTrip, type TripRow } from '../trips/index.ts';
import { requirePerson } from '../users/index.ts';
import { depositPercentOf, reservedAt } from './holds/state-by-money.ts';
import { loadDetails, loadReservations } from './load-reservations.ts';
import { reservationSubject } from './reservation-audit.ts';
import { mayOpen, ownsReservation } from './reservations.policy.ts';
import { presentForStaff } from './reservations.present.ts';
import {
  findReservation,
  lockReservation,
  pageOfReservations,
  type ReservationRow,
  reservationsOf,
} from './reservations.queries.ts';
import { chatFactsOf, factsFor } from './whatsapp/chat-facts.ts';

/** All reservations of a person, newest first. */
export async function findOwnReservations(db: Database, caller: Caller): Promise<ReservationList> {
  const data = await inSnapshot(db, async (snapshot) =>
    loadReservations(snapshot, await reservationsOf(snapshot, caller.id), caller),
  );
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

/**
 * One reservation by id or code, for its payer or staff. Throws RESERVATION_NOT_FOUND, also for anybody else.
 */
export async function findDetails(db: Database, caller: Caller, idOrCode: string): Promise<ReservationDetails> {
  const column = idOrCode.length === 36 ? 'id' : 'code';
  return inSnapshot(db, async (snapshot) => {
    const row = await findReservation(snapshot, idOrCode, column);
    if (!row || !mayOpen(caller, row)) throw new AppError('RESERVATION_NOT_FOUND');
    return loadDetails(snapshot, row, caller);
  });
}

/**
 * Opens one reservation by id or code for its payer, or for staff, which is audited: it shows people with their
 * documents. Also what a change answers that changed nothing. Throws RESERVATION_NOT_FOUND, also for anybody else.
 */
export async function openDetails(db: Database, actor: Actor, idOrCode: string): Promise<ReservationDetails> {
  const caller = callerOfActor(actor);
  const details = await findDetails(db, caller, idOrCode);
  const { payer, trip } = details;
  if (payer.id !== caller.id) {
    await recordView(db, actor, { action: 'reservation.opened', subject: reservationSubject(details, payer, trip) });
  }
  return details;
}

/** Locks trip and reservation of its payer. Throws RESERVATION_NOT_FOUND (also for someone else's). */
export async function lockOwn(trx: DatabaseTransaction, caller: Caller, id: string) {
  const found = await findReservation(trx, id);
  if (!found || !ownsReservation(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  return lockWithTrip(trx, id);
}

/**
 * Locks trip, then reservation: the order of every path, so that no two deadlock. The trip's deposit is that of what
 * was reserved when the reservation was. Throws RESERVATION_NOT_FOUND.
 */
export async function lockWithTrip(
  trx: DatabaseTransaction,
  id: string,
): Promise<{ trip: TripRow; reservation: ReservationRow }> {
  for (;;) {
    const found = await findReservation(trx, id);
    const trip = found && (await lockTrip(trx, found.trip_id));
    const reservation = trip && (await lockReservation(trx, id));
    if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
    // It was moved to another departure meanwhile.
    if (reservation.trip_id !== trip.id) continue;
    const deposit_percent = depositPercentOf(trip, found.balance_due_hours, reservedAt(reservation));
    return { trip: { ...trip, deposit_percent }, reservation };
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
  const chats = await chatFactsOf(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => presentForStaff(row, { chat: factsFor(chats, row.id), now })),
    page: { number: page, size, ...count },
  };
}
