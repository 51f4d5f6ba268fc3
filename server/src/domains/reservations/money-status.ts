import type { ReservationEvent, ReservationStatus } from '@passeio/contract/reservation-states';

// The status that payments imply, and the events that lead to it.
const stages: readonly ReservationStatus[] = ['held', 'confirmed', 'paid'];
const forward: readonly ReservationEvent[] = ['confirmDeposit', 'clearBalance'];
const back: readonly ReservationEvent[] = ['reopenDeposit', 'reopenBalance'];

/** The status by amount received: held without the deposit, paid without a balance. */
export function statusByMoney(
  receivedCents: number,
  price: { deposit_cents: number; price_cents: number },
): ReservationStatus {
  if (receivedCents >= price.price_cents) return 'paid';
  return receivedCents >= price.deposit_cents ? 'confirmed' : 'held';
}

/** The events, step by step, from the current status to that of its payments; none once it is over. */
export function eventsTowards(from: ReservationStatus, to: ReservationStatus): readonly ReservationEvent[] {
  const start = stages.indexOf(from);
  const end = stages.indexOf(to);
  if (start < 0 || end < 0) return [];
  return end > start ? forward.slice(start, end) : back.slice(end, start).reverse();
}

/** The deposit (sinal) of a price, in centavos. */
export function depositOf(trip: { price_cents: number; deposit_percent: number }): number {
  return Math.round((trip.price_cents * trip.deposit_percent) / 100);
}
