import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import styles from './scroll-to-top.module.css';

/** The button appears after scrolling this far. */
const APPEARS_BEYOND_PX = 100;

/** Fallback if the button cannot be loaded. */
const Nothing: ComponentType = () => null;
const ScrollButton = lazy<ComponentType>(() => import('./scroll-button').catch(() => ({ default: Nothing })));

export function ScrollToTop() {
  const beginning = useRef<HTMLSpanElement>(null);
  const [isFar, setFar] = useState(false);

  // An observer, because reading scrollY would force a layout during hydration.
  useEffect(() => {
    if (!beginning.current) return;
    // On a busy page entries gather: the last one counts.
    const observer = new IntersectionObserver((entries) => setFar(entries.at(-1)?.isIntersecting === false));
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
