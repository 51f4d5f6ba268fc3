import { Group, Text } from '@mantine/core';
import { TIMELINE_LIMIT, type TimelineItem } from '@passeio/contract/reservations/timeline';
import { useFormats } from '~/lib/formats';
import styles from './conversation.module.css';

interface ConversationProps {
  items: readonly TimelineItem[];
  /** The side whose items stand on the right. */
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
        <Text variant="hint" mb="sm" className={styles.earlier} data-hidden={hidden > 0 || undefined}>
          Só os últimos {TIMELINE_LIMIT} acontecimentos aparecem aqui.
        </Text>
      )}
      <ol className={styles.items}>
        {items.map((item, index) => (
          <li key={item.id} data-side={sideOf(item, own)} data-hidden={index < hidden || undefined}>
            <Item item={item} isCentred={sideOf(item, own) === 'middle'} />
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

interface ItemProps {
  item: TimelineItem;
  isCentred: boolean;
}

function Item({ item: { name, at, sentence, details }, isCentred }: ItemProps) {
  const { formatDateAndTime } = useFormats();
  return (
    <>
      <Group component="p" gap="0 8px" justify={isCentred ? 'center' : 'start'} c="dimmed" fz="sm">
        <Text component="strong" fw={600}>
          {name}
        </Text>{' '}
        <time dateTime={at}>{formatDateAndTime(at)}</time>
      </Group>
      <Text fw={600} style={{ textWrap: 'pretty' }}>
        {sentence}
      </Text>
      {details.length > 0 && (
        <Text component="ul" variant="hint" mt={2} style={{ whiteSpace: 'pre-line' }}>
          {details.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Text>
      )}
    </>
  );
}
