import type { Insertable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

const shown = ['id', 'name', 'created_at', 'locked_until'] as const;

export type GuideLinkRow = Awaited<ReturnType<typeof guideLinksOf>>[number];

/** The links of a trip that were not revoked, the oldest first. */
export function guideLinksOf(db: Database, tripId: string) {
  return db
    .selectFrom('guide_links')
    .select(shown)
    .where('trip_id', '=', tripId)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute();
}

export function insertGuideLink(trx: DatabaseTransaction, link: Insertable<Schema['guide_links']>) {
  return trx.insertInto('guide_links').values(link).returning(shown).executeTakeFirstOrThrow();
}

/** The revoked link; undefined if the trip has no such link, or it was revoked before. */
export function markRevoked(trx: DatabaseTransaction, tripId: string, id: string) {
  return trx
    .updateTable('guide_links')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('trip_id', '=', tripId)
    .where('revoked_at', 'is', null)
    .returning(['name'])
    .executeTakeFirst();
}

export type TriedLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** The link of a token, with its trip; undefined if it was revoked. */
export function findLink(db: Database, tokenHash: string) {
  return linkOf(db, tokenHash).executeTakeFirst();
}

/** The same, locked: attempts at once are counted one by one. */
export function lockLink(trx: DatabaseTransaction, tokenHash: string) {
  return linkOf(trx, tokenHash).forUpdate('guide_links').executeTakeFirst();
}

function linkOf(db: Database, tokenHash: string) {
  return db
    .selectFrom('guide_links')
    .innerJoin('trips', 'trips.id', 'guide_links.trip_id')
    .innerJoin('users as maker', 'maker.id', 'guide_links.created_by')
    .select(['maker.id as made_by', 'maker.name as maker_name'])
    .select([
      'guide_links.id',
      'guide_links.name',
      'guide_links.trip_id',
      'pin_hash',
      'failed_attempts',
      'locked_until',
    ])
    .select(['trips.title', 'trips.departs_at', 'trips.returns_at'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null);
}

export async function countAttempts(
  trx: DatabaseTransaction,
  id: string,
  attempts: Pick<Insertable<Schema['guide_links']>, 'failed_attempts' | 'locked_until'>,
): Promise<void> {
  await trx.updateTable('guide_links').set(attempts).where('id', '=', id).execute();
}

/** Writes a session, and deletes those of trips that were back by then. */
export async function insertSession(
  trx: DatabaseTransaction,
  session: Insertable<Schema['guide_sessions']>,
  backBy: Date,
): Promise<void> {
  await trx
    .deleteFrom('guide_sessions')
    .using('guide_links')
    .innerJoin('trips', 'trips.id', 'guide_links.trip_id')
    .whereRef('guide_links.id', '=', 'guide_sessions.link_id')
    .where('trips.returns_at', '<', backBy)
    .execute();
  await trx.insertInto('guide_sessions').values(session).execute();
}

/** The link of a session, with its trip, also once one of them is over; undefined once the link was erased. */
export function findBySession(db: Database, tokenHash: string) {
  return db
    .selectFrom('guide_sessions')
    .innerJoin('guide_links', 'guide_links.id', 'guide_sessions.link_id')
    .innerJoin('trips', 'trips.id', 'guide_links.trip_id')
    .innerJoin('users as maker', 'maker.id', 'guide_links.created_by')
    .select(['guide_links.id', 'guide_links.name', 'guide_links.trip_id', 'trips.departs_at', 'trips.returns_at'])
    .select(['maker.id as made_by', 'maker.name as maker_name', 'guide_links.revoked_at', 'guide_sessions.expires_at'])
    .where('guide_sessions.token_hash', '=', tokenHash)
    .where('guide_links.erased_at', 'is', null)
    .executeTakeFirst();
}
