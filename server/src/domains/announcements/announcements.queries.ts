import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

export type AnnouncementRow = Selectable<Schema['trip_announcements']>;

/** At most so many of a trip are shown. */
const LISTED = 50;

/** The announcements of a trip with the names of their authors, the latest first. */
export function announcementsOf(db: Database, tripId: string) {
  return authored(db).where('a.trip_id', '=', tripId).orderBy('a.id', 'desc').limit(LISTED).execute();
}

export function findAnnouncement(db: Database, id: string) {
  return authored(db).where('a.id', '=', id).executeTakeFirst();
}

function authored(db: Database) {
  return db
    .selectFrom('trip_announcements as a')
    .innerJoin('users', 'users.id', 'a.created_by')
    .selectAll('a')
    .select('users.name as by');
}

/** Locks an announcement of a trip; undefined if there is none. */
export function lockAnnouncement(
  trx: DatabaseTransaction,
  tripId: string,
  id: string,
): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('trip_announcements')
    .selectAll()
    .where('trip_id', '=', tripId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the next one whose time has come, unless another process sends it. */
export function lockDue(trx: DatabaseTransaction, now: Date): Promise<AnnouncementRow | undefined> {
  return trx
    .selectFrom('trip_announcements')
    .selectAll()
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** When scheduled announcements leave. */
export const announcementMoments = sql`
  select send_at as at from trip_announcements where sent_at is null and cancelled_at is null`;

/** How many that are not cancelled were written since then: of a trip, and by a person. */
export async function countSince(
  trx: DatabaseTransaction,
  since: Date,
  { tripId, personId }: { tripId: string; personId: string },
): Promise<{ ofTrip: number; ofPerson: number }> {
  const rows = await trx
    .selectFrom('trip_announcements')
    .select(['trip_id', 'created_by'])
    .where('created_at', '>', since)
    .where('cancelled_at', 'is', null)
    .where((eb) => eb.or([eb('trip_id', '=', tripId), eb('created_by', '=', personId)]))
    .execute();
  return {
    ofTrip: rows.filter(({ trip_id }) => trip_id === tripId).length,
    ofPerson: rows.filter(({ created_by }) => created_by === personId).length,
  };
}

export function insertAnnouncement(
  trx: DatabaseTransaction,
  row: Insertable<Schema['trip_announcements']>,
): Promise<AnnouncementRow> {
  return trx.insertInto('trip_announcements').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAnnouncement(
  trx: DatabaseTransaction,
  id: string,
  set: { sent_at: Date; people: number; emails: number } | { cancelled_at: Date },
): Promise<void> {
  await trx.updateTable('trip_announcements').set(set).where('id', '=', id).execute();
}
