import { Box, Button, Group, Stack, Text, Title } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import type { ChatSender } from '@passeio/contract/reservations/whatsapp-moments';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { linkTo } from '~/features/reservations/whatsapp/use-chat-link';
import { formatContact } from '~/lib/number-formats';
import { FormNotice } from '~/ui/editing/form-notice';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { NavLink } from '~/ui/navigation/nav-link';
import { type Chats, countOf, type Letter, openedLabel, type Recipient, recipientsOf, type Topic } from './chats';
import { SendQueue } from './send-queue';

interface MessagePeopleProps {
  topic: Topic;
  letters: readonly Letter[];
  title: string;
  chats: Chats;
  clock: Pick<ChatSender, 'timeZone' | 'now'>;
  /** What is said about the text before its recipients. */
  children?: ReactNode;
}

/** The recipients of a text: still to be written to, already written to, and without a mobile telephone. */
export function MessagePeople({ topic, letters, title, chats, clock, children }: MessagePeopleProps) {
  const [queue, setQueue] = useState<Letter[]>();
  const recipients = recipientsOf(topic, letters, chats.messages);
  const { waiting, mailed, opened, unreachable } = recipients;
  const shared = { topic, chats, clock };
  const start = (people: Recipient[]) => setQueue(people.map(({ letter }) => letter));
  return (
    <Stack component="section" gap="sm" maw={736} aria-labelledby="mensagem">
      <NavLink to="?">Outra mensagem</NavLink>
      <Title order={3} id="mensagem" mb={4} fz="xl">
        {title}
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
          {children}
          {countOf(recipients) === 0 && <Text c="dimmed">Esta mensagem não serve para ninguém agora.</Text>}
          {waiting.length > 0 && (
            <Button
              size="lg"
              maw={384}
              leftSection={<IconBrandWhatsapp size={24} aria-hidden />}
              onClick={() => start(waiting)}
            >
              Enviar para {waiting.length}
            </Button>
          )}
          {mailed.length > 0 && (
            <Button size="md" maw={384} variant="default" onClick={() => start(mailed)}>
              Enviar a {mailed.length} com e-mail
            </Button>
          )}
          {waiting.length + mailed.length === 0 && opened.length > 0 && (
            <Text c="dimmed">Esta mensagem já foi aberta para todos.</Text>
          )}
          <People title="Falta enviar" people={waiting} />
          <People title="Recebem por e-mail" people={mailed} />
          <People title="Já abertas no WhatsApp" people={opened}>
            {(one) => <Opened {...shared} recipient={one} />}
          </People>
          <People title="Sem celular no cadastro" people={unreachable}>
            {({ letter: { to } }) => <Call to={to} />}
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
          <Row key={`${one.letter.reservationId} ${one.letter.participantId}`}>
            <Stack component="span" flex="1 1 12rem" gap={0}>
              <strong>{one.letter.to.name}</strong>
              <Text component={Link} to={reservationPagePath(one.letter.reservationId)} variant="hint">
                Reserva {one.letter.code}
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
  recipient: { letter, opened },
  topic,
  chats,
  clock,
}: Pick<MessagePeopleProps, 'topic' | 'chats' | 'clock'> & { recipient: Recipient }) {
  if (!opened) return null;
  const { to, text } = letter;
  return (
    <>
      <Text span variant="hint">
        já aberta {openedLabel(opened, clock)}
      </Text>
      <Group component="span" gap={4}>
        <Button
          component="a"
          {...linkTo(to, text)}
          aria-label={`Enviar de novo: ${to.name}`}
          size="md"
          px="sm"
          variant="default"
          onClick={() => chats.open(letter, topic)}
        >
          Enviar de novo
        </Button>
        <Button
          size="md"
          px="sm"
          variant="subtle"
          aria-label={`Não enviei: ${to.name}`}
          onClick={() => chats.undo(opened, to.name)}
        >
          Não enviei
        </Button>
      </Group>
    </>
  );
}

function Call({ to: { name, contact } }: Pick<Letter, 'to'>) {
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
