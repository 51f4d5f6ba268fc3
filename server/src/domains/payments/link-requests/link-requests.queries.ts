import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';

export type WaitingRequest = Awaited<ReturnType<typeof listWaiting>>[number];

/** Requests that nobody has decided, the oldest first. */
export function listWaiting(db: Database) {
  return db
    .selectFrom('link_requests')
    .innerJoin('reservations', 'reservations.id', 'link_requests.reservation_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users as payer', 'payer.id', 'reservations.user_id')
    .innerJoin('users as maker', 'maker.id', 'link_requests.made_by')
    .leftJoin('users as person', 'person.id', 'link_requests.person_id')
    .selectAll('link_requests')
    .select(['reservations.code', 'payer.name as payer', 'maker.name as made_by_name'])
    .select(['person.name as person_name', 'person.email as person_email'])
    .select(['trips.id as trip_id', 'trips.title', 'trips.departs_at'])
    .where('link_requests.decided_at', 'is', null)
    .orderBy('link_requests.asked_at')
    .execute();
}

/** How many requests wait. */
export const countWaiting = sql<number>`select count(*)::integer from link_requests where decided_at is null`;

/** A request with who made its link, locked until it is decided. */
export function lockRequest(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('link_requests')
    .innerJoin('users as maker', 'maker.id', 'link_requests.made_by')
    .selectAll('link_requests')
    .select('maker.name as maker_name')
    .where('link_requests.id', '=', id)
    .forUpdate('link_requests')
    .executeTakeFirst();
}

/** Writes a decision; what was asked for is needed no more. */
export async function markDecided(
  trx: DatabaseTransaction,
  id: string,
  { by, isConfirmed }: { by: string; isConfirmed: boolean },
): Promise<void> {
  const decided = { decided_at: new Date(), decided_by: by, is_confirmed: isConfirmed, input: null };
  await trx.updateTable('link_requests').set(decided).where('id', '=', id).execute();
}
