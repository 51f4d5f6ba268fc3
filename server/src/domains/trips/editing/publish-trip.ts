import type { AuditAction } from '@passeio/contract/audit';
import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import type { Trip } from '@passeio/contract/trips/trips';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { listFares } from '../trip/fares.queries.ts';
import { labelOf } from '../trip/trip-facts.ts';
import { listTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { presentTrip } from '../trip/trips.present.ts';
import { listImages, lockTrip, type TripRow, updateTrip } from '../trip/trips.queries.ts';

/**
 * Publishes, unpublishes, archives (which unpublishes) or restores a trip; a change to the current state is a no-op.
 * Throws TRIP_NOT_FOUND, TRIP_CANCELLED when publishing a cancelled departure, TRIP_ARCHIVED when publishing an
 * archived trip, or TRIP_HAS_RESERVATIONS when archiving a trip with active reservations.
 */
export async function publishTrip(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  change: TripPublication,
): Promise<Trip> {
  const before = await lockTrip(trx, id);
  if (!before) throw new AppError('TRIP_NOT_FOUND');
  const isArchived = change.isArchived ?? before.archived_at !== null;
  if (before.cancelled_at && change.isActive) throw new AppError('TRIP_CANCELLED');
  if (isArchived && change.isActive) throw new AppError('TRIP_ARCHIVED');
  const isActive = !isArchived && (change.isActive ?? before.is_active);
  const actions = actionsOf(before, isActive, isArchived);
  const after = actions.length > 0 ? await write(trx, before, isActive, isArchived) : before;
  const subject = { type: 'trip' as const, id, label: labelOf(after, await readTimeZone(trx)) };
  for (const action of actions) await recordAudit(trx, actor, { action, subject });
  const parts = {
    fares: await listFares(trx, [id]),
    vehicles: await listTripVehicles(trx, [id]),
    images: await listImages(trx, [id]),
  };
  return presentTrip(after, parts, new Date());
}

function actionsOf(before: TripRow, isActive: boolean, isArchived: boolean): AuditAction[] {
  const actions: AuditAction[] = [];
  if (isArchived !== (before.archived_at !== null)) actions.push(isArchived ? 'trip.archived' : 'trip.restored');
  if (isActive !== before.is_active) actions.push(isActive ? 'trip.activated' : 'trip.deactivated');
  return actions;
}

function write(trx: DatabaseTransaction, before: TripRow, isActive: boolean, isArchived: boolean): Promise<TripRow> {
  const archived_at = isArchived ? (before.archived_at ?? new Date()) : null;
  return mapConstraintErrors({ trips_archived_without_reservations: 'TRIP_HAS_RESERVATIONS' }, () =>
    updateTrip(trx, before.id, { is_active: isActive, archived_at }),
  );
}
