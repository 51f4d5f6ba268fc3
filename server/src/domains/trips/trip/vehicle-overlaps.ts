import { formatLongMoment } from '@passeio/contract/format-moments';
import type { VehicleOverlap } from '@passeio/contract/seats/vehicle-swaps';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockVehicles } from '../../vehicles/index.ts';
import { listDepartures } from './trip-vehicles.queries.ts';

/** Vehicles of a trip while it is under way. */
interface PlannedVehicles {
  tripId: string;
  vehicles: readonly { vehicle_id: string; name: string }[];
  departsAt: Date | string;
  returnsAt: Date | string;
}

/** The other trips that these vehicles serve meanwhile, by departure. */
export async function overlapsOf(
  db: Database,
  { tripId, vehicles, departsAt, returnsAt }: PlannedVehicles,
): Promise<VehicleOverlap[]> {
  if (vehicles.length === 0) return [];
  const rows = await listDepartures(db, {
    from: new Date(departsAt).toISOString(),
    to: new Date(returnsAt).toISOString(),
    exceptTripId: tripId,
  });
  return rows
    .filter((row) => vehicles.some(({ vehicle_id }) => vehicle_id === row.vehicle_id))
    .map((row) => ({
      vehicleId: row.vehicle_id,
      tripId: row.trip_id,
      title: row.title,
      date: row.departs_at.toISOString(),
    }));
}

interface Planning {
  planned: PlannedVehicles;
  /** As the trip was until now, whose overlaps were accepted then. */
  before?: PlannedVehicles;
  accepts: boolean | undefined;
  timeZone: string;
  /** New conflicts of the crew, which are accepted together with those of vehicles. */
  crewText?: string;
}

/**
 * Locks the vehicles, so that of two trips that get one the later sees the other. Throws VEHICLE_ON_OTHER_TRIP with the
 * name of the other trip, and CREW_CONFLICT for its crew, unless that is accepted or was so before.
 */
export async function requireFreeVehicles(
  trx: DatabaseTransaction,
  { planned, before, accepts, timeZone, crewText = '' }: Planning,
): Promise<void> {
  await lockVehicles(
    trx,
    planned.vehicles.map(({ vehicle_id }) => vehicle_id),
  );
  if (accepts) return;
  const known = before ? await overlapsOf(trx, before) : [];
  const overlaps = await overlapsOf(trx, planned);
  const added = overlaps.find(
    (one) => !known.some(({ vehicleId, tripId }) => vehicleId === one.vehicleId && tripId === one.tripId),
  );
  const ofCrew = crewText && `Equipe: ${crewText}.`;
  if (!added) {
    if (ofCrew) throw new AppError('CREW_CONFLICT', { date: `${ofCrew} Confirme se quer salvar mesmo assim.` });
    return;
  }
  const name = planned.vehicles.find(({ vehicle_id }) => vehicle_id === added.vehicleId)?.name;
  throw new AppError('VEHICLE_ON_OTHER_TRIP', {
    vehicleIds: `O veículo “${name}” já está em “${added.title}”, ${formatLongMoment(added.date, timeZone)}. ${ofCrew && `${ofCrew} `}Confirme se quer usá-lo mesmo assim.`,
  });
}
