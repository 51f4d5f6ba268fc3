import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import type { ChatMessage, Conversation, ConversationThread } from '@passeio/contract/conversations/conversations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { ChatFile } from './chat-file';
import { Composer } from './composer';
import styles from './thread.module.css';
import { isFile, kindLabel } from './who-wrote';

/** Milliseconds between two looks at what has come in meanwhile, while the page is looked at. */
const EVERY_MS = 4_000;

interface ThreadProps {
  conversationId: string;
  /** What stands above the messages. */
  children?: (thread: ConversationThread) => ReactNode;
}

/** A conversation as a telephone shows it, the newest message at the bottom, and the field for an answer below. */
export function Thread({ conversationId, children }: ThreadProps) {
  const params = { conversationId };
  const { data, error, refetch } = useQuery({
    ...load(conversationRoutes.readMessages, { params, query: {} }),
    refetchInterval: EVERY_MS,
  });
  const earlier = useEarlier(conversationId);
  const unread = data?.conversation.unread ?? 0;
  useEffect(() => {
    if (unread === 0 || !may('answer_chats')) return;
    // Nobody asked for it: the next look puts right what fails.
    api
      .call(conversationRoutes.change, { params: { conversationId }, body: { seen: true }, toast: false })
      .catch(() => {});
  }, [unread, conversationId]);

  if (!data) {
    return error ? (
      <FormNotice>
        Não foi possível carregar a conversa. {explainFailure(error)}
        <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </FormNotice>
    ) : (
      <Loader aria-label="Carregando a conversa..." />
    );
  }
  const { conversation, messages } = data;
  const all = [...earlier.messages, ...messages];
  const hasOlder = earlier.hasOlder ?? data.hasOlder;
  return (
    <div className={styles.thread}>
      {children?.(data)}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <div className={styles.scroll} tabIndex={0} role="log" aria-label="Mensagens">
        <Stack gap={8}>
          {hasOlder && (
            <Button
              size="md"
              variant="subtle"
              loading={earlier.isPending}
              onClick={() => earlier.read(all[0]?.id ?? '')}
            >
              Mensagens anteriores
            </Button>
          )}
          <Messages messages={all} conversation={conversation} />
        </Stack>
      </div>
      <Composer conversation={conversation} />
    </div>
  );
}

/** Messages before those that are shown at first, page after page. */
function useEarlier(conversationId: string) {
  const [pages, setPages] = useState<{ messages: ChatMessage[]; hasOlder?: boolean }>({ messages: [] });
  const { mutate, isPending } = useMutation({
    mutationFn: (before: string) =>
      api.call(conversationRoutes.readMessages, { params: { conversationId }, query: { before } }),
    onSuccess: ({ messages, hasOlder }) =>
      setPages((known) => ({ messages: [...messages, ...known.messages], hasOlder })),
  });
  return { ...pages, isPending, read: mutate };
}

function Messages({ messages, conversation }: { messages: readonly ChatMessage[]; conversation: Conversation }) {
  const { formatNumericDate } = useFormats();
  const days = [...Map.groupBy(messages, ({ at }) => formatNumericDate(at))];
  if (days.length === 0) return <Text variant="hint">Nenhuma mensagem ainda.</Text>;
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <Text variant="hint" ta="center" mb={8}>
        {day}
      </Text>
      <ol className={styles.messages}>
        {ofDay.map((message) => (
          <li key={message.id} data-side={message.direction === 'in' ? 'other' : 'own'}>
            <Message message={message} conversation={conversation} />
          </li>
        ))}
      </ol>
    </section>
  ));
}

function Message({ message, conversation }: { message: ChatMessage; conversation: Conversation }) {
  const { formatTime } = useFormats();
  const { text, kind, media, at } = message;
  return (
    <>
      {media && (
        <ChatFile conversationId={conversation.id} media={media} hasReservation={conversation.reservation !== null} />
      )}
      {text ? (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      ) : (
        !media && !isFile(kind) && <Text variant="hint">{kindLabel(kind)}</Text>
      )}
      {!media && isFile(kind) && <Text variant="hint">{kindLabel(kind)}: arquivo apagado depois de 30 dias.</Text>}
      <Group component="footer" gap="0 8px" justify="end" c="dimmed" fz="0.8125rem">
        <span>{authorOf(message)}</span>
        <time dateTime={at}>{formatTime(at)}</time>
      </Group>
    </>
  );
}

const states: Record<string, string> = {
  queued: 'saindo',
  unknown: 'sem resposta do WhatsApp',
  failed: 'não entregue',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
};

/** Why a message was not delivered, by Meta's code. */
const reasons: Record<number, string> = {
  190: 'o WhatsApp não aceitou o token',
  131026: 'sem WhatsApp neste número',
  131047: 'a conversa fechou',
};

/** Who of ours wrote it, how far it is, and why it is no further. */
function authorOf({ direction, by, status, fellBackTo, errorCode }: ChatMessage): string {
  if (direction === 'in') return '';
  if (direction === 'echo') return 'Pelo aplicativo';
  const state = fellBackTo === 'email' ? 'foi por e-mail' : (states[status] ?? '');
  const unanswered = fellBackTo && status === 'unknown' ? 'o WhatsApp não respondeu' : '';
  const reason = errorCode === null ? unanswered : (reasons[errorCode] ?? `recusada pelo WhatsApp (${errorCode})`);
  return [by ?? 'Automática', state, fellBackTo && reason].filter(Boolean).join(' · ');
}
