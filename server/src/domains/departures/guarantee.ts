import type { Departure } from '@passeio/contract/departures/departures';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { labelOf, lockTrip, type TripRow } from '../trips/index.ts';
import { readDeparture } from './departures.ts';
import { markGuaranteed, unmarkGuaranteed } from './guarantee.queries.ts';

/**
 * Promises that a trip departs, whoever still comes; a guaranteed one stays as it is. Its people are notified by {@link
 * notifyGuaranteed}. Throws TRIP_NOT_FOUND, TRIP_INACTIVE or TRIP_DEPARTED.
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
 * Takes a guarantee back: without a word until its people were notified, else only if staff says that it knows (`told`).
 * Throws TRIP_NOT_FOUND, TRIP_INACTIVE, TRIP_DEPARTED or GUARANTEE_TOLD.
 */
export async function undoGuarantee(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { told }: { told: boolean },
): Promise<Departure> {
  const trip = await lockComing(trx, tripId);
  if (trip.guaranteed_at) {
    if (trip.guarantee_told_at && !told) throw new AppError('GUARANTEE_TOLD');
    await unmarkGuaranteed(trx, tripId);
    await recordAudit(trx, actor, { action: 'trip.guarantee_undone', subject: await subjectOf(trx, trip) });
  }
  return readDeparture(trx, tripId);
}

/** Locks a departure that is decided about. Throws what {@link requireComing} throws. */
export async function lockComing(trx: DatabaseTransaction, tripId: string): Promise<TripRow> {
  return requireComing(await lockTrip(trx, tripId));
}

/** Throws TRIP_NOT_FOUND, TRIP_CANCELLED, TRIP_INACTIVE or TRIP_DEPARTED. */
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
