import { type Trip, tripSituationLabels } from '@passeio/contract/trips';
import { formatMoney, formatPlacesLeft } from '~/lib/formats';
import { cardImage } from './card';
import { datesInShort, durationInWords } from './duration';
import type { TripCardData } from './trip-card';

/**
 * What a card shows of a trip, in words already: the rest stays on the server, and a phone does not spend the time that
 * dates and amounts of money take.
 */
export function presentTripCard(trip: Trip, timeZone: string): TripCardData {
  const { id, slug, title, summary, situation } = trip;
  return {
    id,
    slug,
    title,
    summary,
    situation,
    situationLabel: tripSituationLabels[situation],
    dates: datesInShort(trip, timeZone),
    duration: durationInWords(trip, timeZone),
    price: formatMoney(trip.priceCents),
    places: formatPlacesLeft(trip.placesLeft),
    image: cardImage(trip),
  };
}
