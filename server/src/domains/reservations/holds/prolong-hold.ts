import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { prolongHeldPeople } from '../participants/held-people.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { deadlineAfterRejection } from '../reservation/deadlines.ts';
import { isClockStopped } from '../reservation/reservations.policy.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';

/**
 * Gives a locked hold whose clock stood still, because of a receipt or of a guide's cash that did not count, time to be
 * paid. Returns the deadline before and after, if it changed. A payer who `isNotified` of it is not again before it
 * ends.
 */
export async function prolongHold(
  trx: DatabaseTransaction,
  reservation: ReservationRow,
  { departs_at }: { departs_at: Date },
  { now, isNotified }: { now: Date; isNotified: boolean },
): Promise<[string, string] | undefined> {
  const { id, state, hold_expires_at: before } = reservation;
  if (!isClockStopped(reservation)) return undefined;
  if (state === 'booked') return prolongHeldPeople(trx, id, deadlineAfterRejection(now, departs_at, now));
  if (state !== 'held' || !before) return undefined;
  const deadline = deadlineAfterRejection(before, departs_at, now);
  if (deadline <= before) return undefined;
  await changeReservation(trx, id, { hold_expires_at: deadline, hold_warned_at: isNotified ? now : null });
  return [before.toISOString(), deadline.toISOString()];
}
