import styles from './status-badge.module.css';

/** `good`: all is well; `waiting`: something is still to be done; `bad`: it will not happen; `news`: go ahead; `quiet`: the rest. */
export type StatusTone = 'good' | 'waiting' | 'bad' | 'news' | 'quiet';

/** Where a thing stands, in a word or two. The colour only repeats what the words say. */
export function StatusBadge({ tone, children }: { tone: StatusTone; children: string }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}
