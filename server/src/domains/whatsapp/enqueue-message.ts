import { randomUUIDv7 } from 'node:crypto';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { ChatContent } from '../../ports/whatsapp/port.ts';

/** Ten a second in each process: a number that is also in the app may send twenty. */
export const messageQueue: Queue = {
  name: 'whatsapp-messages',
  batchSize: 10,
  pause: 1,
  retryLimit: 10,
  retryDelay: 5,
  retryDelayMax: 600,
};

/** A message as it waits: the rest is its row's. */
export interface QueuedMessage {
  id: string;
  after?: string;
}

export interface OutgoingMessage {
  /** A message that has been queued is not queued again; a new one by default. */
  id?: string;
  conversationId: string;
  content: ChatContent;
  /** As the conversation shows it. */
  text: string;
  reservationId: string | null;
  /** Of the team; null for the product itself. */
  sentBy: string | null;
  /** The kind of the e-mail in whose place it stands, and the e-mail itself. */
  about?: string;
  fallback?: object | undefined;
  /** The message that it follows, and without which it is not sent. */
  after?: string;
}

/** Queues a message, which is sent once the transaction commits. False if it was queued before. */
export async function enqueueMessage(
  jobs: Pick<Jobs, 'enqueue'>,
  message: OutgoingMessage,
  trx: DatabaseTransaction,
): Promise<boolean> {
  const { conversationId, content, text, reservationId, sentBy, about = '', fallback, after } = message;
  const { id = randomUUIDv7() } = message;
  const inserted = await trx
    .insertInto('conversation_messages')
    .values({
      ...{ id, conversation_id: conversationId, direction: 'out', kind: content.type, text, about },
      ...{ reservation_id: reservationId, sent_by: sentBy, status: 'queued' },
      content: JSON.stringify(content),
      fallback: fallback ? JSON.stringify(fallback) : null,
    })
    .onConflict((known) => known.column('id').doNothing())
    .executeTakeFirst();
  if (!inserted.numInsertedOrUpdatedRows) return false;
  const now = new Date();
  await trx
    .updateTable('conversations')
    .set({
      last_message_at: now,
      ...(reservationId && { reservation_id: reservationId }),
      ...(sentBy && { state: 'answered', person_answered_at: now, typing_by: null, typing_until: null }),
    })
    .where('id', '=', conversationId)
    .execute();
  await jobs.enqueue(messageQueue, { id, ...(after && { after }) } satisfies QueuedMessage, trx);
  return true;
}
