import { API_BASE } from '@passeio/contract/public-paths';
import type { ImageFormat, Trip, TripImage } from '@passeio/contract/trips/trips';
import styles from './trip-picture.module.css';

interface TripPictureProps {
  image: TripImage | null;
  /** HTML `sizes`. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  priority?: boolean;
  /** Decorative: empty alt. */
  decorative?: boolean;
}

/** A trip's picture in all renditions; fills and is cropped to its container. */
export function TripPicture({ image, sizes, priority = false, decorative = false }: TripPictureProps) {
  if (!image) return <NoPicture />;
  return (
    <picture className={styles.picture}>
      <source type="image/avif" srcSet={srcSetOf(image, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSetOf(image, 'webp')} sizes={sizes} />
      <img
        className={styles.image}
        // Must precede `src`, or Safari loads offscreen pictures.
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        sizes={sizes}
        srcSet={srcSetOf(image, 'jpg')}
        // A picture that is not uploaded yet has a blob: URL.
        src={image.url.startsWith('blob:') ? image.url : `${API_BASE}${image.url}`}
        alt={decorative ? '' : image.alt}
        width={image.width}
        height={image.height}
        // Placeholder while loading.
        style={{ backgroundColor: image.color }}
      />
    </picture>
  );
}

/** Placeholder without a picture. */
export function NoPicture() {
  return <span className={styles.none} aria-hidden="true" />;
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

// Rendition paths are derived from `url`: importing the contract's tripImagePath would add 23 KB of schemas to the
// portal.
function srcSetOf({ url, widths }: TripImage, format: ImageFormat): string {
  const folder = url.slice(0, url.lastIndexOf('/'));
  return widths.map((width) => `${API_BASE}${folder}/${width}.${format} ${width}w`).join(', ');
}
