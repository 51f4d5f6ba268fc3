import { type PersonField, participantTable, personFields } from '@passeio/contract/reservations/participants';
import { sql } from 'kysely';
import { columnName } from '../../../platform/database/column-names.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { eraseInBatches } from '../../../platform/database/erased-counts.ts';

const BATCH = 500;

/**
 * Erases, some days after the return (a setting), who was on closed lists, what guides were called, who left the team,
 * staff's notes on reservations, answers to questions, with whom people wanted to share rooms and, of participants,
 * what their table of fields says (notes). What a list says of the journey stays, with its date, author, number of
 * people and hash.
 */
export async function erasePeople(db: Database): Promise<void> {
  await eraseInBatches(db, 'lists', BATCH, erasePeopleOfLists);
  await eraseInBatches(db, 'guides', BATCH, eraseGuides);
  await eraseInBatches(db, 'crew', BATCH, deleteFormerCrew);
  await eraseInBatches(db, 'notes', BATCH, deleteNotes);
  await eraseInBatches(db, 'answers', BATCH, deleteAnswers);
  await eraseInBatches(db, 'fields', BATCH, eraseShareWith);
  await eraseInBatches(db, 'fields', BATCH, eraseShareWithOfWaiting);
  for (const field of erasedFields) await eraseInBatches(db, 'fields', BATCH, eraseField(field));
}

// Matches trips that were back so long ago that nobody needs the names any more: a setting.
const ofOldTrips = (column: string) => sql`${sql.ref(column)} in (
  select t.id from trips t, operator o where t.returns_at + make_interval(days => o.list_days) < now())`;

/** Erases people, driver and guide of closed lists whose time is over; returns how many lists, at most `limit`. */
async function erasePeopleOfLists(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update final_manifests set content = without_people(content), erased_at = now() where id in (
      select id from final_manifests where erased_at is null and ${ofOldTrips('trip_id')} limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases guides' names of links whose time is over; returns how many links. */
async function eraseGuides(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update guide_links set name = 'Guia', erased_at = now() where id in (
      select id from guide_links where erased_at is null and ${ofOldTrips('trip_id')} limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes people of the team without an account who were archived and back so long ago; returns how many. */
async function deleteFormerCrew(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from crew_members where id in (
      select m.id from crew_members m, operator o
      where m.user_id is null and m.archived_at + make_interval(days => o.list_days) < now() and not exists (
        select from trip_crew c join trips t on t.id = c.trip_id
        where c.member_id = m.id and t.returns_at + make_interval(days => o.list_days) >= now())
      limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes staff's notes on reservations whose time is over; returns how many. */
async function deleteNotes(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from reservation_notes where id in (
      select n.id from reservation_notes n join reservations r on r.id = n.reservation_id
      where ${ofOldTrips('r.trip_id')} limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes the answers of reservations whose time is over; returns how many. */
async function deleteAnswers(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from answers where ctid in (
      select a.ctid from answers a join reservations r on r.id = a.reservation_id
      where ${ofOldTrips('r.trip_id')} limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases with whom people wanted to share rooms whose time is over; returns of how many rooms. */
async function eraseShareWith(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update reservation_rooms set share_with = null where id in (
      select room.id from reservation_rooms room join reservations r on r.id = room.reservation_id
      where room.share_with is not null and ${ofOldTrips('r.trip_id')} limit ${limit} for update of room skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Erases with whom people who waited wanted to share rooms whose time is over; returns of how many entries. */
async function eraseShareWithOfWaiting(db: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update waiting_list_entries set share_with = null where id in (
      select id from waiting_list_entries where share_with is not null and ${ofOldTrips('trip_id')}
      limit ${limit} for update skip locked
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

const erasedFields = personFields.filter((field) => participantTable[field].retention === 'listDays');

/** Erases a field of participants whose time is over; returns of how many. */
function eraseField(field: PersonField) {
  const column = sql.ref(columnName(field));
  return async (db: Database, limit: number): Promise<number> => {
    const { numAffectedRows } = await sql`
      update participants set ${column} = null where id in (
        select id from participants where ${column} is not null and ${ofOldTrips('trip_id')} limit ${limit}
        for update skip locked
      )`.execute(db);
    return Number(numAffectedRows ?? 0);
  };
}
