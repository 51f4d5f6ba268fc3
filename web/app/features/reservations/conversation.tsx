import { TIMELINE_LIMIT, type TimelineItem } from '@passeio/contract/reservations/timeline';
import { useFormats } from '~/lib/formats';
import styles from './conversation.module.css';

interface ConversationProps {
  items: readonly TimelineItem[];
  /** Whose items stand on the right. */
  own: 'payer' | 'operator';
  /** Whether older items were left out. */
  hasEarlier: boolean;
  /** Items that a phone hides, from the oldest on. */
  hidden?: number;
}

/**
 * What happened, the oldest first: own items on the right, the others' on the left, the system's and bank's between.
 */
export function Conversation({ items, own, hasEarlier, hidden = 0 }: ConversationProps) {
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
            <Item item={item} />
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

function Item({ item: { name, at, sentence, details } }: { item: TimelineItem }) {
  const { formatDateAndTime } = useFormats();
  return (
    <>
      <p className={styles.who}>
        <strong>{name}</strong> <time dateTime={at}>{formatDateAndTime(at)}</time>
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
