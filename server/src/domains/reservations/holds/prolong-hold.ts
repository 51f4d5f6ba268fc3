import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { prolongHeldPeople } from '../participants/held-people.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { deadlineAfterRejection } from '../reservation/deadlines.ts';
import { isClockStopped } from '../reservation/reservations.policy.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';

type HeldRow = Pick<ReservationRow, 'id' | 'state' | 'hold_expires_at' | 'receipt_submitted_at' | 'clock_stopped_at'>;

/**
 * Gives a locked hold whose clock stands still, because of the receipt that waits, time for another receipt. Returns
 * the deadline before and after, if it changed. Its payer is notified of it with the rejection, so not again before it
 * ends.
 */
export async function prolongHold(
  trx: DatabaseTransaction,
  reservation: HeldRow,
  { departs_at }: { departs_at: Date },
  now: Date,
): Promise<[string, string] | undefined> {
  const { id, state, hold_expires_at: before } = reservation;
  if (!isClockStopped(reservation)) return undefined;
  if (state === 'booked') return prolongHeldPeople(trx, id, deadlineAfterRejection(now, departs_at, now));
  if (state !== 'held' || !before) return undefined;
  const deadline = deadlineAfterRejection(before, departs_at, now);
  if (deadline <= before) return undefined;
  await changeReservation(trx, id, { hold_expires_at: deadline, hold_warned_at: now });
  return [before.toISOString(), deadline.toISOString()];
}
