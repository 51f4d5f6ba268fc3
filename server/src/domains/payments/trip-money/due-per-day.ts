import { instalmentsOf } from '@passeio/contract/reservations/instalments';
import { nextDueOf } from '../../reservations/index.ts';
import type { OwingReservation } from './trip-money.queries.ts';

/**
 * What a reservation is still to pay, by day of the operator's calendar. What its instalments do not cover, as the
 * deposit of a held one, is due with the first of them.
 */
export function duePerDay(row: OwingReservation, timeZone: string, now: Date): { day: string; cents: number }[] {
  const { total_cents: totalCents, deposit_cents: depositCents, received_cents: receivedCents } = row;
  const agreed = row.instalments ?? [];
  const parts = instalmentsOf(agreed, { totalCents, depositCents, receivedCents }, now).map((one) => ({
    day: one.dueDate,
    cents: one.amountCents - one.paidCents,
  }));
  const rest = totalCents - receivedCents - parts.reduce((sum, { cents }) => sum + cents, 0);
  if (rest <= 0) return parts.filter(({ cents }) => cents > 0);
  const first = row.state === 'held' ? (row.hold_expires_at ?? now) : nextDueOf(row, row, now).until;
  const at = Temporal.Instant.fromEpochMilliseconds(first.getTime()).toZonedDateTimeISO(timeZone);
  return [{ day: at.toPlainDate().toString(), cents: rest }, ...parts].filter(({ cents }) => cents > 0);
}
