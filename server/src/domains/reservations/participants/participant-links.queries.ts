import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';

/** Stores the link of a participant, replacing an older one. */
export async function storeLink(trx: DatabaseTransaction, participantId: string, tokenHash: string): Promise<void> {
  await trx
    .insertInto('participant_links')
    .values({ participant_id: participantId, token_hash: tokenHash })
    .onConflict((conflict) =>
      conflict.column('participant_id').doUpdateSet({ token_hash: tokenHash, created_at: new Date() }),
    )
    .execute();
}

/** Deletes the link of a participant; false if there is none. What was asked for by it is paid no more. */
export async function endLink(trx: DatabaseTransaction, participantId: string): Promise<boolean> {
  await trx
    .updateTable('charges')
    .set({ state: 'replaced', updated_at: new Date() })
    .where('participant_id', '=', participantId)
    .where('state', '=', 'open')
    .execute();
  const ended = trx.deleteFrom('participant_links').where('participant_id', '=', participantId);
  return (await ended.executeTakeFirst()).numDeletedRows > 0n;
}

/** Whose link this is, while they are to travel and the trip has not departed. */
export function findByLink(
  db: Database,
  tokenHash: string,
  now: Date,
): Promise<{ id: string; reservation_id: string } | undefined> {
  return db
    .selectFrom('participant_links')
    .innerJoin('participants', 'participants.id', 'participant_links.participant_id')
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .select(['participants.id', 'participants.reservation_id'])
    .where('participant_links.token_hash', '=', tokenHash)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .where('trips.departs_at', '>', now)
    .where('trips.cancelled_at', 'is', null)
    .executeTakeFirst();
}
