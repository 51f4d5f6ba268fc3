import { SEATING_HOURS } from '@passeio/contract/seats/seating';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { participantNumber } from '../reservations/index.ts';

export type TravellerRow = Awaited<ReturnType<typeof listTravellers>>[number];

/** Everybody who takes a place of a trip, by reservation in the order in which they were made. */
export function listTravellers(db: Database, tripId: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .where('participants.takes_place', '=', true)
    .select([
      'participants.id',
      'participants.reservation_id',
      'participants.name',
      'participants.birthdate',
      'participants.fare_id',
      'participants.takes_place',
      'participants.companion_id',
      'participants.trip_vehicle_id',
      'participants.seat',
      'participants.stands',
      'reservations.state',
      'reservations.code',
      'payers.name as payer_name',
      'payers.email as payer_email',
    ])
    .select(participantNumber.as('number'))
    .orderBy('reservations.created_at')
    .orderBy('reservations.id')
    .orderBy('participants.position')
    .execute();
}

const hasUnseated = sql`
  trips.archived_at is null and trips.cancelled_at is null and trips.auto_seating
  and exists (select from trip_vehicles where trip_vehicles.trip_id = trips.id)
  and exists (
    select from participants join reservations on reservations.id = participants.reservation_id
    where participants.trip_id = trips.id and participants.is_active and participants.removed_at is null
      and participants.takes_place and participants.seat is null and not participants.stands
      and reservations.state <> 'requested')`;
const beforeDeparture = sql`make_interval(hours => ${sql.lit(SEATING_HOURS)})`;

/** When people without a seat get one; those for whom there is none then keep nobody awake. */
export const seatingMoments = sql`
  select departs_at - ${beforeDeparture} as at from trips
  where departs_at > now() - interval '10 minutes' + ${beforeDeparture} and ${hasUnseated}`;

/** Trips that are about to depart and have people whom the system seats, in random order. */
export async function tripsToSeat(db: Database, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select trips.id from trips
    where trips.departs_at > ${now} and trips.departs_at <= ${now}::timestamptz + ${beforeDeparture} and ${hasUnseated}
    order by random()`.execute(db);
  return rows.map(({ id }) => id);
}
/** Takes the seats of these people away. */
export async function clearSeats(trx: DatabaseTransaction, participantIds: string[]): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ trip_vehicle_id: null, seat: null })
    .where('id', 'in', participantIds)
    .where('seat', 'is not', null)
    .execute();
}

/** The system seats these people no more. */
export async function letStand(trx: DatabaseTransaction, participantIds: string[]): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ stands: true })
    .where('id', '=', sqlAny(participantIds, 'uuid'))
    .execute();
}

export async function setSeat(
  trx: DatabaseTransaction,
  participantId: string,
  { vehicleId, seat }: { vehicleId: string; seat: string },
): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ trip_vehicle_id: vehicleId, seat })
    .where('id', '=', participantId)
    .execute();
}
