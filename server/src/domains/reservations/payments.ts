import type { Passenger } from '@passeio/contract/passengers';
import type { Payment, PaymentDraft, PaymentList } from '@passeio/contract/payments';
import { reservationTransitions } from '@passeio/contract/reservation-states';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { moneyText } from './brazilian-texts.ts';
import { eventsTowards, statusByMoney } from './money-status.ts';
import { readPassenger } from './passengers.ts';
import { insertPayments, type PaymentRow, paymentsOf } from './payments.queries.ts';
import { reservationLabel } from './reservation-label.ts';
import { mayReceive } from './reservations.policy.ts';
import { changeReservation, findReservation, type ReservationRow } from './reservations.queries.ts';
import { lockWithTrip } from './reservations.ts';

/**
 * Records a payment or refund, and updates the reservation's status to its balance.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER, PAYMENT_ABOVE_DUE or REFUND_ABOVE_RECEIVED.
 */
export async function recordPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { kind, method, amountCents, note }: PaymentDraft,
): Promise<Passenger> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  refuseImpossible(reservation, kind, amountCents);
  await insertPayments(trx, [
    {
      reservation_id: reservationId,
      kind,
      method,
      amount_cents: amountCents,
      note,
      confirmed_by: callerOfActor(actor).id,
    },
  ]);
  const received = reservation.received_cents + (kind === 'refund' ? -amountCents : amountCents);
  for (const event of eventsTowards(reservation.status, statusByMoney(received, reservation))) {
    await changeReservation(trx, reservationId, { status: reservationTransitions[event].to });
  }
  const passenger = await readPassenger(trx, reservation);
  const { code, status } = passenger.reservation;
  await recordAudit(trx, actor, {
    action: kind === 'refund' ? 'reservation.refund_recorded' : 'reservation.payment_recorded',
    subject: { type: 'reservation', id: reservationId, label: reservationLabel(code, passenger.person, trip) },
    changes: {
      kind: [null, kind],
      method: [null, method],
      amountCents: [null, amountCents],
      receivedCents: [reservation.received_cents, received],
      ...(status === reservation.status ? {} : { status: [reservation.status, status] }),
    },
  });
  return passenger;
}

/** The ledger of a reservation. Throws RESERVATION_NOT_FOUND. */
export async function readLedger(db: Database, reservationId: string): Promise<PaymentList> {
  if (!(await findReservation(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const data = (await paymentsOf(db, reservationId)).map(presentPayment);
  return { data, page: { number: 1, size: data.length, total: data.length } };
}

function refuseImpossible(reservation: ReservationRow, kind: PaymentDraft['kind'], amountCents: number): void {
  if (kind === 'refund') {
    if (amountCents <= reservation.received_cents) return;
    throw new AppError('REFUND_ABOVE_RECEIVED', {
      amountCents: `Foram recebidos ${moneyText(reservation.received_cents)}: não é possível devolver mais.`,
    });
  }
  if (!mayReceive(reservation)) throw new AppError('RESERVATION_OVER');
  const due = reservation.price_cents - reservation.received_cents;
  if (amountCents <= due) return;
  throw new AppError('PAYMENT_ABOVE_DUE', {
    amountCents: due > 0 ? `Falta pagar só ${moneyText(due)}.` : 'Não falta pagar nada: a reserva está quitada.',
  });
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
