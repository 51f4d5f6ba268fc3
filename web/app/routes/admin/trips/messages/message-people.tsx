import { Button } from '@mantine/core';
import type { ChatFacts } from '@passeio/contract/chat-facts';
import { type ChatSender, messageToPayer } from '@passeio/contract/messages/whatsapp-moments';
import { type WhatsAppTemplateKey, whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { linkTo } from '~/features/reservations/whatsapp/use-chat-link';
import { formatContact } from '~/lib/number-formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { NavLink } from '~/ui/navigation/nav-link';
import styles from './messages.module.css';
import { isEmpty, openedWords, type Recipient, recipientsOf } from './recipients';
import type { Chats } from './use-chats';
import { Walk } from './walk';

interface MessagePeopleProps {
  templateKey: WhatsAppTemplateKey;
  chats: Chats;
  sender: ChatSender;
}

/** To whom a text goes: who waits for it, who was written to, and who has no mobile telephone. */
export function MessagePeople({ templateKey, chats, sender }: MessagePeopleProps) {
  const [queue, setQueue] = useState<ChatFacts[]>();
  const recipients = recipientsOf(templateKey, chats, sender);
  const { waiting, opened, unreachable } = recipients;
  const shared = { templateKey, chats, sender };
  return (
    <section aria-labelledby="mensagem" className={styles.people}>
      <NavLink to="?">Outra mensagem</NavLink>
      <h3 id="mensagem" className={styles.title}>
        {whatsAppTemplates[templateKey].label}
      </h3>
      {chats.failures.map(({ name, sentence, retry }) => (
        <FormNotice key={name}>
          A mensagem para {name} não foi registrada. {sentence}
          <Button size="md" mt="sm" display="block" onClick={retry}>
            Tentar de novo
          </Button>
        </FormNotice>
      ))}
      {queue ? (
        <Walk {...shared} queue={queue} onEnd={() => setQueue(undefined)} />
      ) : (
        <>
          {isEmpty(recipients) && <p className={styles.lead}>Esta mensagem não serve para ninguém agora.</p>}
          {waiting.length > 0 && (
            <Button
              size="lg"
              className={styles.start}
              leftSection={<IconBrandWhatsapp size={24} aria-hidden />}
              onClick={() => setQueue(waiting.map(({ facts }) => facts))}
            >
              Enviar para {waiting.length}
            </Button>
          )}
          {waiting.length === 0 && opened.length > 0 && (
            <p className={styles.lead}>Esta mensagem já foi aberta para todos.</p>
          )}
          <People title="Falta enviar" people={waiting} />
          <People title="Já abertas no WhatsApp" people={opened}>
            {(one) => <Opened {...shared} recipient={one} />}
          </People>
          <People title="Sem celular no cadastro" people={unreachable}>
            {({ facts: { payer } }) => <Call payer={payer} />}
          </People>
        </>
      )}
    </section>
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
    <section aria-label={title} className={styles.group}>
      <h4 className={styles.subtitle}>
        {title} ({people.length})
      </h4>
      <ul className={styles.list}>
        {people.map((one) => (
          <li key={one.facts.id}>
            <span className={styles.who}>
              <strong>{one.facts.payer.name}</strong>
              <span className={styles.detail}>Reserva {one.facts.code}</span>
            </span>
            {children?.(one)}
          </li>
        ))}
      </ul>
    </section>
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
      <span className={styles.detail}>já aberta {openedWords(opened, sender)}</span>
      <span className={styles.again}>
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
      </span>
    </>
  );
}

function Call({ payer: { name, contact } }: Pick<ChatFacts, 'payer'>) {
  if (!contact) return <span className={styles.detail}>sem telefone</span>;
  return (
    <a href={`tel:${contact}`} aria-label={`Ligar para ${name}: ${formatContact(contact)}`} className={styles.call}>
      <IconPhone size={18} aria-hidden />
      {formatContact(contact)}
    </a>
  );
}
