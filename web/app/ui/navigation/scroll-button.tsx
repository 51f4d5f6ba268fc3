import { Icon } from '../media/icon';
import { keepClear } from './keep-clear';
import styles from './scroll-to-top.module.css';

/** Loaded once somebody scrolls. */
export default function ScrollButton() {
  return (
    <button ref={keepClear} type="button" className={styles.button} onClick={goUp} aria-label="Voltar ao topo">
      <Icon name="up" size={22} />
    </button>
  );
}

function goUp(): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
}
