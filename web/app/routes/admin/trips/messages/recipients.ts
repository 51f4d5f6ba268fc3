import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { WhatsAppMessage } from '@passeio/contract/messages/whatsapp-messages';
import { type ChatSender, concerns } from '@passeio/contract/messages/whatsapp-moments';
import { type WhatsAppTemplateKey, whatsAppTemplates } from '@passeio/contract/messages/whatsapp-templates';
import { firstName } from '@passeio/contract/words';
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
export function openedWords(
  { openedAt, by }: WhatsAppMessage,
  { timeZone, now }: Pick<ChatSender, 'timeZone' | 'now'>,
) {
  const { formatMoment, formatTime } = formatsIn(timeZone);
  const dayOf = (at: number) => formatMoment(new Date(at).toISOString()).slice(0, 5);
  const day = dayOf(Date.parse(openedAt));
  const words = day === dayOf(now) ? 'hoje' : day;
  return `${words} às ${formatTime(openedAt)} por ${firstName(by)}`;
}
