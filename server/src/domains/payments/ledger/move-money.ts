import type { AuditAction } from '@passeio/contract/audit';
import { bankMethods, type EntryKind, type PaymentMethod } from '@passeio/contract/payments/payments';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import {
  applyMoney,
  type LockedForMoney,
  type ReservationRow,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { acceptShownReceipt } from './accept-receipt.ts';
import { moveGiftCard } from './gift-card-entries.ts';
import { auditedPayment, PaymentCounted } from './ledger.present.ts';
import {
  assignUnmatched,
  findCounted,
  insertEntry,
  isOfGiftCard,
  lockPayment,
  markChargePaid,
  moveCredit,
  type NewEntry,
} from './ledger.queries.ts';

/** Money that moved. `occurredAt`: when; now by default. */
export interface Movement {
  kind: EntryKind;
  method: PaymentMethod;
  amountCents: number;
  note?: string;
  payerName?: string;
  /** Its id, if it has one. */
  payment?: PaymentId;
  /** What the provider keeps of it, and the day on which it pays out the rest. */
  feeCents?: number;
  settlesOn?: string;
  occurredAt?: Date;
  chargeId?: string;
  /** The centavos that earlier payments have paid of a charge that several pay. */
  paidBeforeCents?: number;
  refundId?: string;
  /** The entry that this one puts right. */
  reverses?: string;
  /** The payment of which nothing counts any more, so that it changes the price no longer. */
  takesBack?: string;
  /** By which it was paid, or to which it went back; of a reversal it is that of its entry. */
  giftCardId?: string;
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
 * PaymentCounted if the payment counts already, CREDIT_SHORT or GIFT_CARD_SHORT if it takes more than there is,
 * CREDIT_NEEDS_ACCOUNT, and what `applyMoney` throws.
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
  if (payment) {
    await lockPayment(trx, payment);
    if (await isOfGiftCard(trx, payment)) throw new PaymentCounted(undefined);
  }
  const entry = rowOf(actor, reservation.id, movement);
  const entryId = await writeEntry(trx, reservation, entry, movement);
  if (!entryId) throw new PaymentCounted(payment && (await findCounted(trx, payment))?.code);
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

function rowOf(actor: Actor, reservationId: string, movement: Movement) {
  return {
    reservation_id: reservationId,
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
  };
}

/**
 * Writes an entry of a locked reservation's ledger and what it says of other rows: its charge is paid, a payment
 * of nobody assigned, the payer's credit, the gift card's balance. The reservation's row, which has to carry
 * {@link sumsAfter} it, is left to the caller. Returns its id; undefined, without a write, if its payment counts
 * already. Throws CREDIT_SHORT, GIFT_CARD_SHORT or CREDIT_NEEDS_ACCOUNT.
 */
export async function writeEntry(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  entry: NewEntry,
  { giftCardId }: Pick<Movement, 'giftCardId'> = {},
): Promise<string | undefined> {
  const { kind, method, amount_cents, charge_id, provider, reference } = entry;
  const entryId = await insertEntry(trx, entry);
  if (!entryId) return undefined;
  if (charge_id) await markChargePaid(trx, charge_id);
  if (provider && reference) {
    await assignUnmatched(trx, { payment: { issuer: provider, reference }, entryId, by: entry.recorded_by ?? null });
  }
  const cents = isOut(kind) ? -amount_cents : amount_cents;
  if (method === 'gift_card') await moveGiftCard(trx, { entryId, cents: -cents, giftCardId, reverses: entry.reverses });
  if (method !== 'credit') return entryId;
  await mapConstraintErrors({ credit_balances_not_negative: 'CREDIT_SHORT' }, () =>
    moveCredit(trx, reservation, { entryId, cents: -cents, kind, reverses: entry.reverses }),
  );
  return entryId;
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
