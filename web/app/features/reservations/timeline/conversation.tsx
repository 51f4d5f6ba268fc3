import { TIMELINE_LIMIT, type TimelineItem } from '@passeio/contract/reservations/timeline';
import { formatNumericDate, formatTime } from '~/lib/formats';
import styles from './conversation.module.css';

interface ConversationProps {
  items: readonly TimelineItem[];
  /** Whose items stand on the right. */
  own: 'payer' | 'operator';
  timeZone: string;
  /** Whether older items were left out. */
  hasEarlier: boolean;
  /** Items that a phone hides, from the oldest on. */
  hidden?: number;
}

/**
 * What happened, the oldest first: own items on the right, the others' on the left, the system's and bank's between.
 */
export function Conversation({ items, own, timeZone, hasEarlier, hidden = 0 }: ConversationProps) {
  return (
    <>
      {hasEarlier && (
        <p className={styles.earlier} data-hidden={hidden > 0 || undefined}>
          Só os últimos {TIMELINE_LIMIT} acontecimentos aparecem aqui.
        </p>
      )}
      <ol className={styles.items}>
        {items.map((item, index) => (
          <li key={item.id} data-side={sideOf(item, own)} data-hidden={index < hidden || undefined}>
            <Item item={item} timeZone={timeZone} />
          </li>
        ))}
      </ol>
    </>
  );
}

function sideOf({ who }: TimelineItem, own: ConversationProps['own']): 'own' | 'other' | 'middle' {
  if (who === own) return 'own';
  return who === 'payer' || who === 'operator' ? 'other' : 'middle';
}

function Item({ item: { name, at, sentence, details }, timeZone }: { item: TimelineItem; timeZone: string }) {
  return (
    <>
      <p className={styles.who}>
        <strong>{name}</strong>{' '}
        <time dateTime={at}>
          {formatNumericDate(at, timeZone)}, {formatTime(at, timeZone)}
        </time>
      </p>
      <p className={styles.sentence}>{sentence}</p>
      {details.length > 0 && (
        <ul className={styles.details}>
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
