import type { BatchItemState, InvoiceBatch } from '@passeio/contract/payments/invoice-batches';
import { plural } from '@passeio/contract/words';
import { StatusBadge } from '~/ui/feedback/status-badge';

/** How many notes of a batch stand where. */
export const countOf = ({ counts }: Pick<InvoiceBatch, 'counts'>, ...states: BatchItemState[]) =>
  states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

/** How a batch gets on, in a word or two. */
export function BatchBadge({ counts }: Pick<InvoiceBatch, 'counts'>) {
  const open = countOf({ counts }, 'waiting', 'sent');
  const refused = countOf({ counts }, 'rejected', 'failed');
  if (open > 0) return <StatusBadge color="waiting">{`${plural(open, 'nota')} na fila`}</StatusBadge>;
  if (refused > 0) return <StatusBadge color="bad">{`${plural(refused, 'nota')} a corrigir`}</StatusBadge>;
  return <StatusBadge color="good">Pronto</StatusBadge>;
}
