import { type ChosenExtra, quoteReservation, type ReservationQuote } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { type ChosenRoom, roomsText } from '@passeio/contract/room-rules';
import { type ExtraTaker, fullCount, leastOf, mayTake, takersIn } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Trip } from '@passeio/contract/trips/trips';
import { type PartyChoice, readChoice, type TripOffer } from './party';
import { readRooms } from './rooms';
import type { TripTerms } from './terms';

const HOUR_MS = 3_600_000;

/** The extras that clients can still choose, those sold out included; `now` in epoch milliseconds. */
export function extrasOnSale({ extras, date }: Pick<Trip, 'extras' | 'date'>, now: number): TripExtra[] {
  return extras.filter(
    ({ choice, soldUntilHours }) => choice === 'required' || now < Date.parse(date) - soldUntilHours * HOUR_MS,
  );
}

export function isSoldOut(extra: TripExtra): boolean {
  return extra.stockLeft !== null && extra.stockLeft < leastOf(extra);
}

/** How many people can take an extra; 1 for one of a reservation. */
export function takersOf(extra: TripExtra, people: readonly ExtraTaker[]): number {
  return extra.per === 'participant' ? people.filter((one) => mayTake(extra, one)).length : 1;
}

/** How many of an extra these people can take at most. */
export function mostOf(extra: TripExtra, people: readonly ExtraTaker[]): number {
  return lowerCount(extra, people, extra.stockLeft ?? Number.MAX_SAFE_INTEGER);
}

/** How many of an extra these people begin with: all of a required or preselected one, as far as there are so many. */
export function firstCount(extra: TripExtra, people: readonly ExtraTaker[]): number {
  if (extra.choice === 'optional') return 0;
  return lowerCount(extra, people, Math.min(fullCount(extra, people), extra.stockLeft ?? Number.MAX_SAFE_INTEGER));
}

/**
 * The count nearest to `wanted` in which an extra is sold to these people, in the direction from `before`; of a
 * required one all that they need.
 */
export function nearestCount(extra: TripExtra, people: readonly ExtraTaker[], wanted: number, before: number): number {
  const most = mostOf(extra, people);
  const least = extra.choice === 'required' ? firstCount(extra, people) : 0;
  if (wanted >= most) return most;
  const lower = Math.max(lowerCount(extra, people, wanted), least);
  if (wanted <= before || lower >= wanted) return lower;
  return [...range(wanted, most)].find((count) => isSoldIn(extra, people, count)) ?? most;
}

function lowerCount(extra: TripExtra, people: readonly ExtraTaker[], count: number): number {
  for (let left = Math.min(count, takersOf(extra, people) * extra.maxQuantity); left > 0; left -= 1) {
    if (isSoldIn(extra, people, left)) return left;
  }
  return 0;
}

// Whether so many can be dealt to people of whom each takes from the minimum to the maximum.
function isSoldIn(extra: TripExtra, people: readonly ExtraTaker[], count: number): boolean {
  const takers = Math.ceil(count / extra.maxQuantity);
  return takers <= takersOf(extra, people) && takers * extra.minQuantity <= count;
}

function* range(from: number, to: number) {
  for (let count = from; count <= to; count += 1) yield count;
}

export function countOfExtra(chosen: readonly ChosenExtra[], extraId: string): number {
  return chosen.reduce((sum, one) => (one.extraId === extraId ? sum + one.count : sum), 0);
}

/**
 * What can be had of the chosen extras: so many as are sold to these people, none that is not offered. Before anything
 * was chosen, what a choice begins with.
 */
export function fittingExtras(
  extras: readonly TripExtra[],
  chosen: readonly ChosenExtra[] | undefined,
  people: readonly ExtraTaker[],
): ChosenExtra[] {
  return extras.flatMap((extra) => {
    const wanted = chosen ? countOfExtra(chosen, extra.id) : firstCount(extra, people);
    const count = nearestCount(extra, people, wanted, wanted);
    return count > 0 ? [{ extraId: extra.id, count }] : [];
  });
}

/** A choice for which nobody was asked for extras: with those that it begins with. */
export function withFirstExtras(trip: TripOffer, choice: Enrolment): Enrolment {
  if (choice?.extras) return choice;
  const { offered, party } = readChoice(trip, choice);
  const extras = fittingExtras(extrasOnSale(trip, Date.now()), undefined, takersIn(offered, party));
  return extras.length > 0 ? { ...choice, extras } : choice;
}

/** As {@link readChoice}, with the chosen rooms, extras and automatic discounts in the price. */
export function readChoiceWithExtras(
  trip: TripOffer & TripTerms,
  choice: Enrolment,
): PartyChoice & { quote: ReservationQuote; roomsLabel: string; rooms: ChosenRoom[] | undefined } {
  const read = readChoice(trip, choice);
  const ofRooms = readRooms(trip, read.party, choice?.rooms);
  const offered = { ...trip, roomOffer: ofRooms?.roomOffer };
  return {
    ...read,
    blockedReason: read.blockedReason ?? ofRooms?.roomsReason,
    soldOutReason: read.soldOutReason ?? ofRooms?.roomsSoldOut,
    rooms: ofRooms?.rooms,
    roomsLabel: ofRooms ? roomsText(trip.roomTypes, ofRooms.rooms) : '',
    quote: quoteReservation(offered, read.party, choice?.extras ?? [], { rooms: ofRooms?.rooms }),
  };
}

/** The extras of a quote, as "2 × Almoço, 1 × Aluguel de snorkel"; empty without any. */
export function extrasText({ shares }: Pick<ReservationQuote, 'shares'>): string {
  const counts = new Map<string, number>();
  for (const { extra, quantity } of shares) counts.set(extra.label, (counts.get(extra.label) ?? 0) + quantity);
  return Array.from(counts, ([label, count]) => `${count} × ${label}`).join(', ');
}
