import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
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

/** Takes the seats of these people away. */
export async function clearSeats(trx: DatabaseTransaction, participantIds: string[]): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ trip_vehicle_id: null, seat: null })
    .where('id', 'in', participantIds)
    .where('seat', 'is not', null)
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
