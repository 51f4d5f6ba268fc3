import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages } from '@passeio/contract/messages/whatsapp-messages';
import type { ChatSender } from '@passeio/contract/messages/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconChevronRight } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '../../../area/page/empty-state';
import type { Route } from './+types/trip-messages';
import { MessagePeople } from './message-people';
import styles from './messages.module.css';
import { choices, isEmpty, type Recipients, readTemplate } from './recipients';
import { type Chats, useChats } from './use-chats';

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

/** Which text to send, each with the number of people to whom it applies. */
function MessageChoice({ chats, sender }: { chats: Chats; sender: ChatSender }) {
  return (
    <section aria-labelledby="qual">
      <h3 id="qual" className={styles.title}>
        Qual mensagem?
      </h3>
      <p className={styles.lead}>Uma por reserva, para quem paga. O texto já vem com os dados de cada um.</p>
      <ul className={styles.choices}>
        {choices(chats, sender).map(({ key, label, sentWhen, ...people }) => (
          <li key={key}>
            {isEmpty(people) ? (
              <div className={styles.choice} data-empty>
                <Words label={label} detail={sentWhen} />
                <span className={styles.count}>Ninguém agora</span>
              </div>
            ) : (
              <Link to={`?mensagem=${key}`} className={styles.choice}>
                <Words label={label} detail={sentWhen} />
                <span className={styles.count}>{countWords(people)}</span>
                <IconChevronRight size={20} aria-hidden className={styles.chevron} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Words({ label, detail }: { label: string; detail: string }) {
  return (
    <span className={styles.words}>
      <strong>{label}</strong>
      <span className={styles.detail}>{detail}</span>
    </span>
  );
}

/** As "13 pessoas, 4 já abertas". */
function countWords({ waiting, opened, unreachable }: Recipients): string {
  const all = plural(waiting.length + opened.length + unreachable.length, 'pessoa');
  if (opened.length === 0) return all;
  return `${all}, ${plural(opened.length, 'já aberta')}`;
}
