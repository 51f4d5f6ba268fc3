import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockTrip, type TripRow } from '../../trips/index.ts';
import { ownsReservation } from './reservations.policy.ts';
import { findReservation, lockReservation, type ReservationRow } from './reservations.queries.ts';
import { depositPercentOf, reservedAt } from './state-by-money.ts';

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
