import type { ReservationState } from '@passeio/contract/reservation-states';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { isForWaiting, type TripRow } from '../trips/index.ts';

export type WaitingRow = Selectable<Schema['waiting_list_entries']>;

/** An entry with its position in the list, its trip and what was offered. */
export interface ShownWaiting extends WaitingRow {
  position: number | null;
  slug: string;
  title: string;
  departs_at: Date;
  code: string | null;
  hold_expires_at: Date | null;
}

/** A {@link ShownWaiting} with its person, and whether rooms are left for the party. */
export interface WaitingWithPerson extends ShownWaiting {
  fits_rooms: boolean;
  name: string;
  contact: string;
  email: string | null;
}

const OPEN = ['waiting', 'offered'] as const;

const fitsRooms = sql<boolean>`fits_rooms(w.trip_id, w.party, w.share, w.sharers)`;

function shown(db: Database) {
  return db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('trips as t', 't.id', 'w.trip_id')
    .leftJoin('reservations as r', 'r.id', 'w.reservation_id')
    .selectAll('w')
    .select(['t.slug', 't.title', 't.departs_at', 'r.code', 'r.hold_expires_at'])
    .select(
      sql<number | null>`case when w.state = 'waiting' then (
        select count(*)::integer from waiting_list_entries ahead
        where ahead.trip_id = w.trip_id and ahead.state = 'waiting'
          and (ahead.queue_position, ahead.id) <= (w.queue_position, w.id)
      ) end`.as('position'),
    );
}

/** A person's open entry in a trip's list. */
export function findOpenEntry(db: Database, tripId: string, userId: string): Promise<ShownWaiting | undefined> {
  return shown(db)
    .where('w.trip_id', '=', tripId)
    .where('w.user_id', '=', userId)
    .where('w.state', 'in', OPEN)
    .executeTakeFirst();
}

/** A person's open entries in trips to come, the earliest departure first. */
export function openEntriesOf(db: Database, userId: string): Promise<ShownWaiting[]> {
  return shown(db)
    .where('w.user_id', '=', userId)
    .where('w.state', 'in', OPEN)
    .where('t.departs_at', '>', sql<Date>`now()`)
    .orderBy('t.departs_at')
    .execute();
}

/** Open entries of a trip: offered ones, then waiting ones in order. */
export function openEntriesOfTrip(
  db: Database,
  tripId: string,
  { page, size }: { page: number; size: number },
): Promise<WaitingWithPerson[]> {
  return shown(db)
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['u.name', 'u.contact', 'u.email', sql<boolean>`not t.has_rooms or ${fitsRooms}`.as('fits_rooms')])
    .where('w.trip_id', '=', tripId)
    .where('w.state', 'in', OPEN)
    .orderBy(sql`w.state = 'waiting'`)
    .orderBy('w.queue_position')
    .orderBy('w.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

/** The party of each open entry of a trip, in the order in which they are asked. */
export function partiesOfTrip(
  db: Database,
  tripId: string,
): Promise<
  (Pick<WaitingRow, 'id' | 'state' | 'places' | 'party' | 'share' | 'sharers' | 'share_with'> & { name: string })[]
> {
  return db
    .selectFrom('waiting_list_entries as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['w.id', 'w.state', 'w.places', 'w.party', 'w.share', 'w.sharers', 'w.share_with', 'u.name'])
    .where('w.trip_id', '=', tripId)
    .where('w.state', 'in', OPEN)
    .orderBy('w.queue_position')
    .orderBy('w.id')
    .execute();
}

/** Whether a person has a reservation that holds places of a trip, or is on its list. */
export async function goesAlready(db: Database, tripId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ goes: boolean }>`
    select exists (select from reservations where trip_id = ${tripId} and user_id = ${userId} and is_active)
      or exists (
        select from participants
        where trip_id = ${tripId} and user_id = ${userId} and is_active and removed_at is null
      ) as goes`.execute(db);
  return rows[0]?.goes === true;
}

/** Adds an entry at the end of the queue. Undefined, without a write, if the person has an open one. */
export async function insertEntry(
  trx: DatabaseTransaction,
  entry: Insertable<Schema['waiting_list_entries']>,
): Promise<WaitingRow | undefined> {
  const row = await trx
    .insertInto('waiting_list_entries')
    .values(entry)
    // Literals, because a generic plan could not know that the partial index fits.
    .onConflict((conflict) =>
      conflict.columns(['trip_id', 'user_id']).where(sql<boolean>`state in ('waiting', 'offered')`).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) await writeSmallestWaiting(trx, row.trip_id);
  return row;
}

/** Writes trips.smallest_waiting of a locked trip: places of the smallest party that waits, if rooms are left for it. */
async function writeSmallestWaiting(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await sql`select write_smallest_waiting(${tripId}::uuid)`.execute(trx);
}

/** The oldest entry of a locked trip whose party fits into the places and the rooms that are left. */
export function firstFitting(
  trx: DatabaseTransaction,
  trip: Pick<TripRow, 'id' | 'places_left' | 'has_rooms'>,
): Promise<WaitingRow | undefined> {
  return trx
    .selectFrom('waiting_list_entries as w')
    .selectAll()
    .where('trip_id', '=', trip.id)
    .where('state', '=', 'waiting')
    .where('places', '<=', trip.places_left)
    .$if(trip.has_rooms, (query) => query.where(fitsRooms))
    .orderBy('queue_position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether rooms of its trip are left for an entry's party. */
export async function hasRoomsLeft(trx: DatabaseTransaction, { id }: Pick<WaitingRow, 'id'>): Promise<boolean> {
  const entry = trx.selectFrom('waiting_list_entries as w').select(fitsRooms.as('fits')).where('id', '=', id);
  return (await entry.executeTakeFirstOrThrow()).fits;
}

/** An entry of a trip. */
export function findEntry(db: Database, tripId: string, entryId: string): Promise<WaitingRow | undefined> {
  return db
    .selectFrom('waiting_list_entries')
    .selectAll()
    .where('trip_id', '=', tripId)
    .where('id', '=', entryId)
    .executeTakeFirst();
}

/** An entry with its person, as staff sees it. */
export function readWaiting(db: Database, entryId: string): Promise<WaitingWithPerson> {
  return shown(db)
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .select(['u.name', 'u.contact', 'u.email', sql<boolean>`not t.has_rooms or ${fitsRooms}`.as('fits_rooms')])
    .where('w.id', '=', entryId)
    .executeTakeFirstOrThrow();
}

/** Changes an entry of a locked trip. */
export async function changeEntry(
  trx: DatabaseTransaction,
  entryId: string,
  change: { state: 'offered'; reservation_id: string } | { state: 'left' | 'taken' | 'lapsed' },
): Promise<void> {
  const { trip_id } = await trx
    .updateTable('waiting_list_entries')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', entryId)
    .returning('trip_id')
    .executeTakeFirstOrThrow();
  await writeSmallestWaiting(trx, trip_id);
}

/** A person with places of a locked trip waits for none. */
export async function leaveList(trx: DatabaseTransaction, tripId: string, userId: string): Promise<void> {
  const left = await trx
    .updateTable('waiting_list_entries')
    .set({ state: 'left', updated_at: new Date() })
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (left.numUpdatedRows > 0n) await writeSmallestWaiting(trx, tripId);
}

/** Ends the offers that reservations were until they left the state `held`. */
export async function endOffers(
  trx: DatabaseTransaction,
  reservations: Pick<Selectable<Schema['reservations']>, 'id' | 'state'>[],
): Promise<void> {
  const over = reservations.filter(({ state }) => state !== 'held');
  for (const [state, some] of Map.groupBy(over, (one) => endedOffers[one.state] ?? 'left')) {
    const ids = some.map(({ id }) => id);
    await trx
      .updateTable('waiting_list_entries')
      .set({ state, updated_at: sql<Date>`now()` })
      .where('reservation_id', '=', sqlAny(ids, 'uuid'))
      .where('state', '=', sql.lit('offered'))
      .execute();
  }
}

/** What has become of an offer, by the state of its reservation; otherwise it was left. */
const endedOffers: Partial<Record<ReservationState, 'taken' | 'lapsed'>> = { booked: 'taken', expired: 'lapsed' };

/** Ends the list of a locked trip: nobody waits any more. */
export async function endList(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx
    .updateTable('waiting_list_entries')
    .set({ state: 'lapsed', updated_at: new Date() })
    .where('trip_id', '=', tripId)
    .where('state', '=', 'waiting')
    .execute();
  await writeSmallestWaiting(trx, tripId);
}

/** The ids of the waiting entries of a trip, in the order in which they are asked. */
export async function queueOf(db: Database, tripId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .select('id')
    .where('trip_id', '=', tripId)
    .where('state', '=', 'waiting')
    .orderBy('queue_position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives the waiting entries of a locked trip a new order. */
export async function writeQueue(trx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await sql`
    update waiting_list_entries w set queue_position = numbered.place
    from unnest(${ids}::uuid[]) with ordinality as numbered (id, place)
    where w.id = numbered.id and w.queue_position <> numbered.place`.execute(trx);
}

/** Trips whose free places would fit a waiting party, or whose list must end, in random order. */
export async function tripsToServe(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select trips.id from trips, operator
      where trips.id in (select trip_id from waiting_list_entries where state = 'waiting') and (
        (is_active and archived_at is null and ${isForWaiting})
        or departs_at <= now() + last_moment_minutes * interval '1 minute'
      )
    ) due order by random()`.execute(db);
  return rows.map(({ id }) => id);
}

const isToNotify = sql`notified_at is null
  and (state in ('offered', 'taken') or (state = 'lapsed' and reservation_id is null))`;

/** When lists end or are served, and people of them are notified. */
export const waitingMoments = sql`
  select departs_at - last_moment_minutes * interval '1 minute' as at from trips, operator
  where trips.id in (select trip_id from waiting_list_entries where state = 'waiting')
  union all
  select updated_at from trips
  where trips.id in (select trip_id from waiting_list_entries where state = 'waiting')
    and is_active and archived_at is null and ${isForWaiting}
  union all
  select updated_at from waiting_list_entries where ${isToNotify}`;

/** What the e-mail about an entry depends on: places are offered, or the list has ended. */
export interface WaitingNotification {
  id: string;
  state: 'offered' | 'taken' | 'lapsed';
  email: string | null;
  trip_cancelled: boolean;
  reservation_id: string | null;
  hold_expires_at: Date | null;
}

/** Marks entries as notified, `limit` at most, and returns what their e-mails depend on. */
export async function markNotified(trx: DatabaseTransaction, limit: number): Promise<WaitingNotification[]> {
  const { rows } = await sql<WaitingNotification>`
    with due as (
      select id from waiting_list_entries
      where ${isToNotify}
      order by updated_at
      limit ${limit}
      for no key update skip locked
    ), marked as (
      update waiting_list_entries w set notified_at = now() from due where w.id = due.id returning w.*
    )
    select marked.id, marked.state, marked.reservation_id, u.email, t.cancelled_at is not null as trip_cancelled,
      r.hold_expires_at
    from marked join users u on u.id = marked.user_id join trips t on t.id = marked.trip_id
    left join reservations r on r.id = marked.reservation_id`.execute(trx);
  return rows;
}
