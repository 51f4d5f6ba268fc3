import type { AuditAction } from '@passeio/contract/audit';
import type { EntryKind, PaymentMethod } from '@passeio/contract/payments/payments';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type LockedForMoney,
  type ReservationRow,
  recordReservationAudit,
  updateStateFromBalance,
} from '../../reservations/index.ts';
import { acceptReceiptOfCharge } from './accept-receipt.ts';
import { assignUnmatched, findCountedPix, insertEntry, markChargePaid } from './ledger.queries.ts';

/** Money that moved. `occurredAt`: when; now by default. */
export interface Movement {
  kind: EntryKind;
  method: PaymentMethod;
  amountCents: number;
  note?: string;
  payerName?: string;
  endToEndId?: string;
  occurredAt?: Date;
  chargeId?: string;
  refundId?: string;
  /** The entry that this one puts right. */
  reverses?: string;
  via: 'person' | 'provider' | 'system';
}

/** The entry that was written, and the reservation's state since then. */
export interface Moved {
  entryId: string;
  state: ReservationRow['state'];
}

/**
 * Writes a movement of a locked reservation's money: ledger entry, what became of its charge, the state that follows,
 * and the audit entry. Throws END_TO_END_ID_USED if the Pix is in the ledger, CREDIT_SHORT if it
 * takes more credit than there is, and what `updateStateFromBalance` throws.
 */
export async function moveMoney(
  trx: DatabaseTransaction,
  actor: Actor,
  locked: LockedForMoney,
  movement: Movement,
  { action, ifOver }: { action: AuditAction; ifOver: 'refuse' | 'stay' },
): Promise<Moved> {
  const { reservation } = locked;
  const { kind, amountCents, endToEndId, chargeId } = movement;
  const entryId = await mapConstraintErrors({ credit_balances_not_negative: 'CREDIT_SHORT' }, () =>
    insertEntry(trx, rowOf(actor, reservation.id, movement)),
  );
  if (!entryId) throw await endToEndIdUsed(trx, endToEndId ?? '');
  if (chargeId) await markChargePaid(trx, chargeId);
  if (endToEndId) await assignUnmatched(trx, { endToEndId, entryId, by: actor.caller?.id ?? null });
  const receivedCents = reservation.received_cents + (isOut(kind) ? -amountCents : amountCents);
  const state = await updateStateFromBalance(trx, locked, receivedCents, { now: new Date(), ifOver });
  if (chargeId) await acceptReceiptOfCharge(trx, actor, locked, { chargeId, entryId, amountCents });
  await recordReservationAudit(trx, actor, locked, {
    action,
    changes: {
      kind: [null, kind],
      method: [null, movement.method],
      amountCents: [null, amountCents],
      receivedCents: [reservation.received_cents, receivedCents],
      ...(movement.note ? { note: [null, movement.note] } : {}),
      ...(endToEndId ? { endToEndId: [null, endToEndId] } : {}),
      ...(state === reservation.state ? {} : { state: [reservation.state, state] }),
    },
  });
  return { entryId, state };
}

function rowOf(actor: Actor, reservationId: string, movement: Movement) {
  return {
    reservation_id: reservationId,
    kind: movement.kind,
    method: movement.method,
    amount_cents: movement.amountCents,
    note: movement.note ?? '',
    payer_name: movement.payerName ?? '',
    end_to_end_id: movement.endToEndId ?? null,
    occurred_at: movement.occurredAt ?? new Date(),
    recorded_via: movement.via,
    recorded_by: movement.via === 'person' ? callerOfActor(actor).id : null,
    charge_id: movement.chargeId ?? null,
    refund_id: movement.refundId ?? null,
    reverses: movement.reverses ?? null,
  };
}

function isOut(kind: EntryKind): boolean {
  return kind === 'refund' || kind === 'reversal_out';
}

async function endToEndIdUsed(trx: DatabaseTransaction, endToEndId: string): Promise<AppError> {
  const code = (await findCountedPix(trx, endToEndId))?.code;
  return new AppError('END_TO_END_ID_USED', {
    endToEndId: code ? `Este Pix já está lançado na reserva ${code}.` : 'Este Pix já está lançado.',
  });
}
