import styles from './status-badge.module.css';

/** Success, pending, failure, highlight, neutral. */
export type StatusColor = 'good' | 'waiting' | 'bad' | 'news' | 'quiet';

/** Where a label takes two lines, the first one ends with its dash. */
function keepDashOnFirstLine(label: string): string {
  return label
    .split(' – ')
    .map((phrase, index) => (index === 0 ? phrase : phrase.replaceAll(' ', '\u00a0')))
    .join('\u00a0– ');
}

/** Status label; the colour only repeats the text. */
export function StatusBadge({ color, children }: { color: StatusColor; children: string }) {
  return (
    <span className={styles.badge} data-color={color}>
      {keepDashOnFirstLine(children)}
    </span>
  );
}
