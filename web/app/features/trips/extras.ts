import { type ChosenExtra, quoteReservation, type ReservationQuote } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Trip } from '@passeio/contract/trips/trips';
import { type PartyChoice, readChoice, type TripOffer } from './party';
import type { TripTerms } from './terms';

const HOUR_MS = 3_600_000;

/** The extras that clients can still choose, those sold out included; `now` in epoch milliseconds. */
export function extrasOnSale({ extras, date }: Pick<Trip, 'extras' | 'date'>, now: number): TripExtra[] {
  return extras.filter(({ soldUntilHours }) => now < Date.parse(date) - soldUntilHours * HOUR_MS);
}

export function isSoldOut(extra: TripExtra): boolean {
  return mostOf(extra, Number.MAX_SAFE_INTEGER) === 0;
}

/** How many of an extra so many people can take at most. */
export function mostOf(extra: TripExtra, people: number): number {
  const takers = extra.per === 'participant' ? people : 1;
  return lowerCount(extra, people, Math.min(takers * extra.maxQuantity, extra.stockLeft ?? Number.MAX_SAFE_INTEGER));
}

/** The count nearest to `wanted` in which an extra is sold to so many people, in the direction from `before`. */
export function nearestCount(extra: TripExtra, people: number, wanted: number, before: number): number {
  const most = mostOf(extra, people);
  if (wanted >= most) return most;
  const lower = lowerCount(extra, people, wanted);
  if (wanted <= before || lower === wanted) return lower;
  return [...range(wanted, most)].find((count) => isSoldIn(extra, people, count)) ?? most;
}

function lowerCount(extra: TripExtra, people: number, count: number): number {
  const takers = extra.per === 'participant' ? people : 1;
  for (let left = Math.min(count, takers * extra.maxQuantity); left > 0; left -= 1) {
    if (isSoldIn(extra, people, left)) return left;
  }
  return 0;
}

// Whether so many can be dealt to people of whom each takes from the minimum to the maximum.
function isSoldIn({ per, minQuantity, maxQuantity }: TripExtra, people: number, count: number): boolean {
  const takers = Math.ceil(count / maxQuantity);
  return takers <= (per === 'participant' ? people : 1) && takers * minQuantity <= count;
}

function* range(from: number, to: number) {
  for (let count = from; count <= to; count += 1) yield count;
}

export function countOfExtra(chosen: readonly ChosenExtra[], extraId: string): number {
  return chosen.reduce((sum, one) => (one.extraId === extraId ? sum + one.count : sum), 0);
}

/** What can be had of the chosen extras: so many as are sold to these people, none that is not offered. */
export function fittingExtras(
  extras: readonly TripExtra[],
  chosen: readonly ChosenExtra[],
  people: number,
): ChosenExtra[] {
  return extras.flatMap((extra) => {
    const wanted = countOfExtra(chosen, extra.id);
    const count = nearestCount(extra, people, wanted, wanted);
    return count > 0 ? [{ extraId: extra.id, count }] : [];
  });
}

/** As {@link readChoice}, with the chosen extras and automatic discounts in the price. */
export function readChoiceWithExtras(
  trip: TripOffer & TripTerms,
  choice: Enrolment,
): PartyChoice & { quote: ReservationQuote } {
  const read = readChoice(trip, choice);
  return { ...read, quote: quoteReservation(trip, read.party, choice?.extras ?? []) };
}

/** The extras of a quote, as "2 × Almoço, 1 × Aluguel de snorkel"; empty without any. */
export function extrasText({ shares }: ReservationQuote): string {
  const counts = new Map<string, number>();
  for (const { extra, quantity } of shares) counts.set(extra.label, (counts.get(extra.label) ?? 0) + quantity);
  return Array.from(counts, ([label, count]) => `${count} × ${label}`).join(', ');
}
