import styles from './picture.module.css';

/** One picture in several sizes and formats; `sources` best format first, `src` for browsers that know none. */
export interface PictureSources {
  sources: { type: string; srcSet: string }[];
  src: string;
  srcSet: string;
  alt: string;
  width: number;
  height: number;
  /** Shown while the picture is on its way. */
  color: string;
}

interface PictureProps {
  picture: PictureSources;
  /** How wide the picture is drawn, as in `sizes` of HTML. */
  sizes: string;
  /** In sight when the page opens: fetched at once and first. */
  priority?: boolean;
  /** Says nothing that the words beside it do not say. */
  decorative?: boolean;
}

/** Fills the box it stands in, which decides the shape; cropped where the shapes differ. */
export function Picture({ picture, sizes, priority = false, decorative = false }: PictureProps) {
  return (
    <picture className={styles.picture}>
      {picture.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={styles.image}
        // Before src, so that Safari does not fetch a picture that is far below.
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

/** Where there is no picture. */
export function NoPicture() {
  return <span className={styles.none} aria-hidden="true" />;
}
