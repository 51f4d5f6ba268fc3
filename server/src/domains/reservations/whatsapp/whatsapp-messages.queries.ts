import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { ReservationRow } from '../reservations.queries.ts';

/** Name and telephone of a reservation's payer, or of one of its active participants. */
export function phoneOf(
  db: Database,
  { id, user_id }: Pick<ReservationRow, 'id' | 'user_id'>,
  participantId: string | null,
): Promise<{ name: string; contact: string | null } | undefined> {
  if (participantId === null) {
    return db.selectFrom('users').select(['name', 'contact']).where('id', '=', user_id).executeTakeFirst();
  }
  return db
    .selectFrom('participants')
    .select(['name', 'contact'])
    .where('id', '=', participantId)
    .where('reservation_id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

export async function insertChat(
  trx: DatabaseTransaction,
  chat: Omit<Insertable<Schema['whatsapp_messages']>, 'undone_at'>,
): Promise<void> {
  await trx.insertInto('whatsapp_messages').values(chat).execute();
}

/** Whether it was not undone before. */
export async function markUndone(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('whatsapp_messages')
    .set({ undone_at: new Date() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
