import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export type TripCostsRow = Selectable<Schema['trip_costs']>;
export type CostColumns = Omit<TripCostsRow, 'trip_id' | 'version' | 'updated_at'>;

export function findCosts(db: Database, tripId: string): Promise<TripCostsRow | undefined> {
  return db.selectFrom('trip_costs').selectAll().where('trip_id', '=', tripId).executeTakeFirst();
}

/** Writes the costs of a trip and raises their version. */
export function writeCosts(trx: DatabaseTransaction, tripId: string, costs: CostColumns): Promise<TripCostsRow> {
  return trx
    .insertInto('trip_costs')
    .values({ trip_id: tripId, ...costs })
    .onConflict((conflict) =>
      conflict
        .column('trip_id')
        .doUpdateSet((eb) => ({ ...costs, version: eb('trip_costs.version', '+', 1), updated_at: new Date() })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives a copy of a trip the same costs. */
export async function copyCosts(trx: DatabaseTransaction, fromTripId: string, toTripId: string): Promise<void> {
  await sql`
    insert into trip_costs (trip_id, vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents)
    select ${toTripId}::uuid, vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents
    from trip_costs where trip_id = ${fromTripId}`.execute(trx);
}
