import { IconMessage } from '@tabler/icons-react';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';

export const meta = pageMeta('Conversas');
export const handle = { title: 'Conversas' };

/** Beside the list, until a conversation is chosen; a phone does not show it. */
export default function NoConversation() {
  return <EmptyState icon={IconMessage} title="Escolha uma conversa" />;
}
