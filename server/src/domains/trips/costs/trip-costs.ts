import type { TripCosts, TripCostsUpdate } from '@passeio/contract/trips/trip-costs';
import { type Selectable, sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { labelOf } from '../trip/trip-facts.ts';
import { lockTrip } from '../trip/trips.queries.ts';

/** The costs of a trip that exists. */
export async function readCosts(db: Database, tripId: string): Promise<TripCosts> {
  return presentCosts(await findCosts(db, tripId));
}

/** Replaces the costs of a trip, given the version that was edited. Throws TRIP_NOT_FOUND or CHANGED_MEANWHILE. */
export async function changeCosts(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { version, ...costs }: TripCostsUpdate,
): Promise<TripCosts> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const { version: known, ...before } = await readCosts(trx, tripId);
  if (known !== version) throw new AppError('CHANGED_MEANWHILE');
  const after = await writeCosts(trx, tripId, {
    vehicle_cents: costs.vehicleCents,
    guide_cents: costs.guideCents,
    other_cents: costs.otherCents,
    ticket_cents: costs.ticketCents,
    meal_cents: costs.mealCents,
    ...(costs.ads && { ads: JSON.stringify(costs.ads) }),
  });
  const changes = changesBetween(before, { ...costs, ads: costs.ads ?? before.ads });
  const subject = { type: 'trip' as const, id: trip.id, label: labelOf(trip, await readTimeZone(trx)) };
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'trip.costs_changed', subject, changes });
  return presentCosts(after);
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** The costs of a trip; none were entered without a row. */
export function presentCosts(row: Nullable<CostColumns & { version: number }> | undefined): TripCosts {
  return {
    vehicleCents: row?.vehicle_cents ?? 0,
    guideCents: row?.guide_cents ?? 0,
    otherCents: row?.other_cents ?? 0,
    ticketCents: row?.ticket_cents ?? 0,
    mealCents: row?.meal_cents ?? 0,
    ads: row?.ads ?? [],
    version: row?.version ?? 0,
  };
}

type TripCostsRow = Selectable<Schema['trip_costs']>;
type CostColumns = Omit<TripCostsRow, 'trip_id' | 'version' | 'updated_at'>;
type NewCosts = Omit<CostColumns, 'ads'> & { ads?: string };

function findCosts(db: Database, tripId: string): Promise<TripCostsRow | undefined> {
  return db.selectFrom('trip_costs').selectAll().where('trip_id', '=', tripId).executeTakeFirst();
}

/** Writes the costs of a trip and raises their version. */
function writeCosts(trx: DatabaseTransaction, tripId: string, costs: NewCosts): Promise<TripCostsRow> {
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

/** Gives a copy of a trip the same costs, but for ads, which are paid for one departure. */
export async function copyCosts(trx: DatabaseTransaction, fromTripId: string, toTripId: string): Promise<void> {
  await sql`
    insert into trip_costs (trip_id, vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents)
    select ${toTripId}::uuid, vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents
    from trip_costs where trip_id = ${fromTripId}`.execute(trx);
}
