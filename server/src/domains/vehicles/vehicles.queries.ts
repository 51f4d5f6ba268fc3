import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

export type VehicleRow = Selectable<Schema['vehicles']>;

/** All vehicles: archived ones last, else by name. */
export function listVehicles(db: Database): Promise<VehicleRow[]> {
  return db
    .selectFrom('vehicles')
    .selectAll()
    .orderBy(sql`archived_at is not null`)
    .orderBy(sql`searchable(name)`)
    .orderBy('id')
    .execute();
}

export function findVehicle(db: Database, id: string): Promise<VehicleRow | undefined> {
  return db.selectFrom('vehicles').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The vehicles of these that exist. */
export function findVehicles(db: Database, ids: string[]): Promise<VehicleRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom('vehicles').selectAll().where('id', 'in', ids).execute();
}

/** Locks a vehicle for the transaction and reads it. */
export function lockVehicle(trx: DatabaseTransaction, id: string): Promise<VehicleRow | undefined> {
  return trx.selectFrom('vehicles').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks vehicles for the transaction, in the order of their ids. */
export async function lockVehicles(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx.selectFrom('vehicles').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
}

export function insertVehicle(trx: DatabaseTransaction, row: Insertable<Schema['vehicles']>): Promise<VehicleRow> {
  return trx.insertInto('vehicles').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Updates a vehicle and raises its version. */
export function updateVehicle(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['vehicles']>,
): Promise<VehicleRow> {
  return trx
    .updateTable('vehicles')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
