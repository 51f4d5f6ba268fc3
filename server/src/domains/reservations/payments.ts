import { moneyText } from '@passeio/contract/money';
import type { Payment, PaymentDraft, PaymentList } from '@passeio/contract/payments';
import { reservationTransitions } from '@passeio/contract/reservation-states';
import type { ReservationDetails } from '@passeio/contract/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { insertPayments, type PaymentRow, paymentsOf } from './payments.queries.ts';
import { reinstateForMoney, renewedDeadline } from './reinstate.ts';
import { changeReservation, findReservation, lockReservation, type ReservationRow } from './reservations.queries.ts';
import { lockWithTrip } from './reservations.ts';
import { respondToStaff } from './respond-to-staff.ts';
import { eventOfMoney } from './state-by-money.ts';

/**
 * Records a payment or refund; the state follows the money. A payment for an expired reservation reinstates it if its
 * places are still free.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER, PAYMENT_ABOVE_DUE or REFUND_ABOVE_RECEIVED.
 */
export async function recordPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { kind, method, amountCents, note }: PaymentDraft,
): Promise<ReservationDetails> {
  const now = new Date();
  const { reservation, trip, departs_at } = await lockForMoney(trx, reservationId, kind);
  refuseImpossible(reservation, kind, amountCents);
  const after = {
    deposit_cents: reservation.deposit_cents,
    received_cents: reservation.received_cents + (kind === 'refund' ? -amountCents : amountCents),
  };
  const entry = { reservation_id: reservationId, kind, method, amount_cents: amountCents, note };
  await insertPayments(trx, [{ ...entry, confirmed_by: callerOfActor(actor).id }]);
  const state = trip
    ? await reinstateForMoney(trx, { trip, reservation, after, now })
    : await followMoney(trx, { reservation, departs_at, after, now });
  return respondToStaff(trx, actor, reservationId, {
    action: kind === 'refund' ? 'reservation.refund_recorded' : 'reservation.payment_recorded',
    changes: {
      kind: [null, kind],
      method: [null, method],
      amountCents: [null, amountCents],
      receivedCents: [reservation.received_cents, after.received_cents],
      ...(state === reservation.state ? {} : { state: [reservation.state, state] }),
    },
  });
}

/** The ledger of a reservation. Throws RESERVATION_NOT_FOUND. */
export async function readLedger(db: Database, reservationId: string): Promise<PaymentList> {
  if (!(await findReservation(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const data = (await paymentsOf(db, reservationId)).map(presentPayment);
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

// Money alone does not lock the trip, so that it never waits for reservations; with the trip (answered too) only where
// a payment reinstates. A reservation that expires between the two reads is locked before its trip; the deadlock that
// this can cause is retried.
async function lockForMoney(trx: DatabaseTransaction, id: string, kind: PaymentDraft['kind']) {
  const found = await findReservation(trx, id);
  if (!found) throw new AppError('RESERVATION_NOT_FOUND');
  const isReinstating = ({ state }: Pick<ReservationRow, 'state'>) => kind !== 'refund' && state === 'expired';
  const reservation = isReinstating(found) ? found : await lockReservation(trx, id);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  const locked = isReinstating(reservation) ? await lockWithTrip(trx, id) : { reservation, trip: undefined };
  return { ...locked, departs_at: found.departs_at };
}

function refuseImpossible(reservation: ReservationRow, kind: PaymentDraft['kind'], amountCents: number): void {
  if (kind === 'refund') {
    if (amountCents <= reservation.received_cents) return;
    throw new AppError('REFUND_ABOVE_RECEIVED', {
      amountCents: `Foram recebidos ${moneyText(reservation.received_cents)}: não é possível devolver mais.`,
    });
  }
  if (reservation.state === 'cancelled') throw new AppError('RESERVATION_OVER');
  const due = reservation.total_cents - reservation.received_cents;
  if (amountCents <= due) return;
  throw new AppError('PAYMENT_ABOVE_DUE', {
    amountCents: due > 0 ? `Falta pagar só ${moneyText(due)}.` : 'Não falta pagar nada: a reserva está quitada.',
  });
}

interface Moved {
  reservation: ReservationRow;
  departs_at: Date;
  after: Pick<ReservationRow, 'received_cents' | 'deposit_cents'>;
  now: Date;
}

// After departure there is nothing to hold.
async function followMoney(
  trx: DatabaseTransaction,
  { reservation, departs_at, after, now }: Moved,
): Promise<ReservationRow['state']> {
  const event = eventOfMoney(reservation.state, reservation, after);
  if (!event || (event === 'unbook' && departs_at <= now)) return reservation.state;
  const state = reservationTransitions[event].to;
  const deadline = event === 'unbook' ? await renewedDeadline(trx, reservation, { departs_at }, now) : undefined;
  await changeReservation(trx, reservation.id, { state, ...deadline });
  return state;
}

function presentPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    kind: row.kind,
    method: row.method,
    amountCents: row.amount_cents,
    note: row.note,
    confirmedBy: row.confirmed_by_name,
    confirmedAt: row.confirmed_at.toISOString(),
  };
}
