import type { MoveQuote, ReservationMove } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';

/** Fares chosen by hand, by participant. */
export type ChosenFares = Record<string, string>;

export interface MovedPerson {
  participantId: string;
  name: string;
  fareLabel: string;
  /** Fare at the other departure; undefined until somebody chooses one. */
  fare: Trip['fares'][number] | undefined;
}

/** The people of a quote with their fares at the other departure, those chosen by hand before those proposed. */
export function movedPeople(quote: MoveQuote, { fares }: Pick<Trip, 'fares'>, chosen: ChosenFares): MovedPerson[] {
  return quote.participants.map(({ participantId, name, fareLabel, newFare }) => ({
    participantId,
    name,
    fareLabel,
    fare: fares.find(({ id }) => id === chosen[participantId]) ?? newFare ?? undefined,
  }));
}

/** The total at the other departure, in centavos, and the places that are needed there. */
export function moveTotals(quote: MoveQuote, people: readonly MovedPerson[]) {
  const proposed = quote.participants.reduce((sum, { newFare }) => sum + (newFare?.priceCents ?? 0), 0);
  const wanted = people.reduce((sum, { fare }) => sum + (fare?.priceCents ?? 0), 0);
  return {
    newTotalCents: quote.newTotalCents - proposed + wanted,
    places: people.filter(({ fare }) => fare?.takesPlace).length,
  };
}

/** The move for the API; undefined while somebody has no fare. */
export function readMove(tripId: string, people: readonly MovedPerson[]): ReservationMove | undefined {
  const fares = people.flatMap(({ participantId, fare }) => (fare ? [{ participantId, fareId: fare.id }] : []));
  return fares.length === people.length ? { tripId, fares } : undefined;
}
