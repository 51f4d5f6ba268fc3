import { randomUUIDv7 } from 'node:crypto';
import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import type { TestApp } from './app.ts';

/** A vehicle with two seats on each side of the aisle in every row, under a name of its own. */
export async function createVehicle(
  { db }: Pick<TestApp, 'db'>,
  { rows = 2, name = `Ônibus ${randomUUIDv7()}`, drawing = `T.T.D ${'PP.PP '.repeat(rows)}` } = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUIDv7();
  const seat_map = JSON.stringify(numberSeats(drawMap(drawing), 'windowFirst'));
  await db.insertInto('vehicles').values({ id, name, seat_map, archived_at: null }).execute();
  return { id, name };
}

/** Gives a trip a vehicle, and answers the id of its copy there. */
export async function giveVehicle(
  { db }: Pick<TestApp, 'db'>,
  tripId: string,
  vehicle: { id: string; name: string },
  position = 0,
): Promise<string> {
  const id = randomUUIDv7();
  const { seat_map } = await db
    .selectFrom('vehicles')
    .select('seat_map')
    .where('id', '=', vehicle.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('trip_vehicles')
    .values({
      id,
      trip_id: tripId,
      vehicle_id: vehicle.id,
      position,
      name: vehicle.name,
      seat_map: JSON.stringify(seat_map),
    })
    .execute();
  await db.updateTable('trips').set({ vehicle: vehicle.name }).where('id', '=', tripId).execute();
  return id;
}
