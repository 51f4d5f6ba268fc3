import { API_BASE } from '@passeio/contract/public-paths';
import type { ImageFormat, Trip, TripImage } from '@passeio/contract/trips/trips';
import { NoPicture, Picture, type PictureSources } from '~/ui/media/picture';

interface TripPictureProps {
  image: TripImage | null;
  sizes: string;
  priority?: boolean;
  decorative?: boolean;
}

/** A trip's picture in all renditions; fills its container. */
export function TripPicture({ image, ...props }: TripPictureProps) {
  return image ? <Picture picture={sourcesOf(image)} {...props} /> : <NoPicture />;
}

/** A trip's card image, else its first picture. */
export function cardImage({ tripImages }: Pick<Trip, 'tripImages'>): TripImage | null {
  return tripImages.find(({ isCardImg }) => isCardImg) ?? tripImages[0] ?? null;
}

/** Path of a picture's JPEG rendition for Open Graph. */
export function sharedImagePath(image: TripImage): string {
  return `${API_BASE}${image.url}`;
}

/** AVIF srcset of a picture, for a preload. */
export function avifSrcSet(image: TripImage): string {
  return srcSetOf(image, 'avif');
}

function sourcesOf(image: TripImage): PictureSources {
  return {
    sources: [
      { type: 'image/avif', srcSet: srcSetOf(image, 'avif') },
      { type: 'image/webp', srcSet: srcSetOf(image, 'webp') },
    ],
    // A picture that is not uploaded yet has a blob: URL.
    src: image.url.startsWith('blob:') ? image.url : `${API_BASE}${image.url}`,
    srcSet: srcSetOf(image, 'jpg'),
    alt: image.alt,
    width: image.width,
    height: image.height,
    color: image.color,
  };
}

// Rendition paths are derived from `url`: importing the contract's tripImagePath would add 23 KB of schemas to the
// portal.
function srcSetOf({ url, widths }: TripImage, format: ImageFormat): string {
  const folder = url.slice(0, url.lastIndexOf('/'));
  return widths.map((width) => `${API_BASE}${folder}/${width}.${format} ${width}w`).join(', ');
}
