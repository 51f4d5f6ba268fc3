import styles from './status-badge.module.css';

/** `good`: all is well; `waiting`: something is still to be done; `bad`: it will not happen; `news`: go ahead; `quiet`: the rest. */
export type StatusColor = 'good' | 'waiting' | 'bad' | 'news' | 'quiet';

/** Where a thing stands, in a word or two. The colour only repeats what the words say. */
export function StatusBadge({ color, children }: { color: StatusColor; children: string }) {
  return (
    <span className={styles.badge} data-color={color}>
      {children}
    </span>
  );
}
