import { moneyText } from '@passeio/contract/money';
import { paymentNoun } from '@passeio/contract/payments/payments';
import type { UnmatchedAssignment, UnmatchedList, UnmatchedPayment } from '@passeio/contract/payments/statements';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findReservation, lockForMoney } from '../../reservations/index.ts';
import { recordedByHand } from '../ledger/ledger.queries.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { receiveMoney } from '../ledger/receive-money.ts';
import type { UnmatchedRow } from '../ledger/unknown-money.queries.ts';
import { dismissWaiting } from '../ledger/unknown-money.ts';
import { presentUnmatched } from './unmatched.present.ts';
import { lockWaiting, movementOfUnmatched, pageOfUnmatched } from './unmatched.queries.ts';

/** The payments that belong to no reservation that we know, the oldest first. */
export async function listUnmatched(
  db: Database,
  range: { page: number; size: number },
): Promise<Omit<UnmatchedList, 'unreadable' | 'chargebacks' | 'giftCardReturns'>> {
  const { rows, ...count } = await pageOfUnmatched(db, range);
  return { data: rows.map(presentUnmatched), page: { number: range.page, size: range.size, ...count } };
}

/** The reservation with a code that staff typed. Throws RESERVATION_NOT_FOUND beside `field`. */
export async function reservationByCode(db: Database, code: string, field = 'code') {
  const reservation = await findReservation(db, code, 'code');
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND', { [field]: `Não há reserva com o código ${code}.` });
  return reservation;
}

/**
 * Records a payment in the reservation to which it belongs, in whatever state that is, and notifies its payer. Returns
 * the payment. Throws UNMATCHED_NOT_FOUND for one that was decided, and DELIBERATE_CHOICE_NEEDED where staff has
 * recorded, without an id, what may be the same money.
 */
export async function assignPayment(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  paymentId: string,
  { code, isDeliberate }: UnmatchedAssignment,
): Promise<UnmatchedPayment> {
  const { id: reservationId } = await reservationByCode(trx, code);
  await lockForMoney(trx, reservationId, { mayReinstate: true });
  const payment = await lockWaiting(trx, paymentId);
  if (!payment) throw new AppError('UNMATCHED_NOT_FOUND');
  const { amount_cents: amountCents, occurred_at: occurredAt, charge_reference: chargeReference, reference } = payment;
  const named = { chargeReference, reference, amountCents, occurredAt };
  const like = isDeliberate ? undefined : await recordedByHand(trx, { reservationId, ...named });
  if (like) {
    const doubt = `A equipe já lançou ${moneyText(like.amount_cents)} nesta reserva. Se for este ${paymentNoun(payment.method)}, descarte-o aqui.`;
    throw new AppError('DELIBERATE_CHOICE_NEEDED', { isDeliberate: doubt });
  }
  const { entryId } = await receiveMoney(trx, actor, {
    ...movementOfUnmatched(payment),
    reservationId,
    via: 'person',
  });
  await recordAudit(trx, actor, {
    action: 'payment.assigned',
    subject: subjectOf(payment),
    changes: { reservation: [null, code], amountCents: [null, amountCents] },
  });
  await notifyPayerOfPayment(trx, deps, { entryId });
  return presentUnmatched(payment);
}

/** Decides that a payment is none of ours. Returns it. Throws UNMATCHED_NOT_FOUND for one that was decided. */
export async function dismissPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  paymentId: string,
  { reason }: { reason: string },
): Promise<UnmatchedPayment> {
  const payment = await lockWaiting(trx, paymentId);
  if (!payment) throw new AppError('UNMATCHED_NOT_FOUND');
  await dismissWaiting(trx, payment, { reason, by: callerOfActor(actor).id });
  await recordAudit(trx, actor, {
    action: 'payment.dismissed',
    subject: subjectOf(payment),
    changes: { reason: [null, reason], amountCents: [null, payment.amount_cents] },
  });
  return presentUnmatched(payment);
}

function subjectOf({ id, payer_name, reference }: UnmatchedRow) {
  return { type: 'payment' as const, id, label: payer_name || reference };
}
