import styles from './picture.module.css';

/** Renditions of a picture; `sources` best format first, `src` as fallback. */
export interface PictureSources {
  sources: { type: string; srcSet: string }[];
  src: string;
  srcSet: string;
  alt: string;
  width: number;
  height: number;
  /** Placeholder while loading. */
  color: string;
}

interface PictureProps {
  picture: PictureSources;
  /** HTML `sizes`. */
  sizes: string;
  /** Above the fold: loaded eagerly with high priority. */
  priority?: boolean;
  /** Decorative: empty alt. */
  decorative?: boolean;
}

/** Fills and is cropped to its container. */
export function Picture({ picture, sizes, priority = false, decorative = false }: PictureProps) {
  return (
    <picture className={styles.picture}>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        // Must precede `src`, or Safari loads offscreen pictures.
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        sizes={sizes}
        srcSet={picture.srcSet}
        src={picture.src}
        alt={decorative ? '' : picture.alt}
        width={picture.width}
        height={picture.height}
        style={{ backgroundColor: picture.color }}
      />
    </picture>
  );
}

/** Placeholder without a picture. */
export function NoPicture() {
  return <span className={styles.none} aria-hidden="true" />;
}
