import { randomUUIDv7 } from 'node:crypto';
import type { PageInfo } from '@passeio/contract/pages';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { AuditEntry } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { newReservationCode } from './code.ts';

export type ReservationRow = Selectable<Schema['reservations']>;

/** A reservation with its trip. */
export type ReservationWithTrip = ReservationRow & {
  slug: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
};

/** Inserts a reservation under an unused code. */
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

/** A reservation with its audit entry, and the trip version that the rules were checked against. */
export interface JudgedPlace {
  version: number;
  reservation: Insertable<Schema['reservations']> & { id: string };
  entry: AuditEntry;
}

/**
 * Takes a place in one statement: locks the trip, inserts reservation and audit entry. Undefined, without a write, if
 * the trip's version has changed, the trip is full, or the code exists.
 */
export async function insertReservationWhileOffered(
  trx: DatabaseTransaction,
  { version, reservation, entry }: JudgedPlace,
): Promise<ReservationRow | undefined> {
  const { rows } = await sql<ReservationRow>`
    with offered as (
      select id from trips
      where id = ${reservation.trip_id} and version = ${version} and places_taken < capacity
      for no key update
    ), reservation as (
      insert into reservations (${namesOf(reservation)})
      select ${namesOf(reservation, 'asked')}
      from jsonb_populate_record(null::reservations, ${JSON.stringify(reservation)}::jsonb) asked, offered
      on conflict (code) do nothing
      returning *
    ), entry as (
      insert into audit_entries (${namesOf(entry)})
      select ${namesOf(entry, 'entry')}
      from jsonb_populate_record(null::audit_entries, ${JSON.stringify(entry)}::jsonb) entry, reservation
    )
    select * from reservation`.execute(trx);
  return rows[0];
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

/** A page of a person's reservations, newest first, and their number. */
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

/** Locks a reservation for the transaction and reads it. */
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
  change: Pick<Updateable<Schema['reservations']>, 'status' | 'boarding_point_id' | 'cancellation_requested_at'>,
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

/** The trip of a reservation. Throws if there is no such reservation. */
export async function findTripOf(db: Database, reservationId: string): Promise<string> {
  const reservation = db.selectFrom('reservations').select('trip_id').where('id', '=', reservationId);
  return (await reservation.executeTakeFirstOrThrow()).trip_id;
}
