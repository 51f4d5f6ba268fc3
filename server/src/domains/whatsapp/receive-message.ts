import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { ReportedMedia, ReportedMessage } from '../../ports/whatsapp/port.ts';
import { openConversation } from './contacts.ts';

/** In which order messages of a second came: Meta dates them by the second. Rows of earlier versions have none. */
export const arrivalOf = (message: string) => sql<string>`coalesce(${sql.ref(`${message}.arrival`)}, 0)`;

/** For how long free text may be sent after a contact wrote. */
const OPEN_HOURS = 24;

/** A message that is stored. */
export interface StoredMessage {
  id: string;
  conversationId: string;
  direction: 'in' | 'echo';
  /** Whether what follows from it is still to be done. */
  isToFollow: boolean;
}

/**
 * Stores a message with its contact and conversation, once however often it is reported. One of a contact opens the
 * conversation for a day and waits for an answer; one of the team answers it.
 */
export async function receiveMessage(db: Database, message: ReportedMessage): Promise<StoredMessage> {
  return inTransaction(db, async (trx) => {
    const known = await findStored(trx, message.wamid);
    if (known) return known;
    const { direction, contact, name, wamid, kind, text, media } = message;
    const conversation = await openConversation(trx, contact, name);
    const at = new Date(Math.min(message.atMs, Date.now()));
    const id = randomUUIDv7();
    const isIncoming = direction === 'in';
    const isToFollow = isIncoming || media !== undefined;
    const inserted = await trx
      .insertInto('conversation_messages')
      .values({
        ...{ id, conversation_id: conversation.id, direction, wamid, kind, text, at, status_at: at },
        ...(message.arrival !== undefined && { arrival: String(message.arrival) }),
        reservation_id: conversation.reservationId,
        status: isIncoming ? 'received' : 'sent',
        followed_at: isToFollow ? null : at,
      })
      .onConflict((conflict) => conflict.column('wamid').doNothing())
      .returning('id')
      .executeTakeFirst();
    const stored = inserted ? undefined : await findStored(trx, wamid);
    if (stored) return stored;
    if (media) await insertMedia(trx, id, media);
    await noteInConversation(trx, conversation.id, at, isIncoming);
    return { id, conversationId: conversation.id, direction, isToFollow };
  });
}

async function findStored(db: Database, wamid: string): Promise<StoredMessage | undefined> {
  const row = await db
    .selectFrom('conversation_messages')
    .select(['id', 'conversation_id', 'direction', 'followed_at'])
    .where('wamid', '=', wamid)
    .executeTakeFirst();
  if (!row) return undefined;
  // What we have sent ourselves is no echo.
  return {
    id: row.id,
    conversationId: row.conversation_id,
    direction: row.direction === 'in' ? 'in' : 'echo',
    isToFollow: row.direction !== 'out' && row.followed_at === null,
  };
}

async function insertMedia(db: Database, messageId: string, { providerId, contentType, fileName }: ReportedMedia) {
  await db
    .insertInto('conversation_media')
    .values({
      ...{ id: randomUUIDv7(), message_id: messageId, provider_id: providerId },
      ...{ content_type: contentType, file_name: fileName },
    })
    .execute();
}

/** What is reported late changes nothing that is newer. */
async function noteInConversation(db: Database, id: string, at: Date, isIncoming: boolean): Promise<void> {
  const isLatest = sql<boolean>`coalesce(last_message_at, '-infinity') <= ${at}`;
  const set = isIncoming
    ? sql`state = case when ${isLatest} then 'waiting' else state end,
        open_until = greatest(open_until, ${at}::timestamptz + make_interval(hours => ${OPEN_HOURS}))`
    : sql`state = case when ${isLatest} then 'answered' else state end,
        person_answered_at = greatest(person_answered_at, ${at}::timestamptz)`;
  await sql`
    update conversations set ${set}, last_message_at = greatest(last_message_at, ${at}::timestamptz)
    where id = ${id}`.execute(db);
}

/** Notes that what follows from a message has been done. */
export async function markFollowed(db: Database, id: string): Promise<void> {
  await db.updateTable('conversation_messages').set({ followed_at: new Date() }).where('id', '=', id).execute();
}
