import { moneyText } from '@passeio/contract/money';
import type { Ledger, PaymentDraft, ReversalDraft } from '@passeio/contract/payments/payments';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { requirePermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handRecorded } from '../../ports/payments/port.ts';
import { presentReceipt } from '../book/index.ts';
import type { NotifyDeps } from '../messages/index.ts';
import {
  findReservation,
  type LockedForMoney,
  lockForMoney,
  type ReservationRow,
  readDetails,
} from '../reservations/index.ts';
import { reportAgain } from './door-payments.queries.ts';
import { chargeOfMoney } from './ledger/accept-receipt.ts';
import { presentEntry, type readTyped } from './ledger/ledger.present.ts';
import { entriesOf, findEntry } from './ledger/ledger.queries.ts';
import { type Movement, moveMoney } from './ledger/move-money.ts';
import { notifyPayerOfPayment } from './ledger/notify-payer.ts';
import { receiptsOf } from './receipts/receipts.queries.ts';
import { giveMoneyBack, requireOnReservation, requireReceived } from './refunds/give-money-back.ts';
import { leaveReversedToStaff } from './unmatched/leave-to-staff.ts';

/**
 * Records a payment or refund that staff typed; the state follows. A payment for an expired reservation reinstates it
 * if its places are still free. The payer is notified of a payment. Throws FORBIDDEN without the permission for it.
 */
export async function recordPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  reservationId: string,
  { kind, method, amountCents, note, payment, occurredAt }: ReturnType<typeof readTyped<PaymentDraft>>,
): Promise<ReservationDetails> {
  const now = new Date();
  const movement = {
    method,
    amountCents,
    note,
    via: 'person' as const,
    occurredAt: occurredAt ? pastInstant(occurredAt, now) : now,
    ...(payment && { payment }),
  };
  if (kind === 'refund') await giveMoneyBack(trx, actor, deps, { reservationId, ...movement });
  else {
    requirePermission(callerOfActor(actor), 'confirm_money');
    const locked = await lockForMoney(trx, reservationId, { mayReinstate: true });
    // Money that a waiting receipt shows accepts it, so that it is not counted again.
    const charge = method === handRecorded.method ? await chargeOfMoney(trx, reservationId, amountCents) : undefined;
    requireDue(locked.reservation, amountCents - (charge?.adjustment_cents ?? 0));
    await receiveByHand(trx, actor, deps, locked, { ...movement, kind, ...(charge && { chargeId: charge.id }) });
  }
  return readDetails(trx, reservationId, callerOfActor(actor));
}

/**
 * Records money that a person received, which is due unless it came anyway (`ifOver: 'stay'`), and notifies the payer.
 * Throws what `moveMoney` throws.
 */
export async function receiveByHand(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  locked: LockedForMoney,
  movement: Movement,
  ifOver: 'refuse' | 'stay' = 'refuse',
): Promise<void> {
  const action = 'reservation.payment_recorded';
  const { entryId } = await moveMoney(trx, actor, locked, movement, { action, ifOver });
  await notifyPayerOfPayment(trx, deps, { entryId });
}

/** The ledger of a reservation, with the receipts sent for it. Throws RESERVATION_NOT_FOUND. */
export async function readLedger(db: Database, reservationId: string): Promise<Ledger> {
  if (!(await findReservation(db, reservationId))) throw new AppError('RESERVATION_NOT_FOUND');
  const [entries, receipts] = await Promise.all([entriesOf(db, reservationId), receiptsOf(db, reservationId)]);
  const data = entries.map(presentEntry);
  return { data, receipts: receipts.map(presentReceipt), page: { number: 1, size: data.length, total: data.length } };
}

/** Throws RESERVATION_OVER, or PAYMENT_ABOVE_DUE for more than is due. */
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

/**
 * Puts right an entry that was recorded by mistake, by its opposite; the state follows, and a payment that the bank
 * confirmed waits for staff again, as a guide's cash does in their hand. Throws ENTRY_REVERSED for a reversal too, and
 * ENTRY_OF_BANK for a refund that the bank has made.
 */
export async function reverseEntry(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, entryId }: { reservationId: string; entryId: string },
  { reason }: ReversalDraft,
): Promise<ReservationDetails> {
  // A refund that was never made brings no places back.
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const entry = await findEntry(trx, reservationId, entryId);
  if (!entry) throw new AppError('ENTRY_NOT_FOUND');
  if (entry.reversed_by || entry.reverses) throw new AppError('ENTRY_REVERSED');
  const isOfBank = entry.kind === 'chargeback' || (entry.kind === 'refund' && entry.recorded_via === 'provider');
  if (isOfBank) throw new AppError('ENTRY_OF_BANK');
  const isIn = entry.direction === 'in';
  if (isIn && entry.method === 'gift_card') await requireOnReservation(trx, entry);
  else if (isIn) await requireReceived(trx, locked.reservation, entry.amount_cents);
  const movement = {
    kind: isIn ? ('reversal_out' as const) : ('reversal_in' as const),
    method: entry.method,
    amountCents: entry.amount_cents,
    note: reason,
    reverses: entry.id,
    takesBack: entry.id,
    via: 'person' as const,
  };
  await moveMoney(trx, actor, locked, movement, { action: 'reservation.entry_reversed', ifOver: 'stay' });
  if (isIn) await leaveReversedToStaff(trx, actor, entry, locked.reservation.code);
  if (isIn) await reportAgain(trx, actor, entry);
  return readDetails(trx, reservationId, callerOfActor(actor));
}
