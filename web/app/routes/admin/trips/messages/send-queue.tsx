import { Button, Group, Text } from '@mantine/core';
import type { WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import type { ChatSender } from '@passeio/contract/reservations/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { linkTo } from '~/features/reservations/whatsapp/use-chat-link';
import { formatContact } from '~/lib/number-formats';
import { Card } from '~/ui/layout/card';
import { type Chats, chatWith, type Letter, openedLabel, type Topic } from './chats';
import styles from './trip-messages.module.css';

type Clock = Pick<ChatSender, 'timeZone' | 'now'>;

interface SendQueueProps {
  topic: Topic;
  queue: readonly Letter[];
  chats: Chats;
  clock: Clock;
  onEnd: () => void;
}

/** One card per person: a tap opens WhatsApp with the text, is recorded, and shows the next. */
export function SendQueue({ topic, queue, chats, clock, onEnd }: SendQueueProps) {
  const [at, setAt] = useState(0);
  const [last, setLast] = useState<Letter>();
  const title = useRef<HTMLHeadingElement>(null);
  const openedFor = (letter: Letter) => chatWith(chats.messages, topic, letter);
  // Others may write too: people who have the text by now are skipped.
  const after = (place: number) => {
    const next = queue.findIndex((letter, index) => index > place && !openedFor(letter));
    return next === -1 ? queue.length : next;
  };
  const person = queue[at];
  const lastOpened = last && openedFor(last);

  function goTo(place: number): void {
    setAt(place);
    // The pressed button may have gone.
    title.current?.focus();
  }

  function open(event: MouseEvent, letter: Letter): void {
    // The second tap of a double one would open the next person's chat.
    if (event.detail > 1) {
      event.preventDefault();
      return;
    }
    chats.open(letter, topic);
    // Afterwards: drawn anew at once, the link would lead the browser, which follows it now, to the next person's chat.
    const next = after(at);
    setTimeout(() => {
      setLast(letter);
      setAt(next);
    });
  }

  function undo(letter: Letter, message: WhatsAppMessage): void {
    chats.undo(message, letter.to.name);
    setLast(undefined);
    goTo(queue.indexOf(letter));
  }

  const steps = (
    <>
      <Group gap="xs">
        <Button size="md" variant="default" disabled={at === 0} onClick={() => goTo(Math.min(at, queue.length) - 1)}>
          Voltar
        </Button>
        <Onward name={person?.to.name} onSkip={() => goTo(after(at))} onEnd={onEnd} />
      </Group>
      {lastOpened && last !== person && (
        <Opened
          text={`${last.to.name}: aberta no WhatsApp.`}
          label={`Não enviei: ${last.to.name}`}
          onUndo={() => undo(last, lastOpened)}
        />
      )}
    </>
  );
  if (!person) {
    const opened = queue.filter(openedFor).length;
    return (
      <Done opened={opened} skipped={queue.length - opened}>
        {steps}
      </Done>
    );
  }
  return (
    <PersonCard
      title={title}
      letter={person}
      place={`${at + 1} de ${queue.length}`}
      opened={openedFor(person)}
      clock={clock}
      onStop={onEnd}
      onOpen={(event) => open(event, person)}
      onUndo={(message) => undo(person, message)}
    >
      {steps}
    </PersonCard>
  );
}

/** Past this person; past the last one, to the list. */
function Onward({ name, onSkip, onEnd }: { name: string | undefined; onSkip: () => void; onEnd: () => void }) {
  return name === undefined ? (
    <Button size="md" onClick={onEnd}>
      Ver a lista
    </Button>
  ) : (
    <Button size="md" variant="default" aria-label={`Pular: ${name}`} onClick={onSkip}>
      Pular
    </Button>
  );
}

/** A chat that was opened, to be taken back if nothing was sent. */
function Opened({ text, label, onUndo }: { text: string; label?: string; onUndo: () => void }) {
  return (
    <Card tone="success" className={styles.opened}>
      <span>{text}</span>
      <Button size="md" px="sm" variant="subtle" aria-label={label} onClick={onUndo}>
        Não enviei
      </Button>
    </Card>
  );
}

interface PersonCardProps {
  title: React.RefObject<HTMLHeadingElement | null>;
  letter: Letter;
  /** As "3 de 13". */
  place: string;
  opened: WhatsAppMessage | undefined;
  clock: Clock;
  onStop: () => void;
  onOpen: (event: MouseEvent) => void;
  onUndo: (message: WhatsAppMessage) => void;
  /** The way to the others. */
  children: ReactNode;
}

/** The text comes last: whatever comes and goes, the button stays where the thumb was at the person before. */
function PersonCard({ title, letter: { to, code, text }, place, opened, clock, children, ...does }: PersonCardProps) {
  return (
    <Card component="article" gap="small" aria-label={`Mensagem para ${to.name}`}>
      <Group justify="space-between" gap="0 xs" mt={-8} mb={-4}>
        <Text c="dimmed" fw={600} role="status" aria-label={`${place}: ${to.name}`}>
          {place}
        </Text>
        {/* Its label ends where the card's text does. */}
        <Button size="md" px="sm" mr={-12} variant="subtle" onClick={does.onStop}>
          Parar por aqui
        </Button>
      </Group>
      <h4 ref={title} tabIndex={-1} className={styles.name}>
        {to.name}
      </h4>
      <Text variant="hint" mb={4}>
        {formatContact(to.contact)} · Reserva {code}
      </Text>
      <Button
        component="a"
        {...linkTo(to, text)}
        aria-label={`Abrir no WhatsApp: ${to.name}`}
        size="lg"
        fullWidth
        variant={opened ? 'default' : 'filled'}
        leftSection={<IconBrandWhatsapp size={24} aria-hidden />}
        onClick={does.onOpen}
      >
        {opened ? 'Abrir de novo' : 'Abrir no WhatsApp'}
      </Button>
      {opened && (
        <Opened text={`Aberta no WhatsApp ${openedLabel(opened, clock)}.`} onUndo={() => does.onUndo(opened)} />
      )}
      {children}
      <p className={styles.text}>{text}</p>
    </Card>
  );
}

/** What became of the queue. */
function Done({ opened, skipped, children }: { opened: number; skipped: number; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card gap="small">
      <h4 ref={heading} tabIndex={-1} className={styles.name}>
        Você chegou ao fim
      </h4>
      <p>
        {opened === 0 ? 'Nenhuma aberta no WhatsApp' : plural(opened, 'aberta no WhatsApp', 'abertas no WhatsApp')}
        {skipped > 0 && `, ${plural(skipped, 'pulada')}`}.
      </p>
      {opened > 0 && <Text variant="hint">Se alguma não foi enviada, toque em “Não enviei” na lista.</Text>}
      {children}
    </Card>
  );
}
