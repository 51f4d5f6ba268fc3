import type { ChatFacts } from '@passeio/contract/chat-facts';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages, WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import {
  type ANNOUNCEMENT,
  type WhatsAppTemplateKey,
  whatsAppTemplates,
} from '@passeio/contract/messages/whatsapp-templates';
import { type ChatSender, concerns, messageToPayer } from '@passeio/contract/reservations/whatsapp-moments';
import { firstName } from '@passeio/contract/words';
import { useState } from 'react';
import { recordChat } from '~/features/reservations/whatsapp/use-chat-link';
import { api } from '~/features/session/api';
import { useUser } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';
import { formatsIn } from '~/lib/formats';

/** A text that is ready for the chat with its recipient. `byEmail`: an e-mail with it went to them too. */
export interface Letter {
  reservationId: string;
  code: string;
  /** Null for the payer. */
  participantId: string | null;
  to: { name: string; contact: string };
  text: string;
  byEmail?: boolean;
}

/** What chats are opened with: a template, or an announcement of staff. */
export interface Topic {
  templateKey: WhatsAppTemplateKey | typeof ANNOUNCEMENT;
  announcementId?: string;
}

/** A letter; `opened`: the latest chat with it. */
export interface Recipient {
  letter: Letter;
  opened: WhatsAppMessage | undefined;
}

/**
 * To whom a text applies: `waiting` have not got it, `mailed` have it by e-mail only, `opened` have it by WhatsApp,
 * `unreachable` have no mobile telephone.
 */
export interface Recipients {
  waiting: Recipient[];
  mailed: Recipient[];
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

/** A text to the payers of a trip to whom it applies. */
export function lettersOf(key: WhatsAppTemplateKey, reservations: readonly ChatFacts[], sender: ChatSender): Letter[] {
  return reservations
    .filter((facts) => concerns(key, facts, sender))
    .map((facts) => ({
      ...{ reservationId: facts.id, code: facts.code, participantId: null, to: facts.payer },
      text: messageToPayer(facts, sender, key).text,
    }));
}

/** Who of the recipients got a text. */
export function recipientsOf(
  topic: Topic,
  letters: readonly Letter[],
  messages: readonly WhatsAppMessage[],
): Recipients {
  const all = letters.map((letter) => ({ letter, opened: chatWith(messages, topic, letter) }));
  const reachable = all.filter((one) => !isUnreachable(one));
  const left = reachable.filter(({ opened }) => !opened);
  return {
    waiting: left.filter(({ letter }) => !letter.byEmail),
    mailed: left.filter(({ letter }) => letter.byEmail),
    opened: reachable.filter(({ opened }) => opened),
    unreachable: all.filter(isUnreachable),
  };
}

/** The latest chat with somebody about something. */
export function chatWith(
  messages: readonly WhatsAppMessage[],
  { templateKey, announcementId }: Topic,
  { reservationId, participantId }: Letter,
): WhatsAppMessage | undefined {
  return messages.find(
    (one) =>
      one.reservationId === reservationId &&
      one.templateKey === templateKey &&
      one.participantId === participantId &&
      (one.announcementId ?? undefined) === announcementId,
  );
}

function isUnreachable({ letter: { to } }: Recipient): boolean {
  return to.contact === '' || LANDLINE.test(to.contact);
}

/** The texts with the people to whom they apply, those of nobody last. */
export function choices({ reservations, messages }: Pick<Chats, 'reservations' | 'messages'>, sender: ChatSender) {
  return keys
    .map((key) => ({
      ...{ key, ...whatsAppTemplates[key] },
      ...recipientsOf({ templateKey: key }, lettersOf(key, reservations, sender), messages),
    }))
    .toSorted((one, other) => Number(countOf(one) === 0) - Number(countOf(other) === 0));
}

/** To how many people a text applies. */
export function countOf({ waiting, mailed, opened, unreachable }: Recipients): number {
  return waiting.length + mailed.length + opened.length + unreachable.length;
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
  open: (letter: Letter, topic: Topic) => void;
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

  async function save(letter: Letter, topic: Topic, id: string): Promise<WhatsAppMessage | undefined> {
    try {
      const { reservationId, participantId } = letter;
      const about = { ...topic, tripId: trip.id, ...(participantId && { participantId }) };
      const saved = await recordChat(reservationId, about);
      // Two taps before an answer are one record.
      const isOther = (tap: Tap) => tap.id === id || tap.shown.id !== saved.id;
      setTaps((all) => all.filter(isOther).map((tap) => (tap.id === id ? { ...tap, shown: saved } : tap)));
      return saved;
    } catch (error) {
      setTaps((all) => all.filter((tap) => tap.id !== id));
      fail({ name: letter.to.name, reason: explainFailure(error), retry: () => start(letter, topic, id) });
      return undefined;
    }
  }

  function start(letter: Letter, topic: Topic, id: string): void {
    const { reservationId, participantId, to } = letter;
    const shown = { id, reservationId, participantId, announcementId: null, ...topic };
    const now = { phone: to.contact, by, openedAt: new Date().toISOString() };
    setTaps((all) => [{ id, shown: { ...shown, ...now }, saved: save(letter, topic, id) }, ...all]);
  }

  async function undo(message: WhatsAppMessage, name: string): Promise<void> {
    setUndone((all) => new Set([...all, message.id]));
    const tap = taps.find(({ shown }) => shown.id === message.id);
    const saved = tap ? await tap.saved : message;
    if (!saved) return;
    setUndone((all) => new Set([...all, saved.id]));
    try {
      const params = { reservationId: saved.reservationId, messageId: saved.id };
      await api.call(messageRoutes.undoChat, { params, toast: false });
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
    open: (letter, topic) => start(letter, topic, crypto.randomUUID()),
    undo: (message, name) => void undo(message, name),
  };
}
