import type { Trip, TripImage } from '@passeio/contract/trips';

/** The picture that stands for a trip. */
export function cardImage({ tripImages }: Pick<Trip, 'tripImages'>): TripImage | null {
  return tripImages.find(({ isCardImg }) => isCardImg) ?? tripImages[0] ?? null;
}
