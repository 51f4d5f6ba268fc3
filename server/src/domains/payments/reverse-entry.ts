import type { ReversalDraft } from '@passeio/contract/payments/payments';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockForMoney, readDetails } from '../reservations/index.ts';
import { findEntry } from './ledger/ledger.queries.ts';
import { moveMoney } from './ledger/move-money.ts';
import { requireReceived } from './refunds/give-money-back.ts';
import { leaveReversedToStaff } from './unmatched/leave-to-staff.ts';

/**
 * Puts right an entry that was recorded by mistake, by its opposite; the state follows, and a Pix that the bank confirmed waits
 * for staff again.
 * Throws RESERVATION_NOT_FOUND, ENTRY_NOT_FOUND, ENTRY_REVERSED (also for a reversal), ENTRY_OF_BANK for a refund that
 * the bank has made, or REFUND_ABOVE_RECEIVED.
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
  if (entry.kind === 'refund' && entry.recorded_via === 'provider') throw new AppError('ENTRY_OF_BANK');
  const isIn = entry.direction === 'in';
  if (isIn) await requireReceived(trx, locked.reservation, entry.amount_cents);
  const movement = {
    kind: isIn ? ('reversal_out' as const) : ('reversal_in' as const),
    method: entry.method,
    amountCents: entry.amount_cents,
    note: reason,
    reverses: entry.id,
    via: 'person' as const,
  };
  await moveMoney(trx, actor, locked, movement, { action: 'reservation.entry_reversed', ifOver: 'stay' });
  if (isIn) await leaveReversedToStaff(trx, actor, entry, locked.reservation.code);
  return readDetails(trx, reservationId, callerOfActor(actor));
}
