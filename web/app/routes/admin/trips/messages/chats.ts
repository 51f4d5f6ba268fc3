import type { ChatFacts } from '@passeio/contract/chat-facts';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages, WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import { type ChatSender, concerns } from '@passeio/contract/messages/whatsapp-moments';
import { type WhatsAppTemplateKey, whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import { firstName } from '@passeio/contract/words';
import { useState } from 'react';
import { recordChat } from '~/features/reservations/whatsapp/use-chat-link';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { useUser } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { formatsIn } from '~/lib/formats';

/** Somebody to whom a text applies; `opened`: the latest chat with it. */
export interface Recipient {
  facts: ChatFacts;
  opened: WhatsAppMessage | undefined;
}

/** To whom a text applies: `waiting` have not got it, `opened` have, `unreachable` have no mobile telephone. */
export interface Recipients {
  waiting: Recipient[];
  opened: Recipient[];
  unreachable: Recipient[];
}

const keys = Object.keys(whatsAppTemplates) as WhatsAppTemplateKey[];

// Brazilian landlines, which have no WhatsApp: an area code and eight digits that begin with 2 to 5.
const LANDLINE = /^\+55\d{2}[2-5]\d{7}$/;

/** The text that an address names. */
export function readTemplate(name: string | null): WhatsAppTemplateKey | undefined {
  return keys.find((key) => key === name);
}

/** To whom of a trip a text applies. */
export function recipientsOf(
  key: WhatsAppTemplateKey,
  { reservations, messages }: { reservations: readonly ChatFacts[]; messages: readonly WhatsAppMessage[] },
  clock: Pick<ChatSender, 'timeZone' | 'now'>,
): Recipients {
  const all = reservations
    .filter((facts) => concerns(key, facts, clock))
    .map((facts) => ({ facts, opened: latestChat(messages, key, facts) }));
  const reachable = all.filter((one) => !isUnreachable(one));
  return {
    waiting: reachable.filter(({ opened }) => !opened),
    opened: reachable.filter(({ opened }) => opened),
    unreachable: all.filter(isUnreachable),
  };
}

function latestChat(messages: readonly WhatsAppMessage[], key: string, { id }: ChatFacts) {
  return messages.find((one) => one.reservationId === id && one.templateKey === key && one.participantId === null);
}

function isUnreachable({ facts }: Recipient): boolean {
  return facts.payer.contact === '' || LANDLINE.test(facts.payer.contact);
}

/** The texts with the people to whom they apply, those of nobody last. */
export function choices(list: Parameters<typeof recipientsOf>[1], clock: Parameters<typeof recipientsOf>[2]) {
  return keys
    .map((key) => ({ key, ...whatsAppTemplates[key], ...recipientsOf(key, list, clock) }))
    .toSorted((one, other) => Number(isEmpty(one)) - Number(isEmpty(other)));
}

/** Whether a text applies to nobody. */
export function isEmpty({ waiting, opened, unreachable }: Recipients): boolean {
  return waiting.length + opened.length + unreachable.length === 0;
}

/** As "hoje às 14:05 por Bia", with the day where it is another. */
export function openedLabel(
  { openedAt, by }: WhatsAppMessage,
  { timeZone, now }: Pick<ChatSender, 'timeZone' | 'now'>,
) {
  const { formatMoment, formatTime } = formatsIn(timeZone);
  const dayOf = (at: number) => formatMoment(new Date(at).toISOString()).slice(0, 5);
  const day = dayOf(Date.parse(openedAt));
  const label = day === dayOf(now) ? 'hoje' : day;
  return `${label} às ${formatTime(openedAt)} por ${firstName(by)}`;
}

/** A chat that was opened here: shown at once, `saved` when the server has it, undefined if that failed. */
interface Tap {
  /** Its id until the server has given one. */
  id: string;
  shown: WhatsAppMessage;
  saved: Promise<WhatsAppMessage | undefined>;
}

/** A record that failed, to be shown and tried again. */
interface Failure {
  name: string;
  reason: string;
  retry: () => void;
}

export interface Chats extends Pick<TripWhatsAppMessages, 'reservations'> {
  /** The latest first. */
  messages: WhatsAppMessage[];
  failures: Failure[];
  open: (facts: ChatFacts, key: WhatsAppTemplateKey) => void;
  undo: (message: WhatsAppMessage, name: string) => void;
}

/** The chats of a trip as the server has them, with those opened and taken back here before it has answered. */
export function useChats(list: TripWhatsAppMessages): Chats {
  const { trip, messages: loaded, reservations } = list;
  const by = useUser(({ user }) => user.name);
  const [taps, setTaps] = useState<Tap[]>([]);
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const [failures, setFailures] = useState<Failure[]>([]);

  function fail(failure: Failure): void {
    const retry = () => {
      setFailures((all) => all.filter((one) => one.retry !== retry));
      failure.retry();
    };
    setFailures((all) => [...all, { ...failure, retry }]);
  }

  async function save(facts: ChatFacts, key: WhatsAppTemplateKey, id: string): Promise<WhatsAppMessage | undefined> {
    try {
      const saved = await recordChat(facts.id, { templateKey: key, tripId: trip.id });
      // Two taps before an answer are one record.
      const isOther = (tap: Tap) => tap.id === id || tap.shown.id !== saved.id;
      setTaps((all) => all.filter(isOther).map((tap) => (tap.id === id ? { ...tap, shown: saved } : tap)));
      return saved;
    } catch (error) {
      setTaps((all) => all.filter((tap) => tap.id !== id));
      fail({ name: facts.payer.name, reason: explainFailure(error), retry: () => start(facts, key, id) });
      return undefined;
    }
  }

  function start(facts: ChatFacts, key: WhatsAppTemplateKey, id: string): void {
    const shown = { id, reservationId: facts.id, templateKey: key, participantId: null };
    const now = { phone: facts.payer.contact, by, openedAt: new Date().toISOString() };
    setTaps((all) => [{ id, shown: { ...shown, ...now }, saved: save(facts, key, id) }, ...all]);
  }

  async function undo(message: WhatsAppMessage, name: string): Promise<void> {
    setUndone((all) => new Set([...all, message.id]));
    const tap = taps.find(({ shown }) => shown.id === message.id);
    const saved = tap ? await tap.saved : message;
    if (!saved) return;
    setUndone((all) => new Set([...all, saved.id]));
    try {
      const params = { reservationId: saved.reservationId, messageId: saved.id };
      await orRedirect(apiInPlace.call(messageRoutes.undoChat, { params }));
    } catch (error) {
      setUndone((all) => new Set([...all].filter((id) => id !== saved.id && id !== message.id)));
      fail({ name, reason: explainFailure(error), retry: () => void undo(saved, name) });
    }
  }

  const known = new Set(loaded.map(({ id }) => id));
  const here = taps.map(({ shown }) => shown).filter(({ id }) => !known.has(id));
  return {
    reservations,
    messages: [...here, ...loaded].filter(({ id }) => !undone.has(id)),
    failures,
    open: (facts, key) => start(facts, key, crypto.randomUUID()),
    undo: (message, name) => void undo(message, name),
  };
}
