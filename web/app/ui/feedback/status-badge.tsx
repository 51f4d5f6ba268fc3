import styles from './status-badge.module.css';

/** Success, pending, failure, highlight, neutral. */
export type StatusColor = 'good' | 'waiting' | 'bad' | 'news' | 'quiet';

/** Status label; the colour only repeats the text. */
export function StatusBadge({ color, children }: { color: StatusColor; children: string }) {
  return (
    <span className={styles.badge} data-color={color}>
      {children}
    </span>
  );
}
