import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

// Of trips that were back so long ago that nobody needs the names any more: a setting.
const ofOldTrips = (column: string) => sql`${sql.ref(column)} in (
  select t.id from trips t, operator o where t.returns_at + make_interval(days => o.list_days) < now())`;

/** Erases people, driver and guide of closed lists whose time is over; returns how many lists, at most `limit`. */
export async function erasePeopleOfLists(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update road_lists set content = without_people(content), erased_at = now() where id in (
      select id from road_lists where erased_at is null and ${ofOldTrips('trip_id')} limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases guides' names of links whose time is over; returns how many links. */
export async function eraseGuides(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update guide_links set name = 'Guia', erased_at = now() where id in (
      select id from guide_links where erased_at is null and ${ofOldTrips('trip_id')} limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases the notes of participants whose time is over; returns of how many. */
export async function eraseNotes(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update participants set notes = null where id in (
      select id from participants where notes is not null and ${ofOldTrips('trip_id')} limit ${limit}
      for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}
