import { moneyText } from '@passeio/contract/money';
import type { Ledger, PaymentDraft } from '@passeio/contract/payments/payments';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  findReservation,
  lockForMoney,
  presentReceipt,
  type ReservationRow,
  readDetails,
} from '../reservations/index.ts';
import { chargeOfWaitingReceipt } from './ledger/accept-receipt.ts';
import { presentEntry } from './ledger/ledger.present.ts';
import { entriesOf } from './ledger/ledger.queries.ts';
import { moveMoney } from './ledger/move-money.ts';
import { notifyPayerOfPayment } from './ledger/notify-payer.ts';
import { receiptsOf } from './receipts/receipts.queries.ts';
import { giveMoneyBack } from './refunds/give-money-back.ts';

/**
 * Records a payment or refund that staff typed; the state follows. A payment for an expired reservation reinstates it
 * if its places are still free. The payer is notified of a payment.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER, PAYMENT_ABOVE_DUE, REFUND_ABOVE_RECEIVED, END_TO_END_ID_USED or
 * INVALID_INPUT.
 */
export async function recordPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  parts: NotifyDeps,
  reservationId: string,
  { kind, method, amountCents, note, endToEndId, occurredAt }: PaymentDraft,
): Promise<ReservationDetails> {
  const now = new Date();
  const movement = {
    method,
    amountCents,
    note,
    via: 'person' as const,
    occurredAt: occurredAt ? pastInstant(occurredAt, now) : now,
    ...(endToEndId ? { endToEndId } : {}),
  };
  if (kind === 'refund') await giveMoneyBack(trx, actor, parts, { reservationId, ...movement });
  else {
    const locked = await lockForMoney(trx, reservationId, { mayReinstate: true });
    requireDue(locked.reservation, amountCents);
    const action = 'reservation.payment_recorded';
    // A Pix that a waiting receipt shows accepts it, so that it is not counted again.
    const chargeId = method === 'pix' ? await chargeOfWaitingReceipt(trx, reservationId, amountCents) : undefined;
    const paid = { ...movement, kind, ...(chargeId && { chargeId }) };
    const { entryId } = await moveMoney(trx, actor, locked, paid, { action, ifOver: 'refuse' });
    await notifyPayerOfPayment(trx, parts, { entryId });
  }
  return readDetails(trx, reservationId, callerOfActor(actor));
}

/** The ledger of a reservation, with the receipts sent for it. Throws RESERVATION_NOT_FOUND. */
export async function readLedger(db: Database, reservationId: string): Promise<Ledger> {
  if (!(await findReservation(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const [entries, receipts] = await Promise.all([entriesOf(db, reservationId), receiptsOf(db, reservationId)]);
  const data = entries.map(presentEntry);
  return { data, receipts: receipts.map(presentReceipt), page: { number: 1, size: data.length, total: data.length } };
}

function requireDue(reservation: ReservationRow, amountCents: number): void {
  if (reservation.state === 'cancelled') throw new AppError('RESERVATION_OVER');
  const due = reservation.total_cents - reservation.received_cents;
  if (amountCents <= due) return;
  throw new AppError('PAYMENT_ABOVE_DUE', {
    amountCents: due > 0 ? `Falta pagar só ${moneyText(due)}.` : 'Não falta pagar nada: a reserva está quitada.',
  });
}

function pastInstant(instant: string, now: Date): Date {
  const date = new Date(instant);
  if (date <= now) return date;
  throw new AppError('INVALID_INPUT', { occurredAt: 'Informe uma data que já passou.' });
}
