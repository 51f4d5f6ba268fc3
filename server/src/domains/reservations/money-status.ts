import type { ReservationEvent, ReservationStatus } from '@passeio/contract/reservation-states';

// What money makes of a reservation, and what happens between one and the next.
const stages: readonly ReservationStatus[] = ['held', 'confirmed', 'paid'];
const forward: readonly ReservationEvent[] = ['confirmDeposit', 'clearBalance'];
const back: readonly ReservationEvent[] = ['reopenDeposit', 'reopenBalance'];

/** Where a reservation stands by its money: held until the deposit is there, paid when nothing is missing. */
export function statusByMoney(
  receivedCents: number,
  price: { deposit_cents: number; price_cents: number },
): ReservationStatus {
  if (receivedCents >= price.price_cents) return 'paid';
  return receivedCents >= price.deposit_cents ? 'confirmed' : 'held';
}

/** What happens to a reservation, step by step, on its way to where its money stands; nothing once it is over. */
export function eventsTowards(from: ReservationStatus, to: ReservationStatus): readonly ReservationEvent[] {
  const start = stages.indexOf(from);
  const end = stages.indexOf(to);
  if (start < 0 || end < 0) return [];
  return end > start ? forward.slice(start, end) : back.slice(end, start).reverse();
}

/** The deposit (sinal) on a trip's price, in centavos. */
export function depositOf(trip: { price_cents: number; deposit_percent: number }): number {
  return Math.round((trip.price_cents * trip.deposit_percent) / 100);
}
