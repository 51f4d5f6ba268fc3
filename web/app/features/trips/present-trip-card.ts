import { type Trip, tripSituationLabels } from '@passeio/contract/trips/trips';
import { type Formats, formatPlacesLeft, formatPrices } from '~/lib/formats';
import type { TripCardData } from './trip-card';
import { cardImage } from './trip-picture';

/** What a card shows of a trip, formatted on the server: sends less data and saves phones Intl's start-up time. */
export function presentTripCard(trip: Trip, formats: Formats): TripCardData {
  const { id, slug, title, summary, situation, onRequest } = trip;
  return {
    id,
    slug,
    title,
    summary,
    situation,
    onRequest,
    situationLabel: tripSituationLabels[situation],
    dates: formats.formatTripDates(trip),
    duration: formats.formatDuration(trip),
    ...formatPrices(trip),
    places: formatPlacesLeft(trip.placesLeft),
    image: cardImage(trip),
  };
}
