import { Text } from '@mantine/core';
import {
  emailStates,
  type NotByChat,
  type ReservationEmail,
  type ReservationEmailList,
} from '@passeio/contract/messages/messages';
import type { WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import { whatsAppLabel } from '@passeio/contract/messages/whatsapp-templates';
import type { ReactNode } from 'react';
import { useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import styles from './email-list.module.css';

const words: Partial<Record<string, string>> = emailStates;
const byNotByChat: Record<NotByChat, string> = {
  template: 'modelo não aprovado na Meta, ou faltava um dado',
  budget: 'o orçamento do mês acabou',
  number: 'este número não tem WhatsApp',
  stopped: 'a pessoa pediu para parar',
  undelivered: 'o WhatsApp não entregou',
};
const reasons: Partial<Record<string, string>> = byNotByChat;
const colors: Partial<Record<string, StatusColor>> = { sent: 'good', queued: 'waiting', failed: 'bad' };

interface EmailListProps<Email extends ReservationEmail> {
  emails: readonly Email[];
  /** What an e-mail is about, where that is not clear. */
  about?: (email: Email) => ReactNode;
  /** What can be done with an e-mail. */
  action?: (email: Email) => ReactNode;
}

interface MessageListProps extends Pick<EmailListProps<ReservationEmail>, 'action'> {
  messages: ReservationEmailList;
}

/** What was written about a reservation by either channel, the latest first. */
export function MessageList({ messages: { data, whatsApp }, action }: MessageListProps) {
  const items = [
    ...data.map((email) => ({
      at: email.createdAt,
      id: email.id,
      item: (
        <>
          <Email email={email} />
          {action?.(email)}
        </>
      ),
    })),
    ...whatsApp.map((chat) => ({
      at: chat.openedAt,
      id: chat.id,
      item: <OpenedChat chat={chat} />,
    })),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <ul className={styles.emails}>
      {items.map(({ id, item }) => (
        <li key={id}>{item}</li>
      ))}
    </ul>
  );
}

function OpenedChat({ chat }: { chat: WhatsAppMessage }) {
  const { formatMoment } = useFormats();
  return (
    <>
      <Text flex="1 1 12rem" miw={0} fw={600}>
        {whatsAppLabel(chat.templateKey) ?? 'Mensagem'}
      </Text>
      <StatusBadge color="quiet">aberta no WhatsApp</StatusBadge>
      <Text variant="hint" flex="0 1 100%" miw={0}>
        WhatsApp · {formatContact(chat.phone)} · {formatMoment(chat.openedAt)}, por {chat.by}
      </Text>
    </>
  );
}

/** E-mails, to whom, when and what became of them. */
export function EmailList<Email extends ReservationEmail>({ emails, about, action }: EmailListProps<Email>) {
  return (
    <ul className={styles.emails}>
      {emails.map((email) => (
        <li key={email.id}>
          <Email email={email} about={about?.(email)} />
          {action?.(email)}
        </li>
      ))}
    </ul>
  );
}

function Email({ email, about }: { email: ReservationEmail; about?: ReactNode }) {
  const { formatMoment } = useFormats();
  const why = email.notByChat && (reasons[email.notByChat] ?? 'não foi pelo WhatsApp');
  return (
    <>
      <Text flex="1 1 12rem" miw={0} fw={600}>
        {email.subject}
      </Text>
      <StatusBadge color={colors[email.state] ?? 'quiet'}>{words[email.state] ?? 'atualize a página'}</StatusBadge>
      <Text variant="hint" flex="0 1 100%" miw={0}>
        {about ? <>{about} · </> : 'E-mail · '}
        {email.to} · {formatMoment(email.settledAt ?? email.createdAt)}
        {why && <> · Por e-mail: {why}</>}
      </Text>
    </>
  );
}
