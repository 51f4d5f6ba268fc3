import type { TripImage } from '@passeio/contract/trips/trips';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '~/ui/media/icon';
import styles from './gallery.module.css';
import { TripPicture } from './trip-picture';

interface GalleryProps {
  images: TripImage[];
  title: string;
  sizes: string;
  priority?: boolean;
}

/** Carousel: swipe, arrow keys or buttons. */
export function Gallery({ images, title, sizes, priority }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null);
  const current = useCurrent(strip, images.length);
  const show = (index: number) => {
    const list = strip.current;
    list?.scrollTo({ left: index * list.clientWidth, behavior: 'smooth' });
  };

  if (images.length <= 1) {
    return (
      <div className={styles.single}>
        <TripPicture image={images[0] ?? null} sizes={sizes} priority={priority} />
      </div>
    );
  }
  return (
    <section className={styles.gallery} aria-label={`Fotos de ${title}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul ref={strip} className={styles.strip} tabIndex={0} aria-label="Fotos">
        {images.map((image, index) => (
          <li key={image.id} className={styles.slide}>
            <TripPicture image={image} sizes={sizes} priority={priority && index === 0} />
          </li>
        ))}
      </ul>
      <div className={styles.controls}>
        <button type="button" onClick={() => show(current - 1)} disabled={current === 0} aria-label="Foto anterior">
          <Icon name="left" />
        </button>
        <p className={styles.count} role="status">
          {current + 1} de {images.length}
        </p>
        <button
          type="button"
          onClick={() => show(current + 1)}
          disabled={current === images.length - 1}
          aria-label="Próxima foto"
        >
          <Icon name="right" />
        </button>
      </div>
    </section>
  );
}

/** Index of the visible picture. */
function useCurrent(strip: { current: HTMLElement | null }, count: number): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const look = () => setCurrent(Math.min(count - 1, Math.round(list.scrollLeft / Math.max(1, list.clientWidth))));
    list.addEventListener('scroll', look, { passive: true });
    return () => list.removeEventListener('scroll', look);
  }, [strip, count]);
  return current;
}
