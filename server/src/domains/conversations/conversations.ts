import { randomUUIDv7 } from 'node:crypto';
import type {
  ChatDraft,
  ChatMessage,
  Conversation,
  ConversationChange,
  ConversationFilters,
  ConversationList,
  ConversationThread,
} from '@passeio/contract/conversations/conversations';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { type Actor, callerOfActor } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findReservation, recordReservationAudit } from '../reservations/index.ts';
import { findPerson } from '../users/index.ts';
import { enqueueMessage } from '../whatsapp/index.ts';
import { presentConversation, presentMessage, presentReservation, type Reader } from './conversations.present.ts';
import {
  findConversation,
  findMessage,
  listConversations,
  listMessages,
  listTeam,
  lockConversation,
  MESSAGES_READ,
  proposeReservations,
} from './conversations.queries.ts';
import { type HandDeps, messageByHand } from './templates-by-hand.ts';

/** For how long a colleague is shown as writing after the last letter. */
const TYPING_SECONDS = 10;

const readerOf = (caller: Caller): Reader => ({ id: caller.id, seesNumbers: hasPermission(caller, 'answer_chats') });

export async function readConversations(
  db: Database,
  caller: Caller,
  filters: ConversationFilters,
): Promise<ConversationList> {
  const reader = readerOf(caller);
  const { rows, ...count } = await listConversations(db, caller.id, { ...filters, seesNumbers: reader.seesNumbers });
  const now = new Date();
  return {
    data: rows.map((row) => presentConversation(row, reader, now)),
    page: { number: filters.page, size: filters.size, ...count },
  };
}

/** A conversation with its latest messages, or those before one of them. Throws CONVERSATION_NOT_FOUND. */
export async function readThread(
  db: Database,
  caller: Caller,
  conversationId: string,
  before?: string,
): Promise<ConversationThread> {
  const row = await findConversation(db, conversationId);
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  const mayAnswer = hasPermission(caller, 'answer_chats');
  const isLinked = row.reservation_id !== null;
  const [messages, team, proposals] = await Promise.all([
    listMessages(db, conversationId, before),
    mayAnswer ? listTeam(db) : [],
    isLinked || !mayAnswer ? [] : proposeReservations(db, conversationId),
  ]);
  return {
    conversation: presentConversation(row, readerOf(caller), new Date()),
    messages: messages.slice(0, MESSAGES_READ).reverse().map(presentMessage),
    hasOlder: messages.length > MESSAGES_READ,
    team,
    proposals: proposals.flatMap((one) => presentReservation(one) ?? []),
  };
}

/**
 * Answers a contact. Whoever answers a conversation that is nobody's takes it. Throws CHAT_CLOSED for free text once a
 * day has passed since the contact wrote, WHATSAPP_NOT_CONNECTED, and what a template throws.
 */
export async function sendMessage(
  trx: DatabaseTransaction,
  deps: HandDeps & Pick<Deps, 'jobs'>,
  actor: Actor,
  conversationId: string,
  draft: ChatDraft,
): Promise<ChatMessage> {
  const caller = callerOfActor(actor);
  const conversation = await lockConversation(trx, conversationId);
  if (!conversation) throw new AppError('CONVERSATION_NOT_FOUND');
  const { whatsApp } = deps.connections;
  if (!whatsApp) throw new AppError('WHATSAPP_NOT_CONNECTED');
  const isOpen = conversation.open_until !== null && conversation.open_until > new Date();
  if ('text' in draft && !isOpen) throw new AppError('CHAT_CLOSED');
  const { account } = whatsApp;
  const message =
    'text' in draft
      ? { content: { type: 'text' as const, body: draft.text }, text: draft.text }
      : await messageByHand(trx, { ...deps, account }, caller, { conversationId, kind: draft.template });
  const id = randomUUIDv7();
  const about = { sentBy: caller.id, reservationId: conversation.reservation_id };
  await enqueueMessage(deps.jobs, { id, conversationId, ...about, ...message }, trx);
  await trx
    .updateTable('conversations')
    .set({ assignee_id: conversation.assignee_id ?? caller.id, seen_at: new Date() })
    .where('id', '=', conversationId)
    .execute();
  return presentMessage(await findMessage(trx, id));
}

/**
 * Changes what a conversation is about, whose it is, and its state. A reservation whose payer has another telephone
 * needs the last four digits of that, which its contact has said: whoever comes with a new number inherits nothing.
 */
export async function changeConversation(
  trx: DatabaseTransaction,
  actor: Actor,
  conversationId: string,
  { reservationId, phoneDigits, assigneeId, state, seen }: ConversationChange,
): Promise<Conversation> {
  const locked = await lockConversation(trx, conversationId);
  if (!locked) throw new AppError('CONVERSATION_NOT_FOUND');
  if (reservationId !== undefined && reservationId !== locked.reservation_id) {
    await linkTo(trx, actor, { conversationId, before: locked.reservation_id, after: reservationId, phoneDigits });
  }
  if (assigneeId && !(await listTeam(trx)).some(({ id }) => id === assigneeId)) throw new AppError('PERSON_NOT_FOUND');
  const change = {
    ...(assigneeId !== undefined && { assignee_id: assigneeId }),
    ...(state && { state }),
    ...(seen && { seen_at: new Date() }),
  };
  if (Object.keys(change).length > 0) {
    await trx.updateTable('conversations').set(change).where('id', '=', conversationId).execute();
  }
  const row = await findConversation(trx, conversationId);
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  return presentConversation(row, readerOf(callerOfActor(actor)), new Date());
}

interface Link {
  conversationId: string;
  before: string | null;
  after: string | null;
  phoneDigits: string | undefined;
}

async function linkTo(
  trx: DatabaseTransaction,
  actor: Actor,
  { conversationId, before, after, phoneDigits }: Link,
): Promise<void> {
  const contact = await trx
    .selectFrom('chat_contacts')
    .innerJoin('conversations', 'conversations.contact_id', 'chat_contacts.id')
    .select('phone')
    .where('conversations.id', '=', conversationId)
    .executeTakeFirstOrThrow();
  if (after !== null) {
    const reservation = await findReservation(trx, after);
    const payer = reservation && (await findPerson(trx, reservation.user_id));
    if (!reservation || !payer) throw new AppError('RESERVATION_NOT_FOUND');
    if (contact.phone !== payer.contact) requireDigits(payer.contact, phoneDigits);
    await recordReservationAudit(trx, actor, { reservation, trip: reservation }, { action: 'reservation.chat_linked' });
  }
  const former = before === null ? undefined : await findReservation(trx, before);
  if (former) {
    const event = { action: 'reservation.chat_unlinked' as const };
    await recordReservationAudit(trx, actor, { reservation: former, trip: former }, event);
  }
  await trx.updateTable('conversations').set({ reservation_id: after }).where('id', '=', conversationId).execute();
}

function requireDigits(contact: string, digits: string | undefined): void {
  if (digits === undefined) throw new AppError('PHONE_DIGITS_NEEDED');
  if (contact.length < digits.length || !contact.endsWith(digits)) throw new AppError('PHONE_DIGITS_WRONG');
}

/** Notes that the caller is writing an answer, or no longer. Answers which colleague is writing too. */
export async function noteTyping(
  db: Database,
  caller: Caller,
  conversationId: string,
  isTyping: boolean,
): Promise<{ typing: string | null }> {
  const row = await findConversation(db, conversationId);
  if (!row) throw new AppError('CONVERSATION_NOT_FOUND');
  const isOther = row.typing_by !== caller.id;
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${TYPING_SECONDS})`;
  const update = db.updateTable('conversations').where('id', '=', conversationId);
  if (isTyping) await update.set({ typing_by: caller.id, typing_until: until }).execute();
  else await update.where('typing_by', '=', caller.id).set({ typing_by: null, typing_until: null }).execute();
  const isActive = isOther && row.typing_until !== null && row.typing_until > new Date();
  return { typing: isActive ? row.typist_name : null };
}
