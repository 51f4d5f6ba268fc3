import type { TripMeans } from '@passeio/contract/means';
import type { PageInfo } from '@passeio/contract/pages';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { letGoAt, pauseOver } from '../../inventory/index.ts';
import { balanceDueHours } from './deadlines.ts';

export type ReservationRow = Selectable<Schema['reservations']>;

/** A reservation with its trip. */
export type ReservationWithTrip = ReservationRow & {
  slug: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
  boarding_points: { id: string; time: string; place: string }[];
  balance_due_hours: number;
  payment_means: TripMeans;
  /** When its departure was cancelled. */
  trip_cancelled_at: Date | null;
};

export function reservationsOf(db: Database, userId: string): Promise<ReservationWithTrip[]> {
  return withTrip(db)
    .where('reservations.user_id', '=', userId)
    .orderBy('reservations.created_at', 'desc')
    .orderBy('reservations.id')
    .execute();
}

/** A page of a person's reservations with their number of people, newest first, and how many there are. */
export async function pageOfReservations(
  db: Database,
  userId: string,
  { page, size }: { page: number; size: number },
): Promise<{ rows: PersonReservationRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const reservations = withTrip(db)
    .select([activePeople.as('people'), heldPeople.as('held_people')])
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

/** A reservation with its number of people, and those whose deposit is not paid yet although it is booked. */
export type PersonReservationRow = ReservationWithTrip & { people: number; held_people: { heldUntil: string }[] };

const heldPeople = sql<{ heldUntil: string }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('heldUntil', held_until)), '[]') from participants
  where participants.reservation_id = reservations.id and participants.removed_at is null and held_until is not null)`;

const activePeople = sql<number>`(select count(*)::integer from participants
  where participants.reservation_id = reservations.id and participants.removed_at is null)`;

/** A reservation by id or by its code. */
export function findReservation(
  db: Database,
  idOrCode: string,
  column: 'id' | 'code' = 'id',
): Promise<ReservationWithTrip | undefined> {
  return withTrip(db).where(`reservations.${column}`, '=', idOrCode).executeTakeFirst();
}

/** Locks a reservation for the transaction and reads it. */
export function lockReservation(trx: DatabaseTransaction, id: string): Promise<ReservationRow | undefined> {
  return trx.selectFrom('reservations').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks a reservation that has not expired for the transaction, and reads it with its trip. */
export function lockUnexpired(trx: DatabaseTransaction, id: string): Promise<ReservationWithTrip | undefined> {
  return withTrip(trx)
    .where('reservations.id', '=', id)
    .where('reservations.state', '<>', 'expired')
    .forNoKeyUpdate('reservations')
    .executeTakeFirst();
}

/** Locks all reservations of a trip, so that no money and no seat of them changes until the transaction ends. */
export async function lockReservationsOf(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx
    .selectFrom('reservations')
    .select('id')
    .where('trip_id', '=', tripId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

function withTrip(db: Database) {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .selectAll('reservations')
    .select(['trips.slug', 'trips.title', 'trips.departs_at', 'trips.returns_at', 'trips.boarding_points'])
    .select(['trips.cancelled_at as trip_cancelled_at', 'trips.payment_means'])
    .select(balanceDueHours.as('balance_due_hours'));
}

/** The trip of a reservation. Throws if there is no such reservation. */
export async function findTripOf(db: Database, reservationId: string): Promise<string> {
  const reservation = db.selectFrom('reservations').select('trip_id').where('id', '=', reservationId);
  return (await reservation.executeTakeFirstOrThrow()).trip_id;
}

/**
 * From when the expired ones among these reservations may be reserved again, which is past without a pause. Without
 * those whose trip takes nobody or in whose trip the payer has another reservation.
 */
export async function againFrom(db: Database, reservationIds: string[]): Promise<Map<string, Date>> {
  if (reservationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('operator', (join) => join.onTrue())
    .select(['reservations.id', 'reservations.created_at', 'pause_minutes'])
    .select((eb) => letGoAt(eb.ref('trips.id'), eb.ref('reservations.user_id')).as('let_go_at'))
    .where('reservations.id', 'in', reservationIds)
    .where('reservations.state', '=', 'expired')
    .where('trips.is_active', '=', true)
    .where('trips.departs_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations as other')
            .select('other.id')
            .whereRef('other.trip_id', '=', 'trips.id')
            .whereRef('other.user_id', '=', 'reservations.user_id')
            .where('other.is_active', '=', true),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, pauseOver(row) ?? row.created_at]));
}
