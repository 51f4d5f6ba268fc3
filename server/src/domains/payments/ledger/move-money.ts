import type { AuditAction } from '@passeio/contract/audit';
import { bankMethods, type EntryKind, type PaymentMethod } from '@passeio/contract/payments/payments';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import {
  type Account,
  accountOfMeans,
  accountOfReservation,
  blockAgain,
  isLeftBehind,
  lockGiftCards,
  moveCredit,
  type NewTransfer,
  otherEndOf,
  writeTransfer,
} from '../../book/index.ts';
import {
  applyMoney,
  type LockedForMoney,
  type ReservationRow,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { chooseCredit } from '../../trips/index.ts';
import { acceptShownReceipt } from './accept-receipt.ts';
import { auditedPayment, PaymentCounted } from './ledger.present.ts';
import { findCounted, markChargePaid } from './ledger.queries.ts';
import { writeReceived } from './unknown-money.ts';

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
  /** The stored value that paid it, or to which it went back, if not the payer's credit; a reversal has its entry's. */
  storedValueId?: string;
  /** Staff has accepted the receipt that waited for it. */
  isReceiptAccepted?: boolean;
  via: 'person' | 'provider' | 'system';
}

/** The entry that was written, and the reservation's state since then. */
export interface Moved {
  entryId: string;
  state: ReservationRow['state'];
}

/**
 * Writes a movement of a locked reservation's money and all that follows: the entry with what {@link writeEntry} says
 * of it, what it changes of the reservation (`applyMoney`), the receipt that shows it, and the audit entry. Throws
 * PaymentCounted if the payment counts already.
 */
export async function moveMoney(
  trx: DatabaseTransaction,
  actor: Actor,
  locked: LockedForMoney,
  movement: Movement,
  { action, ifOver, keepsState = false }: { action: AuditAction; ifOver: 'refuse' | 'stay'; keepsState?: boolean },
): Promise<Moved> {
  const { reservation } = locked;
  const { kind, amountCents, payment } = movement;
  const entry = rowOf(actor, movement);
  const entryId = await writeEntry(trx, reservation, entry, movement);
  if (!entryId) throw new PaymentCounted((payment && (await findCounted(trx, payment))?.code) ?? undefined);
  const isIn = !isOut(kind);
  const sums = sumsAfter(reservation, entry);
  const change = { ...sums, ...(movement.isReceiptAccepted && { receipt_submitted_at: null }) };
  const { received_cents: receivedCents } = sums;
  const money = { ...movement, entryId, isIn, change, by: actor.caller?.id ?? null };
  const { state, totalCents } = await applyMoney(trx, locked, money, {
    ...{ ifOver, keepsState },
    acceptReceipt: async (after) =>
      isIn &&
      !movement.reverses &&
      acceptShownReceipt(trx, actor, locked, { ...shownBy(movement), entryId, receivedCents, state: after }),
  });
  await recordReservationAudit(trx, actor, locked, {
    action,
    changes: {
      kind: [null, kind],
      method: [null, movement.method],
      amountCents: [null, amountCents],
      receivedCents: [reservation.received_cents, receivedCents],
      ...(totalCents !== undefined && { totalCents: [reservation.total_cents, totalCents] }),
      ...(movement.note ? { note: [null, movement.note] } : {}),
      ...(payment && auditedPayment(payment)),
      ...(state === reservation.state ? {} : { state: [reservation.state, state] }),
    },
  });
  return { entryId, state };
}

function shownBy({ amountCents, chargeId, method, via, occurredAt = new Date() }: Movement) {
  return { amountCents, chargeId, occurredAt, isByHand: via === 'person' && bankMethods.includes(method) };
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
 * Writes an entry of a locked reservation's ledger and what it says of other rows: its charge is paid, a payment that
 * waits for staff assigned, the credit or gift card at its other end. The reservation's row, which has to carry {@link
 * sumsAfter} it, is left to the caller. Returns its id; undefined, without a write, if its payment counts already.
 */
export async function writeEntry(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  entry: NewEntry,
  { storedValueId, through }: Pick<Movement, 'storedValueId' | 'through'> = {},
): Promise<string | undefined> {
  const { kind, method, amount_cents, charge_id } = entry;
  const isCredited = method === 'credit' && kind === 'refund';
  const own = accountOfReservation(reservation.id);
  const other = await otherEndFor(trx, reservation, entry, { storedValueId, through });
  const goesToGiftCard = method === 'gift_card' && isOut(kind);
  if (goesToGiftCard) await lockGiftCards(trx, [other.id]);
  const payer = reservation.user_id;
  const credit = { cents: amount_cents, code: reservation.code };
  // Credit that a guest got or used moved with the reservation: what is put right of it is that of the payer of now.
  const isLeft = method === 'credit' && (await isLeftBehind(trx, other, payer));
  if (isLeft && !isOut(kind)) await moveCredit(trx, { ...credit, from: payer, to: other.id });
  const entryId = isOut(kind)
    ? await writeTransfer(trx, { ...entry, from: own, to: other })
    : await writeReceived(trx, { ...entry, from: other, to: own });
  if (!entryId) return undefined;
  if (isLeft && isOut(kind)) await moveCredit(trx, { ...credit, from: other.id, to: payer });
  if (charge_id) await markChargePaid(trx, charge_id);
  if (goesToGiftCard) await blockAgain(trx, other, amount_cents);
  if (isCredited) await chooseCredit(trx, { reservationId: reservation.id, tripId: reservation.trip_id });
  return entryId;
}

// A reversal goes to where its entry came from: to the person whose credit it was, even if another one pays by then.
async function otherEndFor(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  { method, provider, reverses }: NewEntry,
  { storedValueId, through }: Pick<Movement, 'storedValueId' | 'through'>,
): Promise<Account> {
  if (reverses) return otherEndOf(trx, reverses, reservation.id);
  const ofPayer = method === 'credit' ? reservation.user_id : undefined;
  return accountOfMeans(method, { provider: provider ?? through, storedValueId: storedValueId ?? ofPayer });
}

/** The sums of a reservation with an entry that is written of it. */
export function sumsAfter(
  { received_cents, refunded_cents, credited_cents }: ReservationRow,
  { kind, method, amount_cents }: Pick<NewEntry, 'kind' | 'method' | 'amount_cents'>,
) {
  const cents = isOut(kind) ? -amount_cents : amount_cents;
  const refunded = kind === 'refund' || kind === 'reversal_in' ? -cents : 0;
  return {
    received_cents: received_cents + cents,
    refunded_cents: refunded_cents + refunded,
    credited_cents: credited_cents + (method === 'credit' ? refunded : 0),
  };
}

function isOut(kind: EntryKind): boolean {
  return kind === 'refund' || kind === 'reversal_out' || kind === 'chargeback';
}
