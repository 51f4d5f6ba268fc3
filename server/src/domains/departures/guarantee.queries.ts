import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';

/** Does not raise the trip's version: an open editor does not change who departs. */
export async function markGuaranteed(trx: DatabaseTransaction, tripId: string, by: string): Promise<void> {
  await trx
    .updateTable('trips')
    .set({ guaranteed_at: new Date(), guaranteed_by: by })
    .where('id', '=', tripId)
    .execute();
}

export async function unmarkGuaranteed(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx.updateTable('trips').set({ guaranteed_at: null, guaranteed_by: null }).where('id', '=', tripId).execute();
}

/**
 * The next trip that was guaranteed before then and whose people were not notified, locked unless another process notifies them.
 */
export function lockGuaranteeToNotify(trx: DatabaseTransaction, before: Date) {
  return trx
    .selectFrom('trips')
    .select(['id', 'title', 'slug', 'departs_at'])
    .where('guaranteed_at', '<=', before)
    .where('guaranteed_at', 'is not', null)
    .where('guarantee_told_at', 'is', null)
    .where('is_active', '=', true)
    .where('departs_at', '>', sql<Date>`now()`)
    .orderBy('guaranteed_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markGuaranteeNotified(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx.updateTable('trips').set({ guarantee_told_at: new Date() }).where('id', '=', tripId).execute();
}

/** Who goes on a trip, or holds places for their deposit, and has an address. */
export function payersOfTrip(trx: DatabaseTransaction, tripId: string) {
  return trx
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id', 'r.code', 'payer.name', 'payer.email'])
    .select(sql<boolean>`payer.subject is not null`.as('has_account'))
    .where('r.trip_id', '=', tripId)
    .where('r.state', 'in', ['held', 'booked'])
    .where('payer.email', 'is not', null)
    .orderBy('r.id')
    .execute();
}
