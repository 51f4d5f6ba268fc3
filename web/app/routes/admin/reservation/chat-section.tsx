import { Loader } from '@mantine/core';
import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { load } from '~/features/session/queries';
import { TitledCard } from '~/ui/layout/titled-card';
import { EntryButtons } from './entry-buttons';
import styles from './reservation.module.css';

const Thread = lazy(async () => ({ default: (await import('~/features/conversations/thread')).Thread }));

/** The conversations by WhatsApp that are about the reservation; nothing where there is none. */
export function ChatSection({ reservationId }: { reservationId: string }) {
  const { data } = useQuery(load(conversationRoutes.list, { query: { reservationId } }));
  return data?.data.map(({ id, name }) => (
    <TitledCard key={id} title="Conversa no WhatsApp" note={<bdi>{name}</bdi>}>
      <div className={styles.chat}>
        <Suspense fallback={<Loader aria-label="Carregando a conversa..." />}>
          <Thread conversationId={id} />
        </Suspense>
      </div>
      <EntryButtons entries={[{ label: 'Abrir a conversa', to: `/admin/conversas/${id}` }]} />
    </TitledCard>
  ));
}
