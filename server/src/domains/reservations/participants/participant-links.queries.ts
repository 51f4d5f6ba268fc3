import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { replaceChargesOfShare } from '../../book/index.ts';

/** Stores the link of a participant, replacing an older one. `madeBy`: of staff. */
export async function storeLink(
  trx: DatabaseTransaction,
  { participantId, tokenHash, madeBy }: { participantId: string; tokenHash: string; madeBy: string | null },
): Promise<void> {
  const link = { token_hash: tokenHash, made_by: madeBy };
  await trx
    .insertInto('participant_links')
    .values({ participant_id: participantId, ...link })
    .onConflict((conflict) => conflict.column('participant_id').doUpdateSet({ ...link, created_at: new Date() }))
    .execute();
}

/** Deletes the link of a participant; false if there is none. What was asked for by it is paid no more. */
export async function endLink(trx: DatabaseTransaction, participantId: string): Promise<boolean> {
  await replaceChargesOfShare(trx, participantId);
  const ended = trx.deleteFrom('participant_links').where('participant_id', '=', participantId);
  return (await ended.executeTakeFirst()).numDeletedRows > 0n;
}

export interface LinkedPerson {
  id: string;
  reservation_id: string;
  /** The staff member who made the link; null for the payer. */
  made_by: string | null;
  maker_name: string | null;
}

/** The person of a link, while they are to travel and the trip has not departed. */
export function findByLink(db: Database, tokenHash: string, now: Date): Promise<LinkedPerson | undefined> {
  return db
    .selectFrom('participant_links')
    .leftJoin('users as maker', 'maker.id', 'participant_links.made_by')
    .innerJoin('participants', 'participants.id', 'participant_links.participant_id')
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .select(['participants.id', 'participants.reservation_id'])
    .select(['participant_links.made_by', 'maker.name as maker_name'])
    .where('participant_links.token_hash', '=', tokenHash)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .where('trips.departs_at', '>', now)
    .where('trips.cancelled_at', 'is', null)
    .executeTakeFirst();
}
