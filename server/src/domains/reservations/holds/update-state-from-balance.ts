import { reservationTransitions } from '@passeio/contract/reservations/reservation-states';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { withSavepoint } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { TripRow } from '../../trips/index.ts';
import { bookHeldPeople, heldDeposit, readHeldPeople } from '../participants/held-people.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import {
  findReservation,
  lockReservation,
  lockUnexpired,
  type ReservationRow,
  type ReservationWithTrip,
} from '../reservation/reservations.queries.ts';
import { eventOfMoney } from '../reservation/state-by-money.ts';
import { reinstateForMoney, renewedDeadline } from './reinstate.ts';

/** A reservation that is locked for a movement of its money; its trip is locked only where money may reinstate it. */
export interface LockedForMoney {
  reservation: ReservationRow;
  trip: Pick<ReservationWithTrip, 'title' | 'departs_at' | 'slug'>;
  lockedTrip: TripRow | undefined;
}

/**
 * Locks a reservation for a movement of its money. Money alone does not lock the trip, so that it never waits for
 * reservations; only money that may reinstate an expired reservation does. Throws RESERVATION_NOT_FOUND, and
 * REQUEST_TO_ANSWER for a request, which never has a charge: its money waits until it is accepted. `ofRequest`: nothing
 * counts by it.
 */
// A reservation that expires between the two reads is locked before its trip; the deadlock that this can cause is
// retried.
export async function lockForMoney(
  trx: DatabaseTransaction,
  id: string,
  { mayReinstate, ofRequest = false }: { mayReinstate: boolean; ofRequest?: boolean },
): Promise<LockedForMoney> {
  const unexpired = await lockUnexpired(trx, id);
  const found = unexpired ?? (await findReservation(trx, id));
  if (!found) throw new AppError('RESERVATION_NOT_FOUND');
  const isReinstating = ({ state }: Pick<ReservationRow, 'state'>) => mayReinstate && state === 'expired';
  const reservation = isReinstating(found) ? found : (unexpired ?? (await lockReservation(trx, id)));
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  if (reservation.state === 'requested' && !ofRequest) throw new AppError('REQUEST_TO_ANSWER');
  if (!isReinstating(reservation)) return { reservation, trip: found, lockedTrip: undefined };
  const locked = await lockWithTrip(trx, id);
  return { reservation: locked.reservation, trip: found, lockedTrip: locked.trip };
}

/**
 * Moves a reservation's state after its money, which may have changed the deposit: booked once the deposit is covered,
 * held again if it no longer is, an expired one reinstated if its trip is locked; people who were added are booked once
 * the deposit for them is covered. What cannot be reinstated is refused, or stays expired where the money has come
 * anyway (`ifOver: 'stay'`). Returns the state. Throws what `reinstateForMoney` throws.
 */
export async function updateStateFromBalance(
  trx: DatabaseTransaction,
  { reservation, trip, lockedTrip }: LockedForMoney,
  after: Pick<ReservationRow, 'received_cents' | 'deposit_cents'>,
  { now, ifOver }: { now: Date; ifOver: 'refuse' | 'stay' },
): Promise<ReservationRow['state']> {
  const { id, deposit_cents } = reservation;
  if (lockedTrip && reservation.state === 'expired') {
    const reinstating = () => reinstateForMoney(trx, { trip: lockedTrip, reservation, after, now });
    return ifOver === 'stay' ? ((await withSavepoint(trx, reinstating)) ?? reservation.state) : reinstating();
  }
  // Without the deposit for held people, who have a deadline of their own.
  const held = reservation.state === 'booked' ? await readHeldPeople(trx, id) : [];
  const heldCents = heldDeposit(held);
  const event = eventOfMoney(
    reservation.state,
    { ...reservation, deposit_cents: deposit_cents - heldCents },
    { ...after, deposit_cents: after.deposit_cents - heldCents },
  );
  // After departure there is nothing to hold.
  if (!event || (event === 'unbook' && trip.departs_at <= now)) {
    if (held.length > 0) await bookHeldPeople(trx, { id, ...after });
    return reservation.state;
  }
  // Then they are held with everybody.
  if (held.length > 0) await bookHeldPeople(trx, { id, ...after }, 'everybody');
  const state = reservationTransitions[event].to;
  const deadline = event === 'unbook' ? await renewedDeadline(trx, reservation, trip) : undefined;
  await changeReservation(trx, reservation.id, { state, ...deadline });
  return state;
}
