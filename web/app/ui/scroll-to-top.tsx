import { useEffect, useRef, useState } from 'react';
import { Icon } from './icon';
import styles from './scroll-to-top.module.css';

/** How far down, in pixels, the way back up is worth a button. */
const APPEARS_BEYOND_PX = 100;

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
        <button type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
          <Icon name="up" size={22} />
        </button>
      )}
    </>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}
