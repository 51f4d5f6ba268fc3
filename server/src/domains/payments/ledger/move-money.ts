import type { AuditAction } from '@passeio/contract/audit';
import { bankMethods, type EntryKind, type PaymentMethod } from '@passeio/contract/payments/payments';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import { otherEndOf } from '../../book/accounts.queries.ts';
import { type Account, accountOfMeans, accountOfReservation } from '../../book/accounts.ts';
import { type NewTransfer, writeTransfer } from '../../book/write-transfer.ts';
import {
  changeReservation,
  type LockedForMoney,
  type ReservationRow,
  recordReservationAudit,
  updateStateFromBalance,
  writeLines,
} from '../../reservations/index.ts';
import { acceptShownReceipt } from './accept-receipt.ts';
import { blockAgain } from './block-gift-card.ts';
import { chooseCredit, requireAccount } from './credit-of-payer.ts';
import { auditedPayment, PaymentCounted } from './ledger.present.ts';
import { assignUnmatched, findCounted, markChargePaid } from './ledger.queries.ts';
import { adjustmentBy, type PaymentAdjustment } from './payment-adjustment.ts';

/** Money that moved. `occurredAt`: when; now by default. */
export interface Movement {
  kind: EntryKind;
  method: PaymentMethod;
  amountCents: number;
  note?: string;
  payerName?: string;
  /** Its id, if it has one. */
  payment?: PaymentId;
  /** The provider that moved it, if it has no id. */
  through?: string;
  /** What the provider keeps of it, and the day on which it pays out the rest. */
  feeCents?: number;
  settlesOn?: string;
  occurredAt?: Date;
  chargeId?: string;
  /** The centavos that earlier payments have paid of a charge that several pay. */
  paidBeforeCents?: number;
  refundId?: string;
  /** The guide's report of the cash that counts by this. */
  reportId?: string;
  /** The entry that this one puts right. */
  reverses?: string;
  /** The payment of which nothing counts any more, so that it changes the price no longer. */
  takesBack?: string;
  /** By which it was paid, or to which it went back; of a reversal it is that of its entry. */
  giftCardId?: string;
  via: 'person' | 'provider' | 'system';
}

/** The entry that was written, and the reservation's state since then. */
export interface Moved {
  entryId: string;
  state: ReservationRow['state'];
}

/**
 * Writes a movement of a locked reservation's money and all that follows: the entry with what {@link writeEntry} says
 * of it, what it changes of the price, the state unless it `keepsState`, the receipt that shows it, and the audit
 * entry. Throws PaymentCounted if the payment counts already, CREDIT_SHORT or GIFT_CARD_SHORT if it takes more than
 * there is, CREDIT_NEEDS_ACCOUNT, and what `updateStateFromBalance` throws.
 */
export async function moveMoney(
  trx: DatabaseTransaction,
  actor: Actor,
  locked: LockedForMoney,
  movement: Movement,
  { action, ifOver, keepsState = false }: { action: AuditAction; ifOver: 'refuse' | 'stay'; keepsState?: boolean },
): Promise<Moved> {
  const { reservation } = locked;
  const { kind, amountCents, payment, chargeId } = movement;
  const adjustment = await adjustmentBy(trx, reservation, movement);
  // The money that comes for an expired one may reinstate it; else nothing of its price changes.
  const isLater = reservation.state === 'expired' && !isOut(kind);
  const entryId = await writeEntry(trx, reservation, rowOf(actor, movement), {
    ...movement,
    ...(!isLater && adjustment && { sums: adjustment.sums }),
  });
  if (!entryId) throw new PaymentCounted((payment && (await findCounted(trx, payment))?.code) ?? undefined);
  const receivedCents = reservation.received_cents + (isOut(kind) ? -amountCents : amountCents);
  const after = { received_cents: receivedCents, deposit_cents: adjustment?.depositCents ?? reservation.deposit_cents };
  const state = keepsState
    ? reservation.state
    : await updateStateFromBalance(trx, locked, after, { now: new Date(), ifOver });
  const isAdjusted = adjustment && !(isLater && state === 'expired');
  if (isAdjusted) {
    if (isLater) await changeReservation(trx, reservation.id, adjustment.sums);
    await writeLines(trx, reservation.id, adjustment.linesOf(entryId), actor.caller?.id ?? reservation.user_id);
  }
  if (!isOut(kind) && !movement.reverses) {
    const { method, via, occurredAt = new Date() } = movement;
    const isByHand = via === 'person' && bankMethods.includes(method);
    const shown = { entryId, amountCents, chargeId, occurredAt, isByHand, receivedCents, state };
    await acceptShownReceipt(trx, actor, locked, shown);
  }
  await recordReservationAudit(trx, actor, locked, {
    action,
    changes: {
      kind: [null, kind],
      method: [null, movement.method],
      amountCents: [null, amountCents],
      receivedCents: [reservation.received_cents, receivedCents],
      ...(isAdjusted && { totalCents: [reservation.total_cents, adjustment.totalCents] }),
      ...(movement.note ? { note: [null, movement.note] } : {}),
      ...(payment && auditedPayment(payment)),
      ...(state === reservation.state ? {} : { state: [reservation.state, state] }),
    },
  });
  return { entryId, state };
}

/** An entry of a reservation's ledger, whose other end follows from its means. */
export type NewEntry = Omit<NewTransfer, 'from' | 'to' | 'kind' | 'method'> & {
  kind: EntryKind;
  method: PaymentMethod;
};

function rowOf(actor: Actor, movement: Movement): NewEntry {
  return {
    kind: movement.kind,
    method: movement.method,
    amount_cents: movement.amountCents,
    note: movement.note ?? '',
    payer_name: movement.payerName ?? '',
    provider: movement.payment?.issuer ?? null,
    reference: movement.payment?.reference ?? null,
    fee_cents: movement.feeCents ?? null,
    settles_on: movement.settlesOn ?? null,
    occurred_at: movement.occurredAt ?? new Date(),
    recorded_via: movement.via,
    recorded_by: movement.via === 'person' ? callerOfActor(actor).id : null,
    charge_id: movement.chargeId ?? null,
    refund_id: movement.refundId ?? null,
    reverses: movement.reverses ?? null,
    records_again: movement.reportId ?? null,
  };
}

/**
 * Writes an entry of a locked reservation's ledger and what it says of other rows: its charge is paid, a payment
 * of nobody assigned, the reservation's sums with those of `sums`, what must go back, the credit or gift card at its
 * other end. Returns its id; undefined, without a write, if its payment counts already. Throws CREDIT_SHORT,
 * CREDIT_NEEDS_ACCOUNT, GIFT_CARD_SHORT, GIFT_CARD_UNKNOWN or GIFT_CARD_NOT_ACTIVE.
 */
export async function writeEntry(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  entry: NewEntry,
  { giftCardId, through, sums }: Pick<Movement, 'giftCardId' | 'through'> & { sums?: PaymentAdjustment['sums'] } = {},
): Promise<string | undefined> {
  const { kind, method, amount_cents, charge_id, provider, reference } = entry;
  const isCredited = method === 'credit' && kind === 'refund';
  if (isCredited) await requireAccount(trx, reservation.user_id);
  const own = accountOfReservation(reservation.id);
  const other = await otherEndFor(trx, reservation, entry, { giftCardId, through });
  const entryId = await writeTransfer(trx, {
    ...entry,
    ...(isOut(kind) ? { from: own, to: other } : { from: other, to: own }),
  });
  if (!entryId) return undefined;
  if (charge_id) await markChargePaid(trx, charge_id);
  if (provider && reference) {
    await assignUnmatched(trx, { payment: { issuer: provider, reference }, entryId, by: entry.recorded_by ?? null });
  }
  const cents = isOut(kind) ? -amount_cents : amount_cents;
  const refunded = kind === 'refund' || kind === 'reversal_in' ? -cents : 0;
  await changeReservation(trx, reservation.id, {
    ...sums,
    received_cents: reservation.received_cents + cents,
    refunded_cents: reservation.refunded_cents + refunded,
    credited_cents: reservation.credited_cents + (method === 'credit' ? refunded : 0),
  });
  if (method === 'gift_card' && isOut(kind)) await blockAgain(trx, other, amount_cents);
  if (isCredited) await chooseCredit(trx, reservation);
  return entryId;
}

// A reversal goes to where its entry came from: to the person whose credit it was, whoever pays by then.
async function otherEndFor(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  { method, provider, reverses }: NewEntry,
  { giftCardId, through }: Pick<Movement, 'giftCardId' | 'through'>,
): Promise<Account> {
  if (reverses) return otherEndOf(trx, reverses, reservation.id);
  if (method === 'gift_card' && !giftCardId) throw new AppError('GIFT_CARD_UNKNOWN');
  const storedValueId = method === 'credit' ? reservation.user_id : giftCardId;
  return accountOfMeans(method, { provider: provider ?? through, storedValueId });
}

function isOut(kind: EntryKind): boolean {
  return kind === 'refund' || kind === 'reversal_out' || kind === 'chargeback';
}
