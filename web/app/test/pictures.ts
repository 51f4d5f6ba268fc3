import type { TripImage } from '@passeio/contract/trips/trips';

/** A file that is a picture. */
export async function newPicture(name: string): Promise<File> {
  const canvas = new OffscreenCanvas(40, 30);
  // Without a context there is nothing to convert.
  canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
}

/** A trip's picture as the server stores it, which is not there. */
export function newTripImage(more: Partial<TripImage> = {}): TripImage {
  const id = crypto.randomUUID();
  return {
    id,
    isCardImg: false,
    url: `trips/image/${id}`,
    alt: '',
    color: '#1b6a8a',
    width: 4,
    height: 3,
    widths: [4],
    ...more,
  };
}
