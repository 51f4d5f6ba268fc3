import { randomUUIDv7 } from 'node:crypto';
import type { PageInfo } from '@passeio/contract/pages';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { AuditEntry } from '../../platform/audit.ts';
import { anyOf } from '../../platform/database/any-of.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { newReservationCode } from './code.ts';

export type ReservationRow = Selectable<Schema['reservations']>;

/** A reservation with what its list shows of the trip. */
export type ReservationWithTrip = ReservationRow & {
  slug: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
};

/** Writes a reservation under a code that nobody has. */
export async function insertReservation(
  trx: DatabaseTransaction,
  reservation: Omit<Insertable<Schema['reservations']>, 'id' | 'code'>,
): Promise<ReservationRow> {
  for (;;) {
    const row = await trx
      .insertInto('reservations')
      .values({ ...reservation, id: randomUUIDv7(), code: newReservationCode() })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row) return row;
  }
}

/** A reservation that is to be written with its audit entry, in the version of the trip that the rules have seen. */
export interface JudgedPlace {
  version: number;
  reservation: Insertable<Schema['reservations']> & { id: string };
  entry: AuditEntry;
}

// One place waits for its trip's lock, and a reservation that the person has already is an error that says so. A group
// waits for nobody: what cannot be written at once is left out.
const manners = {
  alone: { lock: sql`for no key update`, conflict: sql`on conflict (code) do nothing` },
  inGroup: { lock: sql`for no key update skip locked`, conflict: sql`on conflict do nothing` },
};

/**
 * Takes places: writes reservations with their audit entries, under the locks of their trips, in one statement. Answers
 * those it has written. Left out, each by itself, is a place in a trip that is no longer in `version` or is full, one
 * whose code somebody has, and in a group also one whose person is in the trip already or whose trip is locked.
 */
export async function insertReservationsWhileOffered(
  db: Database,
  places: readonly [JudgedPlace, ...JudgedPlace[]],
  manner: keyof typeof manners,
): Promise<ReservationRow[]> {
  const [{ reservation, entry }] = places;
  const { lock, conflict } = manners[manner];
  const tripIds = new Set(places.map((place) => place.reservation.trip_id));
  const { rows } = await sql<ReservationRow>`
    with offered as (
      select id, version, capacity - places_taken as places from trips
      where id = ${anyOf([...tripIds], 'uuid')} and places_taken < capacity
      ${lock}
    ), asked as (
      select asked.*, offered.places as offered, row_number() over (partition by trip_id order by ordinality) as turn
      from rows from (
        jsonb_populate_recordset(null::reservations, ${JSON.stringify(places.map((place) => place.reservation))}::jsonb),
        unnest(${places.map(({ version }) => version)}::int[])
      ) with ordinality as asked
      join offered on offered.id = trip_id and offered.version = asked.unnest
    ), reservation as (
      insert into reservations (${namesOf(reservation)})
      select ${namesOf(reservation, 'asked')} from asked where turn <= offered
      ${conflict}
      returning *
    ), entry as (
      insert into audit_entries (${namesOf(entry)})
      select ${namesOf(entry, 'entry')}
      from jsonb_populate_recordset(null::audit_entries, ${JSON.stringify(places.map((place) => place.entry))}::jsonb) entry
      join reservation on reservation.id::text = entry.subject_id
    )
    select * from reservation`.execute(db);
  return rows;
}

function namesOf(row: object, table?: string): RawBuilder<unknown> {
  return sql.join(Object.keys(row).map((name) => (table ? sql.ref(`${table}.${name}`) : sql.ref(name))));
}

export async function hasActiveReservation(db: Database, tripId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('reservations')
    .select('id')
    .where('trip_id', '=', tripId)
    .where('user_id', '=', userId)
    .where('status', 'not in', ['expired', 'cancelled'])
    .executeTakeFirst();
  return found !== undefined;
}

export function reservationsOf(db: Database, userId: string): Promise<ReservationWithTrip[]> {
  return withTrip(db)
    .where('reservations.user_id', '=', userId)
    .orderBy('reservations.created_at', 'desc')
    .orderBy('reservations.id')
    .execute();
}

/** A page of a person's reservations, the newest first, and how many there are. */
export async function pageOfReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ rows: ReservationWithTrip[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const reservations = withTrip(db)
    .where('reservations.user_id', '=', userId)
    .orderBy('reservations.created_at', 'desc')
    .orderBy('reservations.id')
    .limit(size)
    .offset((page - 1) * size);
  const [rows, count] = await Promise.all([
    reservations.execute(),
    countUpToLimit(db, db.selectFrom('reservations').where('user_id', '=', userId)),
  ]);
  return { rows, ...count };
}

export function findReservation(db: Database, id: string): Promise<ReservationWithTrip | undefined> {
  return withTrip(db).where('reservations.id', '=', id).executeTakeFirst();
}

/** Locks a reservation until the transaction ends and reads it as it is then. */
export function lockReservation(trx: DatabaseTransaction, id: string): Promise<ReservationRow | undefined> {
  return trx.selectFrom('reservations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

export async function markCancelled(trx: DatabaseTransaction, id: string, now: Date, reason = ''): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({ status: 'cancelled', cancelled_at: now, cancellation_reason: reason, updated_at: now })
    .where('id', '=', id)
    .execute();
}

export async function changeReservation(
  trx: DatabaseTransaction,
  id: string,
  change: Pick<Updateable<Schema['reservations']>, 'status' | 'boarding_point_id'>,
): Promise<void> {
  await trx
    .updateTable('reservations')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
}

function withTrip(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .selectAll('reservations')
    .select(['trips.slug', 'trips.title', 'trips.departs_at', 'trips.returns_at']);
}

/** The trip of a reservation. Throws where there is no such reservation. */
export async function findTripOf(db: Database, reservationId: string): Promise<string> {
  const reservation = db.selectFrom('reservations').select('trip_id').where('id', '=', reservationId);
  return (await reservation.executeTakeFirstOrThrow()).trip_id;
}
