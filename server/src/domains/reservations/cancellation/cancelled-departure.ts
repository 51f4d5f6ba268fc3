import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import type { lockWithTrip } from '../reservation/lock-reservation.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';
import { cancelAsQuoted } from './cancel-reservation.ts';
import { quoteOf } from './quote-cancellation.ts';

/**
 * Cancels a locked reservation whose departure the operator cancelled: all that was received becomes due for refund.
 * The payer is notified, unless `notifyDeps` is null.
 */
export async function cancelForDeparture(
  trx: DatabaseTransaction,
  actor: Actor,
  notifyDeps: NotifyDeps | null,
  { locked, reason }: { locked: Awaited<ReturnType<typeof lockWithTrip>>; reason: string },
): Promise<void> {
  const now = new Date();
  const by = 'operator' as const;
  const quoted = await quoteOf(trx, locked, { by, now });
  const cancellation = { locked, leaving: undefined, quoted, by, editor: 'staff' as const, now, reason };
  await cancelAsQuoted(trx, actor, notifyDeps, cancellation);
}

/**
 * Leaves it to the payer, until then, what becomes of a reservation whose departure was cancelled. It does not expire.
 */
export async function offerChoice(trx: DatabaseTransaction, reservationId: string, until: Date): Promise<void> {
  await changeReservation(trx, reservationId, { choose_until: until, hold_expires_at: null, hold_warned_at: null });
}

/** Whether its payer still chooses what becomes of a reservation whose departure was cancelled. */
export function isOpenToChoice({ choose_until }: Pick<ReservationRow, 'choose_until'>, now: Date): boolean {
  return choose_until !== null && choose_until > now;
}
