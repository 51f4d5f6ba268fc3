import { errorCatalogue } from '@passeio/contract/api/errors';
import {
  mayHappen,
  type ReservationEvent,
  type ReservationState,
  reservationTransitions,
} from '@passeio/contract/reservation-states';
import { type AgreedInstalment, nextInstalment, planInstalments } from '@passeio/contract/reservations/instalments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { balanceDueAt, depositOf, depositPercentAt, hoursByDay } from '@passeio/contract/trips/pricing';
import { AppError } from '../../../platform/http/errors.ts';
import { planOf } from '../../trips/index.ts';
import type { ReservationRow } from './reservations.queries.ts';

interface Money {
  received_cents: number;
  deposit_cents: number;
}

/** The state of a new reservation: booked if no deposit is due. */
export function stateOfNew({ deposit_cents }: Pick<Money, 'deposit_cents'>): ReservationState {
  return deposit_cents === 0 ? 'booked' : 'held';
}

/** What a payment makes happen: the deposit is covered; or, after a payment that was taken back, no longer. */
export function eventOfMoney(state: ReservationState, before: Money, after: Money): ReservationEvent | undefined {
  const wasCovered = before.received_cents >= before.deposit_cents;
  const isCovered = after.received_cents >= after.deposit_cents;
  if (state === 'held' && isCovered) return 'book';
  return state === 'booked' && wasCovered && !isCovered ? 'unbook' : undefined;
}

/** A reservation's total with its deposit, in centavos. Throws TOTAL_BELOW_ZERO, beside `field` of the request. */
export function recalculateTotal(total_cents: number, deposit_percent: number, field?: string) {
  if (total_cents < 0) {
    throw new AppError('TOTAL_BELOW_ZERO', field ? { [field]: errorCatalogue.TOTAL_BELOW_ZERO.message } : undefined);
  }
  return { total_cents, deposit_cents: depositOf(total_cents, deposit_percent) };
}

/**
 * The state after a new total: a booked reservation stays booked, a held one whose deposit is covered becomes booked.
 */
export function stateAfterTotal(state: ReservationState, { received_cents, deposit_cents }: Money): ReservationState {
  return received_cents >= deposit_cents && mayHappen('book', state) ? reservationTransitions.book.to : state;
}

/** The balance of what is reserved in a trip now in the instalments of its plan; null: it is paid at once. */
export function agreeInstalments(
  trip: Parameters<typeof planOf>[0] & { departs_at: Date },
  { total_cents: totalCents, deposit_cents: depositCents }: Record<'total_cents' | 'deposit_cents', number>,
  { now: reservedAt, timeZone }: { now: Date; timeZone: string },
): AgreedInstalment[] | null {
  const terms = { totalCents, depositCents, reservedAt, departsAt: trip.departs_at, timeZone };
  const planned = planInstalments(planOf(trip), terms).map((one) => {
    const lastMinute = Temporal.PlainDate.from(one.dueOn).toZonedDateTime({ timeZone, plainTime: '23:59' });
    return { ...one, dueAt: lastMinute.toInstant().toString() };
  });
  return planned.length > 0 ? planned : null;
}

/**
 * When a booked reservation is to pay how much: its next instalment with what is overdue, or all by the balance's day.
 */
export function nextDueOf(
  row: ReservedMoments &
    Pick<ReservationRow, 'instalments' | 'state' | 'total_cents' | 'deposit_cents' | 'received_cents'>,
  trip: { departs_at: Date; balance_due_hours: number },
  now: Date,
): { what: 'instalment' | 'balance'; amountCents: number; until: Date } {
  const { state, total_cents: totalCents, deposit_cents: depositCents, received_cents: receivedCents } = row;
  const next = nextInstalment(row.instalments ?? [], { totalCents, depositCents, receivedCents }, now);
  if (next) return { what: 'instalment', amountCents: next.amountCents, until: next.dueAt };
  const { departs_at: departsAt, balance_due_hours: balanceDueHours } = trip;
  const until = balanceDueAt({ departsAt, balanceDueHours, reservedAt: reservedAt(row) });
  return { what: 'balance', amountCents: dueCentsOf({ state, totalCents, receivedCents }), until };
}

/** When a reservation came to its departure: made, accepted or moved there. */
export function reservedAt({ created_at, answered_at, moved_at }: ReservedMoments): Date {
  return moved_at ?? answered_at ?? created_at;
}
type ReservedMoments = Record<'answered_at' | 'moved_at', Date | null> & { created_at: Date };

/** The deposit of what is reserved in a trip now, in percent of its total. */
export function depositPercentNow(
  trip: { deposit_percent: number; departs_at: Date; balance_due_hours: number | null },
  rules: { balance_due_hours: number; time_zone: string; now: Date },
): number {
  const departure = { departsAt: trip.departs_at, timeZone: rules.time_zone };
  return depositPercentOf(trip, hoursByDay(trip.balance_due_hours ?? rules.balance_due_hours, departure), rules.now);
}

/** The deposit of what is reserved in a trip at a moment, in percent of its total. `balanceDueHours`: by day. */
export function depositPercentOf(
  { deposit_percent, departs_at }: { deposit_percent: number; departs_at: Date },
  balanceDueHours: number,
  at: Date,
): number {
  return depositPercentAt({ depositPercent: deposit_percent, departsAt: departs_at, balanceDueHours }, at);
}
