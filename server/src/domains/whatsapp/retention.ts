import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted, eraseInBatches } from '../../platform/database/erased-counts.ts';
import type { Storage } from '../../ports/storage/port.ts';

const MEDIA_DAYS = 30;
/** After the trip, or after a message about none. */
const RETENTION = '2 years';
const BATCH = 1_000;
const FILES = 100;

/** Deletes media 30 days after they came, and messages and contacts two years after their trip. */
export async function deleteOldChats(db: Database, storage: Storage): Promise<void> {
  let deleted: number;
  do {
    const { rows } = await sql<{ id: string; storage_key: string | null }>`
      select id, storage_key from conversation_media
      where created_at < now() - make_interval(days => ${MEDIA_DAYS}) order by created_at limit ${FILES}`.execute(db);
    // Again after a crash in between: the file goes first.
    for (const { storage_key } of rows) if (storage_key) await storage.removeFolder(storage_key);
    const ids = rows.map(({ id }) => id);
    deleted = await eraseCounted(db, 'media', async (trx) => {
      const { numAffectedRows } = await sql`delete from conversation_media where id = any (${ids}::uuid[])`.execute(
        trx,
      );
      return Number(numAffectedRows ?? 0);
    });
  } while (deleted === FILES);
  // Of messages that nobody ever got. One that still waits is sent after a failure of days, or when staff tries again.
  await sql`
    update conversation_messages set content = null, fallback = null
    where at < now() - case status when 'queued' then interval '30 days' else interval '1 day' end
      and (content is not null or fallback is not null)`.execute(db);
  await eraseInBatches(db, 'messages', BATCH, deleteOldMessages);
}

async function deleteOldMessages(trx: DatabaseTransaction, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversation_messages where id in (
      select m.id from conversation_messages m
      left join reservations r on r.id = m.reservation_id left join trips on trips.id = r.trip_id
      where m.at < now() - ${RETENTION}::interval
        and coalesce(trips.returns_at, m.at) < now() - ${RETENTION}::interval
        and not exists (select from conversation_media where message_id = m.id)
      limit ${limit})`.execute(trx);
  await sql`
    delete from chat_contacts c using conversations
    where conversations.contact_id = c.id
      and coalesce(conversations.last_message_at, conversations.created_at) < now() - ${RETENTION}::interval
      and not exists (select from conversation_messages m where m.conversation_id = conversations.id)`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
