import { type Trip, tripSituationLabels } from '@passeio/contract/trips';
import { cardImage } from './card';
import type { TripCardData } from './trip-card';

/** What a card shows of a trip: the rest stays on the server. */
export function toCard(trip: Trip): TripCardData {
  const { id, slug, title, summary, date, returnDate, situation, priceCents, placesLeft } = trip;
  const situationLabel = tripSituationLabels[situation];
  const image = cardImage(trip);
  return { id, slug, title, summary, date, returnDate, situation, situationLabel, priceCents, placesLeft, image };
}
