import type { ChatFacts } from '@passeio/contract/chat-facts';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { TripWhatsAppMessages, WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import type { WhatsAppTemplateKey } from '@passeio/contract/messages/whatsapp-templates';
import { useState } from 'react';
import { recordChat } from '~/features/reservations/whatsapp/use-chat-link';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { useUser } from '~/features/session/user-store';
import { explainFailure } from '~/lib/explain-failure';

/** A chat that was opened here: shown at once, `saved` when the server has it, undefined if that failed. */
interface Tap {
  /** Its id until the server has given one. */
  id: string;
  shown: WhatsAppMessage;
  saved: Promise<WhatsAppMessage | undefined>;
}

/** A record that failed, to be told and tried again. */
interface Failure {
  name: string;
  sentence: string;
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
      fail({ name: facts.payer.name, sentence: explainFailure(error), retry: () => start(facts, key, id) });
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
      fail({ name, sentence: explainFailure(error), retry: () => void undo(saved, name) });
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
