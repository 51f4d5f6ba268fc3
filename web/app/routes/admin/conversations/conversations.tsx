import { Button, Group, Text } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import {
  type Conversation,
  type ConversationListName,
  conversationLists,
} from '@passeio/contract/conversations/conversations';
import { pageNumber } from '@passeio/contract/pages';
import { IconMessages } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { CONVERSATIONS_PAGE, contactName, kindLabel } from '~/features/conversations/who-wrote';
import { load, preload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { ListPages, SearchField } from '~/ui/layout/list-tools';
import { LinkRow, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/conversations';
import { ConversationView } from './conversation';
import styles from './conversations.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Conversas');
export const handle = { title: 'Conversas' };

const EVERY_MS = 15_000;

/** Lists by their name in the address. */
const lists: Record<string, { list: ConversationListName; label: string }> = {
  '': { list: 'open', label: 'Todas' },
  esperando: { list: 'waiting', label: 'Esperando' },
  minhas: { list: 'mine', label: 'Minhas' },
  'sem-reserva': { list: 'unlinked', label: 'Sem reserva' },
  encerradas: { list: 'closed', label: 'Encerradas' },
};

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const { list } = lists[params.get('lista') ?? ''] ?? { list: conversationLists[0] };
  const q = params.get('q')?.trim().slice(0, 80);
  const page = pageNumber.catch(1).parse(params.get('page'));
  return preload(load(conversationRoutes.list, { query: { list, page, size: 30, ...(q && { q }) } }));
}

/** Conversations by WhatsApp: on a phone the list or one of them, where there is room both. */
export default function ConversationsPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery({ ...loaderData, refetchInterval: EVERY_MS });
  const { conversationId } = useParams();
  const [params] = useSearchParams();
  return (
    <div className={styles.panes} data-open={conversationId !== undefined || undefined}>
      <section className={styles.list} aria-label="Lista de conversas">
        <SearchField label="Nome, código ou telefone" />
        <Lists chosen={params.get('lista') ?? ''} />
        {list.data.length === 0 ? (
          <Nothing isSearch={params.get('q') !== null} chosen={params.get('lista') ?? ''} />
        ) : (
          <Rows>
            {list.data.map((one) => (
              <Entry key={one.id} conversation={one} isCurrent={one.id === conversationId} search={params.toString()} />
            ))}
          </Rows>
        )}
        <ListPages page={list.page} one="conversa" many="conversas" />
      </section>
      <div className={styles.conversation}>
        {conversationId ? (
          <ConversationView key={conversationId} conversationId={conversationId} />
        ) : (
          <EmptyState icon={IconMessages} title="Escolha uma conversa" />
        )}
      </div>
    </div>
  );
}

function Lists({ chosen }: { chosen: string }) {
  return (
    <Group component="nav" gap={8} my={8} aria-label="Mostrar" className={styles.lists}>
      {Object.entries(lists).map(([name, { label }]) => (
        <Button
          key={label}
          component={Link}
          to={`${CONVERSATIONS_PAGE}${name && `?lista=${name}`}`}
          size="md"
          px={12}
          variant={chosen === name ? 'light' : 'default'}
          aria-current={chosen === name ? 'true' : undefined}
        >
          {label}
        </Button>
      ))}
    </Group>
  );
}

function Nothing({ isSearch, chosen }: { isSearch: boolean; chosen: string }) {
  if (isSearch)
    return <EmptyState icon={IconMessages} title="Nada encontrado" text="Confira o nome, o código ou o telefone." />;
  if (chosen) return <EmptyState icon={IconMessages} title="Nenhuma conversa aqui" text="Veja as outras listas." />;
  return (
    <EmptyState
      icon={IconMessages}
      title="Nenhuma conversa ainda"
      text="Com o WhatsApp conectado, o que os clientes escrevem aparece aqui, e a equipe responde daqui ou pelo aplicativo."
    />
  );
}

interface EntryProps {
  conversation: Conversation;
  isCurrent: boolean;
  /** Of the list, which stays beside the conversation. */
  search: string;
}

function Entry({ conversation, isCurrent, search }: EntryProps) {
  const { formatMoment } = useFormats();
  const { id, unread, state, reservation, assignee, last } = conversation;
  return (
    <LinkRow
      to={`${CONVERSATIONS_PAGE}/${id}${search && `?${search}`}`}
      className={styles.entry ?? ''}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <Group component="span" justify="space-between" wrap="nowrap" gap={8} w="100%">
        <Text component="strong" fw={650} truncate>
          <bdi>{contactName(conversation)}</bdi>
        </Text>
        {last && (
          <Text component="time" dateTime={last.at} variant="hint" style={{ whiteSpace: 'nowrap' }}>
            {formatMoment(last.at)}
          </Text>
        )}
      </Group>
      <Group component="span" justify="space-between" wrap="nowrap" gap={8} w="100%">
        <Text component="span" variant="hint" truncate>
          {last && (
            <>
              {last.isOurs && 'Nós: '}
              <bdi>{last.text || kindLabel(last.kind)}</bdi>
            </>
          )}
        </Text>
        {unread > 0 && (
          <span className={styles.unread} role="img" aria-label={`${unread} não lidas`}>
            {unread}
          </span>
        )}
      </Group>
      <Group component="span" gap={8} w="100%">
        {state === 'waiting' && <StatusBadge color="waiting">Espera resposta</StatusBadge>}
        <Text component="span" variant="hint" truncate>
          {[reservation ? `${reservation.code} · ${reservation.trip.title}` : 'Sem reserva', assignee?.name]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      </Group>
    </LinkRow>
  );
}
