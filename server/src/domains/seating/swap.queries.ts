import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';

export async function countReservationsOf(db: Database, tripId: string): Promise<number> {
  const { total } = await db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('trip_id', '=', tripId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Seats people who have no seat. `vehicleId`: the trip's copy. */
export async function setSeats(
  trx: DatabaseTransaction,
  seats: { id: string; vehicleId: string; seat: string }[],
): Promise<void> {
  await sql`
    update participants set trip_vehicle_id = s."vehicleId", seat = s.seat
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as s (id uuid, "vehicleId" uuid, seat text)
    where participants.id = s.id`.execute(trx);
}
