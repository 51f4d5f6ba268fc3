import { id, instant, line, text } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';

/** The longest text that is sent at once. */
export const MAX_CHAT_TEXT = 4_000;

/** waiting: the contact wrote last, and nobody has answered. */
export const conversationStates = ['waiting', 'answered', 'closed'] as const;
export type ConversationState = (typeof conversationStates)[number];

/** Which conversations a list has. `mine`: assigned to the caller; `unlinked`: of no reservation; `open`: not closed. */
export const conversationLists = ['waiting', 'mine', 'unlinked', 'open', 'closed'] as const;
export type ConversationListName = (typeof conversationLists)[number];

const chatReservation = z.object({
  id,
  code: z.string(),
  payer: z.string(),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type ChatReservation = z.infer<typeof chatReservation>;

/**
 * A conversation by WhatsApp. `phone`: E.164, or its last digits for staff without the permission to answer; empty where
 * Meta gives none. `openUntil`: until when free text may be sent; null: the contact has not written. `typing`: the
 * colleague who is writing an answer.
 */
export const conversation = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  state: z.enum(conversationStates),
  unread: z.int(),
  openUntil: instant.nullable(),
  reservation: chatReservation.nullable(),
  assignee: z.object({ id, name: z.string() }).nullable(),
  typing: z.string().nullable(),
  hasStopped: z.boolean(),
  last: z.object({ text: z.string(), kind: z.string(), isOurs: z.boolean(), at: instant }).nullable(),
});
export type Conversation = z.infer<typeof conversation>;

export const conversationFilters = z.strictObject({
  list: z.enum(conversationLists).default('open'),
  reservationId: id.optional(),
  q: line('Busca', { max: 80 }).optional(),
  page: pageNumber.default(1),
  size: pageSize.default(30),
});
export type ConversationFilters = z.output<typeof conversationFilters>;

export const conversationList = z.object({ data: z.array(conversation), page: pageInfo });
export type ConversationList = z.infer<typeof conversationList>;

/** A file of a message. `gone`: it was refused, or it is not there yet; `receipt`: it is one of the reservation. */
const chatMedia = z.object({
  id,
  contentType: z.string(),
  name: z.string(),
  state: z.enum(['wanted', 'stored', 'refused']),
  isReceipt: z.boolean(),
});
export type ChatMedia = z.infer<typeof chatMedia>;

/**
 * `direction`: in: the contact's; out: the product's or the inbox's; echo: the team's in the app. `by`: who of the team
 * wrote it; null of the product itself. `fellBackTo`: what became of one that could not be delivered; `errorCode`: why,
 * as Meta says.
 */
export const chatMessage = z.object({
  id,
  direction: z.enum(['in', 'out', 'echo']),
  kind: z.string(),
  text: z.string(),
  at: instant,
  status: z.string(),
  by: z.string().nullable(),
  fellBackTo: z.enum(['email', 'staff']).nullable(),
  errorCode: z.int().nullable(),
  media: chatMedia.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * `messages`: the newest last. `team`: who may answer. `proposals`: reservations that a conversation without one may be
 * about.
 */
export const conversationThread = z.object({
  conversation,
  messages: z.array(chatMessage),
  hasOlder: z.boolean(),
  team: z.array(z.object({ id, name: z.string() })),
  proposals: z.array(chatReservation),
});
export type ConversationThread = z.infer<typeof conversationThread>;

/** `before`: a message, for those before it. */
export const threadQuery = z.strictObject({ before: id.optional() });

/** Free text, while the conversation is open; then a template that Meta has approved, by its kind. */
export const chatDraft = z.union([
  z.strictObject({ text: text('Mensagem', { max: MAX_CHAT_TEXT }).min(1, 'Escreva a mensagem.') }),
  z.strictObject({ template: z.string().regex(/^[A-Za-z]{1,50}$/) }),
]);
export type ChatDraft = z.output<typeof chatDraft>;

/** A template that can be sent now. `text`: filled; `button`: what it is called; `costHundredths`: of a centavo. */
const handTemplate = z.object({
  kind: z.string(),
  label: z.string(),
  text: z.string(),
  button: z.string().nullable(),
  costHundredths: z.int(),
});
export type HandTemplate = z.infer<typeof handTemplate>;

export const handTemplateList = z.object({ data: z.array(handTemplate) });

/**
 * What changes of a conversation. `phoneDigits`: the last four of the payer's telephone, which the contact has said;
 * needed where the conversation has another telephone. `seen`: who answers has read it so far.
 */
export const conversationChange = z.strictObject({
  reservationId: id.nullable().optional(),
  phoneDigits: z
    .string()
    .regex(/^\d{4}$/, 'Informe os quatro últimos números.')
    .optional(),
  assigneeId: id.nullable().optional(),
  state: z.enum(conversationStates).optional(),
  seen: z.literal(true).optional(),
});
export type ConversationChange = z.output<typeof conversationChange>;

export const chatTyping = z.strictObject({ isTyping: z.boolean() });

/** `typing`: the colleague who is writing too. */
export const typingColleague = z.object({ typing: z.string().nullable() });
