import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

export type CancellationRow = Selectable<Schema['trip_cancellations']> & { cancelled_by_name: string };

/** How many people a reservation `r` has. */
export const peopleOfReservation = sql<number>`(select count(*)::integer from participants p
  where p.reservation_id = r.id and p.removed_at is null)`.as('people');

export function findCancellation(db: Database, tripId: string): Promise<CancellationRow | undefined> {
  return db
    .selectFrom('trip_cancellations as c')
    .innerJoin('users as u', 'u.id', 'c.cancelled_by')
    .selectAll('c')
    .select('u.name as cancelled_by_name')
    .where('c.trip_id', '=', tripId)
    .executeTakeFirst();
}

export async function insertCancellation(
  trx: DatabaseTransaction,
  row: { trip_id: string; reason: string; choose_until: string; cancelled_by: string; cancelled_at: Date },
): Promise<void> {
  await trx.insertInto('trip_cancellations').values(row).execute();
}

/** False without one; the database refuses one whose people are being notified. */
export async function deleteCancellation(trx: DatabaseTransaction, tripId: string): Promise<boolean> {
  const deleted = await trx.deleteFrom('trip_cancellations').where('trip_id', '=', tripId).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The active reservations of a trip with what notifying their payers depends on. */
export function reservationsToNotify(db: Database, tripId: string) {
  return db
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id', 'r.code', 'r.received_cents', 'payer.name', 'payer.contact', 'payer.email'])
    .select(peopleOfReservation)
    .where('r.trip_id', '=', tripId)
    .where('r.is_active', '=', true)
    .orderBy('payer.sort_name')
    .orderBy('r.id')
    .execute();
}

export async function countWaiting(db: Database, tripId: string): Promise<number> {
  const { total } = await db
    .selectFrom('waiting_list_entries')
    .where('trip_id', '=', tripId)
    .where('state', '=', 'waiting')
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Active reservations of a cancelled trip whose payers are not notified, but for `except`. */
function unnotified(db: Database, tripId: string) {
  return db
    .selectFrom('reservations as r')
    .where('r.trip_id', '=', tripId)
    .where('r.is_active', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('trip_cancellation_choices as c')
            .select('c.reservation_id')
            .whereRef('c.reservation_id', '=', 'r.id')
            .whereRef('c.trip_id', '=', 'r.trip_id'),
        ),
      ),
    );
}

export async function countUnnotified(db: Database, tripId: string): Promise<number> {
  const { total } = await unnotified(db, tripId)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The next reservation of a locked trip whose payer is to be notified, but for those that failed. */
export function nextUnnotified(trx: DatabaseTransaction, tripId: string, failed: readonly string[]) {
  return unnotified(trx, tripId)
    .select('r.id')
    .$if(failed.length > 0, (some) => some.where('r.id', 'not in', [...failed]))
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * A trip that was cancelled before then and whose people are not all notified, but for `failed`; locked, unless
 * somebody else has it.
 */
export async function lockTripToNotify(
  trx: DatabaseTransaction,
  before: Date,
  failed: readonly string[],
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('trips')
    .innerJoin('trip_cancellations as c', 'c.trip_id', 'trips.id')
    .select('trips.id')
    .where('c.cancelled_at', '<=', before)
    .where('c.done_at', 'is', null)
    .$if(failed.length > 0, (some) => some.where('trips.id', 'not in', [...failed]))
    .orderBy('c.cancelled_at')
    .limit(1)
    .forNoKeyUpdate('trips')
    .skipLocked()
    .executeTakeFirst();
  return found?.id;
}

export async function markNotifyingStarted(trx: DatabaseTransaction, tripId: string, now: Date): Promise<void> {
  await trx
    .updateTable('trip_cancellations')
    .set({ notified_at: now })
    .where('trip_id', '=', tripId)
    .where('notified_at', 'is', null)
    .execute();
}

export async function markDone(trx: DatabaseTransaction, tripId: string, now: Date): Promise<void> {
  await trx.updateTable('trip_cancellations').set({ done_at: now }).where('trip_id', '=', tripId).execute();
}
