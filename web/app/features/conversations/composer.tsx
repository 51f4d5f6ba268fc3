import { Button, Group, Text, Textarea } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import { type Conversation, MAX_CHAT_TEXT } from '@passeio/contract/conversations/conversations';
import { IconBrandWhatsapp, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { FormNotice } from '~/ui/editing/form-notice';
import { TemplateDialog } from './template-dialog';
import styles from './thread.module.css';

/** So often colleagues are told that somebody writes. */
const TYPING_EVERY_MS = 3_000;

/** The field for an answer, while free text may be sent; who else is writing one. */
export function Composer({ conversation }: { conversation: Conversation }) {
  const { id: conversationId, openUntil } = conversation;
  const { typing, note } = useTyping(conversation);
  if (!may('answer_chats')) {
    return (
      <Text variant="hint" className={styles.composer}>
        Você não tem permissão para responder.
      </Text>
    );
  }
  const isOpen = openUntil !== null && Date.parse(openUntil) > Date.now();
  return (
    <div className={styles.composer}>
      <Text role="status" variant="hint" className={styles.typing}>
        {typing && `${typing} está escrevendo…`}
      </Text>
      {isOpen ? <Answer conversationId={conversationId} onType={note} /> : <Closed conversation={conversation} />}
    </div>
  );
}

interface AnswerProps {
  conversationId: string;
  onType: (isTyping: boolean) => void;
}

function Answer({ conversationId, onType }: AnswerProps) {
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { text: string }) =>
      api.call(conversationRoutes.send, { params: { conversationId }, body, toast: false }),
    onSuccess: () => setText(''),
  });

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    if (text.trim() && !isPending) mutate({ text: text.trim() });
  }

  // Enter is a line on phones; on a keyboard with Ctrl or ⌘ it sends.
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  }

  return (
    <form onSubmit={submit}>
      {error && <FormNotice>{explainFailure(error)}</FormNotice>}
      <Group gap={8} align="end" wrap="nowrap">
        <Textarea
          size="md"
          flex={1}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={MAX_CHAT_TEXT}
          aria-label="Responder"
          placeholder="Escreva a resposta"
          value={text}
          disabled={isPending}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onType(event.currentTarget.value !== '');
          }}
          onBlur={() => onType(false)}
        />
        <Button type="submit" size="md" loading={isPending} aria-label="Enviar resposta" px={12}>
          <IconSend size={20} aria-hidden />
        </Button>
      </Group>
    </form>
  );
}

function Closed({ conversation: { id, phone, openUntil } }: { conversation: Conversation }) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Text variant="hint" mb={8}>
        {openUntil === null
          ? 'Esta pessoa ainda não escreveu: por aqui só dá para enviar uma mensagem aprovada.'
          : 'Passou um dia desde a última mensagem desta pessoa. Envie uma mensagem aprovada, ou escreva pelo aplicativo: a conversa aparece aqui.'}
      </Text>
      <Group gap={8}>
        <Button size="md" px={12} onClick={() => setChoosing(true)}>
          Escolher mensagem aprovada
        </Button>
        {phone.startsWith('+') && (
          <Button
            component="a"
            href={`https://wa.me/${phone.slice(1)}`}
            target="_blank"
            rel="noreferrer"
            size="md"
            px={12}
            variant="default"
            leftSection={<IconBrandWhatsapp size={20} aria-hidden />}
          >
            Abrir no WhatsApp
          </Button>
        )}
      </Group>
      {isChoosing && <TemplateDialog conversationId={id} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** Tells colleagues that somebody is writing here, and hears from them. */
function useTyping({ id: conversationId, typing }: Conversation) {
  const [other, setOther] = useState<string | null>(null);
  const told = useRef(0);

  function note(isTyping: boolean): void {
    const now = Date.now();
    if (isTyping ? now - told.current < TYPING_EVERY_MS : told.current === 0) return;
    told.current = isTyping ? now : 0;
    api
      .call(conversationRoutes.type, {
        ...{ params: { conversationId }, body: { isTyping }, toast: false },
        // No page changes by it, and nobody waits for it.
        worksOffline: true,
      })
      .then((answer) => setOther(answer.typing))
      .catch(() => {});
  }

  return { typing: typing ?? other, note };
}
