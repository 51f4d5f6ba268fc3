import { randomUUIDv7 } from 'node:crypto';
import { linesAfter, totalOf } from '@passeio/contract/lines';
import { adjustmentLines } from '@passeio/contract/proportion';
import { reservationTransitions } from '@passeio/contract/reservation-states';
import type { AdjustmentDraft, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, type Changes, callerOfActor, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { ownPlaces, requirePlaces } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { reinstate } from '../holds/reinstate.ts';
import { bookHeldPeople, depositWithHeld, readHeldPeople } from '../participants/held-people.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { chosenDeadline } from '../reservation/deadlines.ts';
import { listLines, writeLines } from '../reservation/lines.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { requireTripAhead } from '../reservation/reservations.policy.ts';
import { respondToStaff } from '../reservation/respond-to-staff.ts';
import { recalculateTotal, stateAfterTotal } from '../reservation/state-by-money.ts';

/**
 * Adds a discount or an extra; total and deposit follow. A held reservation whose deposit is covered then is booked.
 */
export async function adjustReservation(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  adjustment: AdjustmentDraft,
): Promise<ReservationDetails> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (!reservation.is_active) throw new AppError('RESERVATION_OVER');
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  const lines = await listLines(trx, [reservationId]);
  const { amountCents, reason } = adjustment;
  const added = adjustmentLines({ sourceId: randomUUIDv7(), amountCents, label: reason }, lines);
  const total = totalOf(linesAfter(lines, { ended: [], added }));
  const money = recalculateTotal(total, trip.deposit_percent, 'amountCents');
  const people = await readHeldPeople(trx, reservationId);
  if (people.length > 0) {
    money.deposit_cents = depositWithHeld(
      { ...reservation, people },
      { ...money, staying: people },
      trip.deposit_percent,
    );
  }
  const state = stateAfterTotal(reservation.state, { ...reservation, ...money });
  await writeLines(trx, reservationId, { ended: [], added }, callerOfActor(actor).id);
  const booked = await bookHeldPeople(trx, { ...reservation, ...money });
  await changeReservation(trx, reservationId, { ...money, state, ...booked.change });
  return respondToStaff(trx, actor, reservationId, {
    action: 'reservation.adjusted',
    changes: {
      amountCents: [null, amountCents],
      reason: [null, reason],
      totalCents: [reservation.total_cents, total],
      ...changesBetween({ state: reservation.state }, { state }),
    },
  });
}

/** Changes the deadline of a hold; null: none. Its payer is notified anew before it ends. */
export async function changeHold(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { holdExpiresAt }: { holdExpiresAt: string | null },
): Promise<ReservationDetails> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (reservation.state === 'requested') throw new AppError('REQUEST_TO_ANSWER');
  if (reservation.state !== 'held') throw new AppError('NOT_HELD');
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  const rules = await readReservationRules(trx);
  const deadline = chosenDeadline(rules, holdExpiresAt, { now: rules.now, departsAt: trip.departs_at });
  await changeReservation(trx, reservationId, { hold_expires_at: deadline, hold_warned_at: null });
  return respondToStaff(trx, actor, reservationId, {
    action: 'reservation.hold_changed',
    changes: {
      holdExpiresAt: [reservation.hold_expires_at?.toISOString() ?? null, deadline?.toISOString() ?? null],
    },
  });
}

/**
 * Books a held reservation without its deposit, people who were added to a booked one without theirs, or an expired one
 * whose places are still free.
 */
export async function confirmReservation(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
): Promise<ReservationDetails> {
  const now = new Date();
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  if (reservation.state === 'cancelled') throw new AppError('RESERVATION_OVER');
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (reservation.state === 'requested') throw new AppError('REQUEST_TO_ANSWER');
  if (reservation.state === 'booked') {
    const booked = await bookHeldPeople(trx, reservation, 'everybody');
    if (booked.count === 0) throw new AppError('NOT_HELD');
    await changeReservation(trx, reservationId, booked.change);
    return respondToStaff(trx, actor, reservationId, { action: 'reservation.confirmed' });
  }
  const isExpired = reservation.state === 'expired';
  if (isExpired) {
    requireTripAhead(trip, now);
    requirePlaces(trip, reservation.places, 'staff', await ownPlaces(trx, reservation));
    await reinstate(trx, { trip, reservation, now }, 'reinstate');
  } else await changeReservation(trx, reservationId, { state: reservationTransitions.book.to });
  const changes: Changes = { state: [reservation.state, 'booked'] };
  const action = isExpired ? 'reservation.reinstated' : 'reservation.confirmed';
  return respondToStaff(trx, actor, reservationId, { action, changes });
}
