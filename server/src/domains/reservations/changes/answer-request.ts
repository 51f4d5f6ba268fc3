import { mayHappen, reservationTransitions } from '@passeio/contract/reservation-states';
import type { RequestRefusal, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { holdDeadline } from '../reservation/deadlines.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { respondToStaff } from '../reservation/respond-to-staff.ts';
import { agreeInstalments, depositPercentNow, recalculateTotal } from '../reservation/state-by-money.ts';

/**
 * The operator's yes to a request: it is held for its deposit from now on, or booked where none is due. Its payer is
 * notified by the sweep of new reservations.
 */
export async function acceptRequest(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
): Promise<ReservationDetails> {
  const { trip, reservation } = await lockRequest(trx, reservationId);
  const rules = await readReservationRules(trx);
  const { now } = rules;
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (trip.departs_at <= now) throw new AppError('TRIP_DEPARTED');
  const percent = depositPercentNow(trip, rules);
  const money = recalculateTotal(reservation.total_cents, percent);
  const instalments = agreeInstalments(trip, money, { now, timeZone: rules.time_zone });
  const isBooked = reservation.received_cents >= money.deposit_cents;
  const state = reservationTransitions[isBooked ? 'acceptBooked' : 'accept'].to;
  const deadline = isBooked ? null : holdDeadline(rules, now, trip.departs_at);
  await changeReservation(trx, reservationId, {
    ...money,
    instalments: instalments && JSON.stringify(instalments),
    state,
    hold_expires_at: deadline,
    answered_at: now,
    answered_by: callerOfActor(actor).id,
    acknowledged_at: null,
  });
  return respondToStaff(trx, actor, reservationId, {
    action: 'reservation.request_accepted',
    changes: {
      state: ['requested', state],
      holdExpiresAt: [reservation.hold_expires_at?.toISOString() ?? null, deadline?.toISOString() ?? null],
    },
  });
}

/**
 * The operator's no to a request, with the sentence that its payer reads; the places are free.
 * Throws RESERVATION_NOT_FOUND or NOT_REQUESTED.
 */
export async function refuseRequest(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs }: NotifyDeps,
  { reservationId, reason }: RequestRefusal & { reservationId: string },
): Promise<ReservationDetails> {
  const now = new Date();
  const by = callerOfActor(actor).id;
  const { trip } = await lockRequest(trx, reservationId);
  const state = reservationTransitions.refuse.to;
  const cancelled = { state, cancelled_at: now, cancelled_by: by, cancellation_reason: reason };
  await changeReservation(trx, reservationId, { ...cancelled, answered_at: now, answered_by: by, refusal: reason });
  await serveWaitingList(trx, trip.id);
  const details = await respondToStaff(trx, actor, reservationId, {
    action: 'reservation.request_refused',
    changes: { state: ['requested', state], refusal: [null, reason] },
  });
  const { email: to } = details.payer;
  if (to) await enqueueEmail(jobs, { kind: 'requestRefused', to, about: { reservationId } }, trx);
  return details;
}

async function lockRequest(trx: DatabaseTransaction, reservationId: string) {
  const locked = await lockWithTrip(trx, reservationId);
  if (!mayHappen('accept', locked.reservation.state)) throw new AppError('NOT_REQUESTED');
  return locked;
}
