import { sumOf, useToDo } from '~/features/payments/to-do';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './waiting-badge.module.css';

/** How many payments wait for staff; nothing when none does. */
export function WaitingBadge() {
  const waiting = sumOf(useToDo());
  if (waiting === 0) return null;
  return (
    <>
      <span className={styles.badge} data-waiting aria-hidden>
        {waiting > 99 ? '99+' : waiting}
      </span>
      <span className={hidden.hidden}>{waiting} esperando</span>
    </>
  );
}
