import { reservationTransitions } from '@passeio/contract/reservation-states';
import type { Updateable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { withSavepoint } from '../../../platform/database/constraints.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { TripRow } from '../../trips/index.ts';
import { bookHeldPeople, heldDeposit, readHeldPeople } from '../participants/held-people.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { writeLines } from '../reservation/lines.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { adjustmentBy, type PricedMoney } from '../reservation/payment-adjustment.ts';
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

type Change = Updateable<Schema['reservations']>;

/** A movement of a reservation's money whose entry is written. */
interface EnteredMoney extends PricedMoney {
  entryId: string;
  /** Whether it came in. */
  isIn: boolean;
  /** The reservation's sums with it, and what else it changes of its row by itself. */
  change: Change & Pick<ReservationRow, 'received_cents'>;
  /** The user who moved it; null for a provider's, or the system's. */
  by: string | null;
}

interface HowToApply {
  /** An expired reservation that cannot be reinstated is refused, or stays expired where the money has come anyway. */
  ifOver: 'refuse' | 'stay';
  keepsState: boolean;
  /** Accepts the receipt that shows the money; false if none waits any less. */
  acceptReceipt: (state: ReservationRow['state']) => Promise<boolean>;
}

/**
 * Writes what money changes of its locked reservation, in one UPDATE of its row: its sums, what its means changes of
 * the price, the state unless it `keepsState`, the receipt that waits no more; and what follows for charges and
 * refunds. An expired reservation may need another UPDATE, after it was reinstated. Returns the state, and the total if
 * that is another one. Throws what `reinstateForMoney` throws.
 */
export async function applyMoney(
  trx: DatabaseTransaction,
  locked: LockedForMoney,
  money: EnteredMoney,
  { ifOver, keepsState, acceptReceipt }: HowToApply,
): Promise<{ state: ReservationRow['state']; totalCents: number | undefined }> {
  const { reservation } = locked;
  const adjustment = await adjustmentBy(trx, reservation, money);
  // The money that comes for an expired one may reinstate it; else nothing of its price changes.
  const isLater = reservation.state === 'expired' && money.isIn;
  const sums = { ...money.change, ...(!isLater && adjustment?.sums) };
  const moved = { change: sums, depositCents: adjustment?.depositCents ?? reservation.deposit_cents };
  const { state, change } = keepsState
    ? { state: reservation.state, change: sums }
    : await stateFromBalance(trx, locked, moved, { now: new Date(), ifOver });
  const isAdjusted = adjustment && !(isLater && state === 'expired');
  if (isAdjusted) {
    await writeLines(trx, reservation.id, adjustment.linesOf(money.entryId), money.by ?? reservation.user_id);
  }
  const isReceiptAccepted = await acceptReceipt(state);
  await changeReservation(trx, reservation.id, {
    ...change,
    ...(isAdjusted && isLater && adjustment.sums),
    ...(isReceiptAccepted && { receipt_submitted_at: null }),
  });
  return { state, totalCents: isAdjusted ? adjustment.totalCents : undefined };
}

/** What money changes of its reservation, and the deposit that it has to cover. */
interface MovedMoney extends Pick<EnteredMoney, 'change'> {
  depositCents: number;
}

/**
 * The state of a reservation after its money, which may have changed the deposit: booked once the deposit is covered,
 * held again if it no longer is, an expired one reinstated if its trip is locked; people who were added are booked once
 * the deposit for them is covered. What cannot be reinstated is refused, or stays expired where the money has come
 * anyway (`ifOver: 'stay'`). Returns it with what is still to be written of the reservation: nothing of one that was
 * reinstated. Throws what `reinstateForMoney` throws.
 */
async function stateFromBalance(
  trx: DatabaseTransaction,
  { reservation, trip, lockedTrip }: LockedForMoney,
  { change, depositCents }: MovedMoney,
  { now, ifOver }: { now: Date; ifOver: 'refuse' | 'stay' },
): Promise<{ state: ReservationRow['state']; change: Change }> {
  const { id, state, deposit_cents } = reservation;
  const after = { received_cents: change.received_cents, deposit_cents: depositCents };
  if (lockedTrip && state === 'expired') {
    const reinstating = () => reinstateForMoney(trx, { trip: lockedTrip, reservation, after, now, change });
    const reinstated = ifOver === 'stay' ? await withSavepoint(trx, reinstating) : await reinstating();
    return reinstated ? { state: reinstated, change: {} } : { state, change };
  }
  // Without the deposit for held people, who have a deadline of their own.
  const held = state === 'booked' ? await readHeldPeople(trx, id) : [];
  const heldCents = heldDeposit(held);
  const event = eventOfMoney(
    state,
    { ...reservation, deposit_cents: deposit_cents - heldCents },
    { ...after, deposit_cents: after.deposit_cents - heldCents },
  );
  // After departure there is nothing to hold.
  const isMoved = event && !(event === 'unbook' && trip.departs_at <= now);
  // In a reservation that is held they are held with everybody.
  const who = isMoved ? 'everybody' : 'covered';
  const booked = held.length > 0 ? await bookHeldPeople(trx, { id, ...after }, who) : undefined;
  const changed = { ...change, ...booked?.change };
  if (!isMoved) return { state, change: changed };
  const moved = reservationTransitions[event].to;
  const deadline = event === 'unbook' ? await renewedDeadline(trx, reservation, trip) : undefined;
  return { state: moved, change: { ...changed, state: moved, ...deadline } };
}
