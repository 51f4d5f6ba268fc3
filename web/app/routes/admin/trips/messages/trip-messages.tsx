import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages } from '@passeio/contract/messages/whatsapp-messages';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/pages/trip-header';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '../../../area/page/empty-state';
import type { Route } from './+types/trip-messages';
import { MessageChoice } from './message-choice';
import { MessagePeople } from './message-people';
import { readTemplate } from './recipients';
import { useChats } from './use-chats';

export { AreaError as ErrorBoundary } from '../../../area/page/area-error';

export const meta = pageMeta('Mensagens no WhatsApp');
export const handle = { title: 'Mensagens no WhatsApp' };

export async function clientLoader({ params: { tripId } }: Route.ClientLoaderArgs) {
  return preload(load(messageRoutes.listChats, { params: { tripId } }));
}

/** Writes to the people of a trip by WhatsApp, one tap after another: first which text, then to whom. */
export default function TripMessages({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery({
    ...loaderData,
    // Others may have written meanwhile, which is seen when the page is shown again.
    refetchOnWindowFocus: 'always',
  });
  const { trip } = list;
  const _sender = useChatSender();
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
  const key = readTemplate(params.get('mensagem'));
  if (!key) return <MessageChoice chats={chats} sender={sender} />;
  return <MessagePeople key={key} templateKey={key} chats={chats} sender={sender} />;
}
