import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages } from '@passeio/contract/messages/whatsapp-messages';
import { type ChatSender, messageToPayer } from '@passeio/contract/messages/whatsapp-moments';
import { type WhatsAppTemplateKey, whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import { reservationPagePath } from '@passeio/contract/pages';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp, IconChevronRight, IconPhone } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { linkTo, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import tableStyles from '~/ui/layout/data-table.module.css';
import { LinkRow, Row, Rows } from '~/ui/layout/rows';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/trip-messages';
import {
  type Chats,
  choices,
  isEmpty,
  openedLabel,
  type Recipient,
  type Recipients,
  readTemplate,
  recipientsOf,
  useChats,
} from './chats';
import { SendQueue } from './send-queue';
import styles from './trip-messages.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

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
      <Title order={3} id="qual" mb={4} fz="xl">
        Qual mensagem?
      </Title>
      <Text mb="md" c="dimmed">
        Uma por reserva, para quem paga. O texto já vem com os dados de cada um.
      </Text>
      <Rows className={styles.list}>
        {choices(chats, sender).map(({ key, label, sentWhen, ...people }) =>
          isEmpty(people) ? (
            <Row key={key} className={styles.empty}>
              <Choice label={label} detail={sentWhen} count="Ninguém agora" />
            </Row>
          ) : (
            <LinkRow key={key} to={`?mensagem=${key}`} className={styles.choice}>
              <Choice label={label} detail={sentWhen} count={countLabel(people)} />
              <IconChevronRight size={20} aria-hidden className={styles.chevron} />
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
function countLabel({ waiting, opened, unreachable }: Recipients): string {
  const all = plural(waiting.length + opened.length + unreachable.length, 'pessoa');
  if (opened.length === 0) return all;
  return `${all}, ${plural(opened.length, 'já aberta')}`;
}

interface MessagePeopleProps {
  templateKey: WhatsAppTemplateKey;
  chats: Chats;
  sender: ChatSender;
}

/** The recipients of a text: still to be written to, already written to, and without a mobile telephone. */
function MessagePeople({ templateKey, chats, sender }: MessagePeopleProps) {
  const [queue, setQueue] = useState<ChatFacts[]>();
  const recipients = recipientsOf(templateKey, chats, sender);
  const { waiting, opened, unreachable } = recipients;
  const shared = { templateKey, chats, sender };
  return (
    <Stack component="section" gap="sm" maw={736} aria-labelledby="mensagem">
      <NavLink to="?">Outra mensagem</NavLink>
      <Title order={3} id="mensagem" mb={4} fz="xl">
        {whatsAppTemplates[templateKey].label}
      </Title>
      {chats.failures.map(({ name, reason, retry }) => (
        <FormNotice key={name}>
          A mensagem para {name} não foi registrada. {reason}
          <Button size="md" mt="sm" display="block" onClick={retry}>
            Tentar de novo
          </Button>
        </FormNotice>
      ))}
      {queue ? (
        <SendQueue {...shared} queue={queue} onEnd={() => setQueue(undefined)} />
      ) : (
        <>
          {isEmpty(recipients) && <Text c="dimmed">Esta mensagem não serve para ninguém agora.</Text>}
          {waiting.length > 0 && (
            <Button
              size="lg"
              maw={384}
              leftSection={<IconBrandWhatsapp size={24} aria-hidden />}
              onClick={() => setQueue(waiting.map(({ facts }) => facts))}
            >
              Enviar para {waiting.length}
            </Button>
          )}
          {waiting.length === 0 && opened.length > 0 && <Text c="dimmed">Esta mensagem já foi aberta para todos.</Text>}
          <People title="Falta enviar" people={waiting} />
          <People title="Já abertas no WhatsApp" people={opened}>
            {(one) => <Opened {...shared} recipient={one} />}
          </People>
          <People title="Sem celular no cadastro" people={unreachable}>
            {({ facts: { payer } }) => <Call payer={payer} />}
          </People>
        </>
      )}
    </Stack>
  );
}

interface PeopleProps {
  title: string;
  people: Recipient[];
  children?: (one: Recipient) => ReactNode;
}

function People({ title, people, children }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <Box component="section" aria-label={title} mt="sm">
      <Text component="h4" mb="xs" fw={700}>
        {title} ({people.length})
      </Text>
      <Rows>
        {people.map((one) => (
          <Row key={one.facts.id}>
            <Stack component="span" flex="1 1 12rem" gap={0}>
              <strong>{one.facts.payer.name}</strong>
              <Text component={Link} to={reservationPagePath(one.facts.id)} variant="hint">
                Reserva {one.facts.code}
              </Text>
            </Stack>
            {children?.(one)}
          </Row>
        ))}
      </Rows>
    </Box>
  );
}

function Opened({
  recipient: { facts, opened },
  templateKey,
  chats,
  sender,
}: MessagePeopleProps & { recipient: Recipient }) {
  if (!opened) return null;
  const { payer } = facts;
  const { text } = messageToPayer(facts, sender, templateKey);
  return (
    <>
      <Text span variant="hint">
        já aberta {openedLabel(opened, sender)}
      </Text>
      <Group component="span" gap={4}>
        <Button
          component="a"
          {...linkTo(payer, text)}
          aria-label={`Enviar de novo: ${payer.name}`}
          size="md"
          px="sm"
          variant="default"
          onClick={() => chats.open(facts, templateKey)}
        >
          Enviar de novo
        </Button>
        <Button
          size="md"
          px="sm"
          variant="subtle"
          aria-label={`Não enviei: ${payer.name}`}
          onClick={() => chats.undo(opened, payer.name)}
        >
          Não enviei
        </Button>
      </Group>
    </>
  );
}

function Call({ payer: { name, contact } }: Pick<ChatFacts, 'payer'>) {
  if (!contact) return <Text variant="hint">sem telefone</Text>;
  return (
    <a
      href={`tel:${contact}`}
      aria-label={`Ligar para ${name}: ${formatContact(contact)}`}
      className={tableStyles.contact}
    >
      <IconPhone size={18} aria-hidden />
      {formatContact(contact)}
    </a>
  );
}
