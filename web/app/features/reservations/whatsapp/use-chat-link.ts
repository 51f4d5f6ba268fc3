import type { ChatFacts } from '@passeio/contract/chat-facts';
import { messageRoutes, wordingRoutes } from '@passeio/contract/messages/message-routes';
import type { WhatsAppMessage, WhatsAppMessageDraft } from '@passeio/contract/messages/whatsapp-messages';
import type { WhatsAppTemplateKey } from '@passeio/contract/messages/whatsapp-templates';
import { reservationLinkRoutes } from '@passeio/contract/reservations/reservation-link-routes';
import {
  type ChatMessage,
  type ChatParticipant,
  type ChatSender,
  greetingText,
  messageToParticipant,
  messageToPayer,
  needsPayerLink,
} from '@passeio/contract/reservations/whatsapp-moments';
import { useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { whatsAppLink } from '~/lib/formats';
import { useOrigin, useSettings } from '~/lib/settings';
import { api } from '../../session/api';
import { load } from '../../session/queries';
import { may } from '../../session/user-store';

/**
 * Whom staff writes to about a reservation: its payer, or a participant with a telephone of their own. Without `facts`,
 * of a person without a coming reservation, the text only greets. `template`: the text, by default that of the moment.
 */
export interface Chat {
  facts: ChatFacts | null;
  to: { name: string; contact: string };
  participant?: ChatParticipant | undefined;
  template?: WhatsAppTemplateKey | undefined;
}

/** Properties of a link that opens a chat. */
export interface ChatLink {
  href: string;
  target: '_blank';
  rel: 'noreferrer';
  'aria-label': string;
  onClick: (event: MouseEvent) => void;
}

/** Who writes, as the texts name them; until the operator's own wordings are loaded, in the default ones. */
export function useChatSender(): ChatSender {
  const { name: operator, timeZone } = useSettings();
  const origin = useOrigin();
  const { data } = useQuery(load(wordingRoutes.listWordings));
  return { operator, origin, timeZone, wordings: data?.data ?? [], now: Date.now() };
}

/** The link to a chat with the text typed; a tap on it is recorded, and never waits for that. */
export function useChatLink(): (chat: Chat) => ChatLink {
  const sender = useChatSender();
  return (chat) => {
    const { facts, to, participant } = chat;
    const message = messageOf(chat, sender);
    return {
      ...linkTo(to, message?.text ?? greetingText(to.name, sender), message?.topic),
      onClick: (event) => {
        if (!facts || !message) return;
        note(facts, message, participant);
        // Without a link where staff may not make one.
        if (participant || !may('see_money') || !needsPayerLink(message.key, facts, sender)) return;
        event.preventDefault();
        void openWithLink(facts, to, (link) => messageToPayer(facts, sender, message.key, link).text);
      },
    };
  };
}

/**
 * Opens the chat with a new link of the payer's in its text; without it, where none can be made. The window is opened
 * at once: after the answer the browser would block it.
 */
async function openWithLink({ id }: ChatFacts, to: Chat['to'], textWith: (link: string) => string): Promise<void> {
  const chat = window.open('', '_blank');
  // The chat opens after a refusal too: the call that records the tap opens the login page.
  const call = api.call(reservationLinkRoutes.create, { params: { reservationId: id }, session: 'optional' });
  const link = await call.catch(() => undefined);
  const href = whatsAppLink(to.contact, textWith(link?.url ?? ''));
  if (!chat) return window.location.assign(href);
  chat.opener = null;
  chat.location.replace(href);
}

/** The same for a text about no reservation, which is not recorded. `topic`: what for, as in "lista de espera". */
export function linkTo(to: { name: string; contact: string }, text: string, topic?: string) {
  return {
    href: whatsAppLink(to.contact, text),
    target: '_blank',
    rel: 'noreferrer',
    'aria-label': `WhatsApp de ${to.name}${topic ? `: ${topic}` : ''}`,
  } as const;
}

function messageOf({ facts, participant, template }: Chat, sender: ChatSender): ChatMessage | undefined {
  if (!facts) return undefined;
  return participant
    ? messageToParticipant(facts, sender, participant, template)
    : messageToPayer(facts, sender, template);
}

/**
 * Records that a chat was opened; goes on while the browser leaves for WhatsApp. Rejects with an ApiError, of which
 * nothing has been shown.
 */
export function recordChat(reservationId: string, body: WhatsAppMessageDraft): Promise<WhatsAppMessage> {
  return api.call(messageRoutes.recordChat, { params: { reservationId }, body, keepalive: true, toast: false });
}

/** Records a tap. If that fails the chat is open all the same, and there is nothing to be done about it in a list. */
export function note(facts: ChatFacts, { key }: Pick<ChatMessage, 'key'>, participant?: { id: string }): void {
  const body = { templateKey: key, tripId: facts.trip.id, ...(participant ? { participantId: participant.id } : {}) };
  recordChat(facts.id, body).catch((error) => console.warn('An opened chat was not recorded', error));
}
