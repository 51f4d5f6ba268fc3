import { Stack, Text, Title } from '@mantine/core';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages } from '@passeio/contract/messages/whatsapp-messages';
import { whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import type { ChatSender } from '@passeio/contract/reservations/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { LinkRow, Row, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/trip-messages';
import { AnnouncementPeople, Announcements } from './announcements';
import { type Chats, choices, countOf, lettersOf, type Recipients, readTemplate, useChats } from './chats';
import { MessagePeople } from './message-people';
import styles from './trip-messages.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Mensagens do passeio');
export const handle = { title: 'Mensagens do passeio' };

export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(messageRoutes.listChats, { params: { tripId } }));
}

/**
 * Writes to the people of a trip: to all at once, or by WhatsApp one tap after another, which text first, then to whom.
 */
export default function TripMessages({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery({
    ...loaderData,
    // Others may have written meanwhile, which is seen when the page is shown again.
    refetchOnWindowFocus: 'always',
  });
  const { trip } = list;
  return (
    <>
      <TripHeader trip={trip} current="messages" />
      {list.reservations.length === 0 ? (
        <EmptyState
          icon={IconBrandWhatsapp}
          title="Ninguém para avisar"
          text="Quando houver reservas neste passeio, você escreve daqui a quem reservou."
        />
      ) : (
        <Messages list={list} />
      )}
    </>
  );
}

function Messages({ list }: { list: TripWhatsAppMessages }) {
  const chats = useChats(list);
  const sender = useChatSender();
  const [params] = useSearchParams();
  const announcementId = params.get('aviso');
  if (announcementId) {
    return <AnnouncementPeople of={{ tripId: list.trip.id, announcementId }} chats={chats} clock={sender} />;
  }
  const key = readTemplate(params.get('mensagem'));
  if (!key) {
    return (
      <Stack gap="xl">
        <Announcements trip={list.trip} />
        <MessageChoice chats={chats} sender={sender} />
      </Stack>
    );
  }
  const { label } = whatsAppTemplates[key];
  const letters = lettersOf(key, chats.reservations, sender);
  return (
    <MessagePeople
      key={key}
      topic={{ templateKey: key }}
      letters={letters}
      title={label}
      chats={chats}
      clock={sender}
    />
  );
}

/** Which text to send, each with the number of people to whom it applies. */
function MessageChoice({ chats, sender }: { chats: Chats; sender: ChatSender }) {
  return (
    <section aria-labelledby="qual">
      <Title order={3} id="qual" mb={4} fz="xl">
        Uma a uma, no WhatsApp
      </Title>
      <Text mb="md" c="dimmed">
        Uma por reserva, para quem paga. O texto já vem com os dados de cada um.
      </Text>
      <Rows className={styles.list}>
        {choices(chats, sender).map(({ key, label, sentWhen, ...people }) =>
          countOf(people) === 0 ? (
            <Row key={key} className={styles.empty}>
              <Choice label={label} detail={sentWhen} count="Ninguém agora" />
            </Row>
          ) : (
            <LinkRow key={key} to={`?mensagem=${key}`} className={styles.choice}>
              <Choice label={label} detail={sentWhen} count={countLabel(people)} />
              <IconChevronRight size={20} aria-hidden color="var(--text-muted)" />
            </LinkRow>
          ),
        )}
      </Rows>
    </section>
  );
}

function Choice({ label, detail, count }: { label: string; detail: string; count: string }) {
  return (
    <Stack component="span" flex={1} gap={0}>
      <strong>{label}</strong>
      <Text span variant="hint">
        {detail}
      </Text>
      <Text span mt={4} fz="0.9375rem" className={styles.count}>
        {count}
      </Text>
    </Stack>
  );
}

/** As "13 pessoas, 4 já abertas". */
function countLabel(recipients: Recipients): string {
  const all = plural(countOf(recipients), 'pessoa');
  const { length } = recipients.opened;
  return length === 0 ? all : `${all}, ${plural(length, 'já aberta')}`;
}
