import { reservationTransitions } from '@passeio/contract/reservation-states';
import { sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requireCouponAgain } from '../../discounts/index.ts';
import { hasPlaces, ownPlaces, requireStockAgain } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import type { TripRow } from '../../trips/index.ts';
import { leaveList } from '../../waiting-list/index.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { holdDeadline } from '../reservation/deadlines.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';
import { staffRefusals } from '../reservation/respond-to-staff.ts';
import { requireRoomsAgain } from '../reservation/rooms.ts';
import { eventOfMoney } from '../reservation/state-by-money.ts';

interface Expired {
  /** Locked. */
  trip: TripRow;
  reservation: ReservationRow;
  now: Date;
  /** What else changes of the reservation with it. */
  change?: Updateable<Schema['reservations']>;
}

/**
 * Takes the places of an expired reservation again; its client waits for none any more. `trip` is locked and has them
 * free. A boarding point that the trip lost meanwhile is to be agreed again. Throws ALREADY_PASSENGER or
 * PARTICIPANT_ALREADY_LISTED for somebody who has another reservation by now.
 */
export async function reinstate(
  trx: DatabaseTransaction,
  { trip, reservation, now, change }: Expired,
  event: 'hold' | 'reinstate',
): Promise<ReservationRow['state']> {
  await requireStockAgain(trx, reservation.id);
  const { time_zone } = await readReservationRules(trx);
  await requireRoomsAgain(trx, trip, reservation, time_zone);
  if (reservation.coupon_id) await requireCouponAgain(trx, reservation.id);
  await trx
    .updateTable('participants')
    .set({ boarding_point_id: null })
    .where('reservation_id', '=', reservation.id)
    .where(sql<boolean>`not has_boarding_point(trip_id, boarding_point_id)`)
    .where('boarding_point_id', 'is not', null)
    .execute();
  await leaveList(trx, trip.id, reservation.user_id);
  const state = reservationTransitions[event].to;
  const deadline = event === 'hold' ? await newDeadline(trx, trip) : undefined;
  // Giving an unanswered request its places back is the operator's yes.
  const answer = reservation.requested_at && !reservation.answered_at ? { answered_at: now } : undefined;
  await mapDeferredErrors(trx, staffRefusals, () =>
    changeReservation(trx, reservation.id, { ...change, state, ...deadline, ...answer }),
  );
  return state;
}

/**
 * Reinstates a reservation for which money came after it expired: booked if that covers the deposit, else held anew.
 * Throws RESERVATION_OVER if the places are taken or the trip is over, and what `reinstate` throws.
 */
export async function reinstateForMoney(
  trx: DatabaseTransaction,
  { after, ...expired }: Expired & { after: Pick<ReservationRow, 'received_cents' | 'deposit_cents'> },
): Promise<ReservationRow['state']> {
  const { trip, reservation, now } = expired;
  if (trip.departs_at <= now || trip.archived_at !== null || trip.cancelled_at !== null)
    throw new AppError('RESERVATION_OVER');
  if (!hasPlaces(trip, reservation.places, await ownPlaces(trx, reservation))) {
    throw new AppError('RESERVATION_OVER', {
      amountCents: 'A reserva expirou e as vagas já foram ocupadas. Aumente a lotação para poder reativá-la.',
    });
  }
  const isCovered = eventOfMoney('held', reservation, after) === 'book';
  return reinstate(trx, expired, isCovered ? 'reinstate' : 'hold');
}

/** The deadline of a booked reservation that is held again: none if it had none, else as if it were made now. */
export async function renewedDeadline(
  db: Database,
  { hold_expires_at }: Pick<ReservationRow, 'hold_expires_at'>,
  trip: Pick<TripRow, 'departs_at'>,
): Promise<Deadline | undefined> {
  return hold_expires_at ? newDeadline(db, trip) : undefined;
}

interface Deadline {
  hold_expires_at: Date;
  hold_warned_at: null;
}

async function newDeadline(db: Database, { departs_at }: Pick<TripRow, 'departs_at'>): Promise<Deadline> {
  const rules = await readReservationRules(db);
  return { hold_expires_at: holdDeadline(rules, rules.now, departs_at), hold_warned_at: null };
}
