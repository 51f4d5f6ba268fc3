import { API_BASE } from '@passeio/contract/public-paths';
import type { ImageFormat, TripImage } from '@passeio/contract/trips';
import { NoPicture, Picture, type PictureSources } from '~/ui/media/picture';

interface TripPictureProps {
  image: TripImage | null;
  sizes: string;
  priority?: boolean;
  decorative?: boolean;
}

/** A picture of a trip in all its sizes; fills the box it stands in. */
export function TripPicture({ image, ...props }: TripPictureProps) {
  return image ? <Picture picture={sourcesOf(image)} {...props} /> : <NoPicture />;
}

/** Path of the rendition of a picture for those who share a page: a JPEG, which everybody can read. */
export function sharedImagePath(image: TripImage): string {
  return `${API_BASE}${image.url}`;
}

/** The AVIF renditions of a picture, for a page that wants it before its own markup is read. */
export function avifSrcSet(image: TripImage): string {
  return srcSetOf(image, 'avif');
}

function sourcesOf(image: TripImage): PictureSources {
  return {
    sources: [
      { type: 'image/avif', srcSet: srcSetOf(image, 'avif') },
      { type: 'image/webp', srcSet: srcSetOf(image, 'webp') },
    ],
    // One that was only chosen on this device is shown from there.
    src: image.url.startsWith('blob:') ? image.url : `${API_BASE}${image.url}`,
    srcSet: srcSetOf(image, 'jpg'),
    alt: image.alt,
    width: image.width,
    height: image.height,
    color: image.color,
  };
}

// The renditions stand beside the one that `url` names (the contract's tripImagePath). Asking the contract for them
// would bring its schemas, 23 KB, to every visitor.
function srcSetOf({ url, widths }: TripImage, format: ImageFormat): string {
  const folder = url.slice(0, url.lastIndexOf('/'));
  return widths.map((width) => `${API_BASE}${folder}/${width}.${format} ${width}w`).join(', ');
}
