import { Button, Group, NativeSelect, Text, Title } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import type { ConversationChange, ConversationThread } from '@passeio/contract/conversations/conversations';
import { reservationPagePath } from '@passeio/contract/pages';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Thread } from '~/features/conversations/thread';
import { CONVERSATIONS_PAGE, contactName, phoneLabel } from '~/features/conversations/who-wrote';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { useFormats } from '~/lib/formats';
import styles from './conversations.module.css';
import { LinkDialog } from './link-dialog';

/** A conversation, with who writes above it. */
export function ConversationView({ conversationId }: { conversationId: string }) {
  return <Thread conversationId={conversationId}>{(thread) => <Head thread={thread} />}</Thread>;
}

/** Who writes, about which reservation, and who of the team answers. */
function Head({ thread }: { thread: ConversationThread }) {
  const { conversation, team } = thread;
  const { id, phone, state, assignee, hasStopped } = conversation;
  const { search } = useLocation();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ConversationChange) =>
      api.call(conversationRoutes.change, { params: { conversationId: id }, body }),
  });
  const isClosed = state === 'closed';
  return (
    <header className={styles.head}>
      <Group gap={8} wrap="nowrap">
        <Button
          component={Link}
          to={CONVERSATIONS_PAGE + search}
          size="md"
          px={10}
          variant="subtle"
          className={styles.back ?? ''}
          aria-label="Todas as conversas"
        >
          <IconArrowLeft size={20} aria-hidden />
        </Button>
        <div className={styles.who}>
          <Title order={2} fz="1.0625rem">
            <bdi>{contactName(conversation)}</bdi>
          </Title>
          <Text variant="hint">
            {[
              contactName(conversation) !== phoneLabel(phone) && phoneLabel(phone),
              hasStopped && 'pediu para não receber mensagens',
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {may('answer_chats') && (
          <Button
            size="md"
            px={12}
            variant="subtle"
            loading={isPending}
            onClick={() => mutate({ state: isClosed ? 'answered' : 'closed' })}
          >
            {isClosed ? 'Reabrir' : 'Encerrar'}
          </Button>
        )}
      </Group>
      <Group gap={8}>
        <About thread={thread} />
        {may('answer_chats') && (
          <NativeSelect
            size="md"
            flex="1 0 12rem"
            maw="14rem"
            aria-label="Quem responde"
            disabled={isPending}
            value={assignee?.id ?? ''}
            data={[{ value: '', label: 'Quem responde' }, ...team.map((one) => ({ value: one.id, label: one.name }))]}
            onChange={(event) => mutate({ assigneeId: event.currentTarget.value || null })}
          />
        )}
      </Group>
    </header>
  );
}

/** The reservation that it is about; without one those that it may be about. */
function About({ thread: { conversation, proposals } }: { thread: ConversationThread }) {
  const { formatShortDate } = useFormats();
  const [linking, setLinking] = useState<{ code: string }>();
  const { reservation } = conversation;
  if (!reservation && !may('answer_chats')) return <Text variant="hint">Sem reserva</Text>;
  return (
    <>
      {reservation ? (
        <Group gap={8} wrap="nowrap" flex="1000 1 16rem" miw={0}>
          <Text component={Link} to={reservationPagePath(reservation.id)} truncate>
            {reservation.code} · {reservation.payer} · {reservation.trip.title},{' '}
            {formatShortDate(reservation.trip.date)}
          </Text>
          {may('answer_chats') && (
            <Button size="md" px={10} variant="subtle" flex="none" onClick={() => setLinking({ code: '' })}>
              Trocar
            </Button>
          )}
        </Group>
      ) : (
        <Group gap={8} className={styles.proposals}>
          {proposals.map(({ id, code, payer, trip }) => (
            <Button key={id} size="md" px={12} variant="light" onClick={() => setLinking({ code })}>
              {code} · {payer} · {formatShortDate(trip.date)}
            </Button>
          ))}
          <Button size="md" px={12} variant="default" onClick={() => setLinking({ code: '' })}>
            Ligar a reserva
          </Button>
        </Group>
      )}
      {linking && <LinkDialog conversation={conversation} code={linking.code} onClose={() => setLinking(undefined)} />}
    </>
  );
}
