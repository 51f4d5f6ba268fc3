import type { Trip, TripImage } from '@passeio/contract/trips/trips';

/** A trip's card image, else its first picture. */
export function cardImage({ tripImages }: Pick<Trip, 'tripImages'>): TripImage | null {
  return tripImages.find(({ isCardImg }) => isCardImg) ?? tripImages[0] ?? null;
}
