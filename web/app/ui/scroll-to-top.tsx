import { useEffect, useState } from 'react';
import { Icon } from './icon';
import styles from './scroll-to-top.module.css';

/** How far down, in pixels, the way back up is worth a button. */
const APPEARS_BEYOND_PX = 100;

export function ScrollToTop() {
  const [isFar, setFar] = useState(false);

  useEffect(() => {
    const look = () => setFar(window.scrollY > APPEARS_BEYOND_PX);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);

  if (!isFar) return null;
  return (
    <button type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
      <Icon name="up" size={22} />
    </button>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}
