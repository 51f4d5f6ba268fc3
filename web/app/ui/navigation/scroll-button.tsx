import { Icon } from '../media/icon';
import { avoidControls } from './avoid-controls';
import styles from './scroll-to-top.module.css';

/** Loaded once somebody scrolls. */
export default function ScrollButton() {
  return (
    <button ref={avoidControls} type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
      <Icon name="up" size={22} />
    </button>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}
