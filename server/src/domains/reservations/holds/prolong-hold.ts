import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { changeReservation, type ReservationRow } from '../reservations.queries.ts';
import { deadlineAfterRejection } from './hold.ts';

/**
 * Gives a locked hold, whose clock stood still while a receipt waited, time for another one. Returns the deadline
 * before and after, if it changed. Its payer is told of it with the rejection, so not again before it ends.
 */
export async function prolongHold(
  trx: DatabaseTransaction,
  { id, state, hold_expires_at: before }: Pick<ReservationRow, 'id' | 'state' | 'hold_expires_at'>,
  { departs_at }: { departs_at: Date },
  now: Date,
): Promise<[string, string] | undefined> {
  if (state !== 'held' || !before) return undefined;
  const deadline = deadlineAfterRejection(before, departs_at, now);
  if (deadline <= before) return undefined;
  await changeReservation(trx, id, { hold_expires_at: deadline, hold_warned_at: now });
  return [before.toISOString(), deadline.toISOString()];
}
