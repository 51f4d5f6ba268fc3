import type { TripContract } from '@passeio/contract/contracts/travel-contract';
import { sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { labelOf } from '../trip/trip-facts.ts';
import { findTrip, lockTrip } from '../trip/trips.queries.ts';

/** The contract of a trip, with fields, in a query of `trips` beside `operator`; empty: it has none. */
export const contractText = sql<string>`coalesce(
  (select c.text from trip_contracts c where c.trip_id = trips.id), operator.contract_text)`;

/** Which contract a trip has. Throws TRIP_NOT_FOUND. */
export async function readTripContract(db: Database, tripId: string): Promise<TripContract> {
  if (!(await findTrip(db, 'id', tripId))) throw new AppError('TRIP_NOT_FOUND');
  return findTripContract(db, tripId);
}

/** Gives a trip terms of its own, the operator's or none. Throws TRIP_NOT_FOUND. */
export async function changeTripContract(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { kind, text }: TripContract,
): Promise<TripContract> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const contract = { kind, text: kind === 'own' ? text : '' };
  const changes = changesBetween(await findTripContract(trx, tripId), contract);
  if (Object.keys(changes).length === 0) return contract;
  await trx.deleteFrom('trip_contracts').where('trip_id', '=', tripId).execute();
  if (kind !== 'operator')
    await trx.insertInto('trip_contracts').values({ trip_id: tripId, text: contract.text }).execute();
  const subject = { type: 'trip' as const, id: trip.id, label: labelOf(trip, await readTimeZone(trx)) };
  await recordAudit(trx, actor, { action: 'trip.contract_changed', subject, changes });
  return contract;
}

/** Gives a copy of a trip the terms of the original. */
export async function copyTripContract(trx: DatabaseTransaction, originalId: string, copyId: string): Promise<void> {
  await trx
    .insertInto('trip_contracts')
    .columns(['trip_id', 'text'])
    .expression((eb) =>
      eb
        .selectFrom('trip_contracts')
        .select([sql<string>`${copyId}::uuid`.as('trip_id'), 'text'])
        .where('trip_id', '=', originalId),
    )
    .execute();
}

async function findTripContract(db: Database, tripId: string): Promise<TripContract> {
  const own = await db.selectFrom('trip_contracts').select('text').where('trip_id', '=', tripId).executeTakeFirst();
  if (!own) return { kind: 'operator', text: '' };
  return { kind: own.text === '' ? 'none' : 'own', text: own.text };
}
