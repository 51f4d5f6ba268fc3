import type { Departure } from '@passeio/contract/departures/departures';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { labelOf, lockTrip, type TripRow } from '../trips/index.ts';
import { readDeparture } from './departures.ts';

/**
 * Promises that a trip departs, with however few people; a guaranteed one stays as it is. Its people are notified by
 * {@link notifyGuaranteed}.
 */
export async function guaranteeDeparture(trx: DatabaseTransaction, actor: Actor, tripId: string): Promise<Departure> {
  const trip = await lockComing(trx, tripId);
  if (!trip.guaranteed_at) {
    await markGuaranteed(trx, tripId, callerOfActor(actor).id);
    await recordAudit(trx, actor, { action: 'trip.guaranteed', subject: await subjectOf(trx, trip) });
  }
  return readDeparture(trx, tripId);
}

/**
 * Takes a guarantee back: without a word until its people were notified, else only if staff says that it knows
 * (`told`).
 */
export async function undoGuarantee(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { told }: { told: boolean },
): Promise<Departure> {
  const trip = await lockComing(trx, tripId);
  if (trip.guaranteed_at) {
    if (trip.guarantee_notified_at && !told) throw new AppError('GUARANTEE_TOLD');
    await unmarkGuaranteed(trx, tripId);
    await recordAudit(trx, actor, { action: 'trip.guarantee_undone', subject: await subjectOf(trx, trip) });
  }
  return readDeparture(trx, tripId);
}

/** Locks a departure that is decided about. Throws what {@link requireComing} throws. */
export async function lockComing(trx: DatabaseTransaction, tripId: string): Promise<TripRow> {
  return requireComing(await lockTrip(trx, tripId));
}

export function requireComing(trip: TripRow | undefined): TripRow {
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (!trip.is_active) throw new AppError('TRIP_INACTIVE');
  if (trip.departs_at <= new Date()) throw new AppError('TRIP_DEPARTED');
  return trip;
}

async function subjectOf(trx: DatabaseTransaction, trip: TripRow) {
  return { type: 'trip' as const, id: trip.id, label: labelOf(trip, await readTimeZone(trx)) };
}

/** Does not raise the trip's version: an open editor does not change who departs. */
async function markGuaranteed(trx: DatabaseTransaction, tripId: string, by: string): Promise<void> {
  await trx
    .updateTable('trips')
    .set({ guaranteed_at: new Date(), guaranteed_by: by })
    .where('id', '=', tripId)
    .execute();
}

async function unmarkGuaranteed(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx.updateTable('trips').set({ guaranteed_at: null, guaranteed_by: null }).where('id', '=', tripId).execute();
}

/**
 * The next trip that was guaranteed before then and whose people were not notified, locked unless another process
 * notifies them.
 */
export function lockGuaranteeToNotify(trx: DatabaseTransaction, before: Date) {
  return trx
    .selectFrom('trips')
    .select(['id', 'title', 'slug', 'departs_at'])
    .where('guaranteed_at', '<=', before)
    .where('guaranteed_at', 'is not', null)
    .where('guarantee_notified_at', 'is', null)
    .where('is_active', '=', true)
    .where('departs_at', '>', sql<Date>`now()`)
    .orderBy('guaranteed_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function markGuaranteeNotified(trx: DatabaseTransaction, tripId: string): Promise<void> {
  await trx.updateTable('trips').set({ guarantee_notified_at: new Date() }).where('id', '=', tripId).execute();
}

/** Who goes on a trip, or holds places for their deposit, and has an address. */
export function payersOfTrip(trx: DatabaseTransaction, tripId: string) {
  return trx
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id', 'payer.email'])
    .where('r.trip_id', '=', tripId)
    .where('r.state', 'in', ['held', 'booked'])
    .where('payer.email', 'is not', null)
    .orderBy('r.id')
    .$narrowType<{ email: string }>()
    .execute();
}
