import { IconMessage } from '@tabler/icons-react';
import { EmptyState } from '~/ui/feedback/empty-state';

/** Beside the list, until a conversation is chosen; a phone does not show it. */
export default function NoConversation() {
  return <EmptyState icon={IconMessage} title="Escolha uma conversa" />;
}
