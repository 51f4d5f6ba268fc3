import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import styles from './scroll-to-top.module.css';

/** How far down, in pixels, the way back up is worth a button. */
const APPEARS_BEYOND_PX = 100;

/** In the place of a button that cannot be loaded. */
const Nothing: ComponentType = () => null;
const ScrollButton = lazy<ComponentType>(() => import('./scroll-button').catch(() => ({ default: Nothing })));

export function ScrollToTop() {
  const beginning = useRef<HTMLSpanElement>(null);
  const [isFar, setFar] = useState(false);

  // Asking where the page stands would make the browser lay it out at once, while it comes to life.
  useEffect(() => {
    if (!beginning.current) return;
    const observer = new IntersectionObserver(([entry]) => setFar(entry?.isIntersecting === false));
    observer.observe(beginning.current);
    return () => observer.disconnect();
  }, []);

  return (
    <>
      <span ref={beginning} className={styles.beginning} style={{ height: APPEARS_BEYOND_PX }} aria-hidden="true" />
      {isFar && (
        <Suspense>
          <ScrollButton />
        </Suspense>
      )}
    </>
  );
}
