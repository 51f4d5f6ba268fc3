import { randomUUIDv7 } from 'node:crypto';
import { capacityAfterSwap } from '@passeio/contract/seats/seat-swap';
import type { VehicleDepartures, VehiclePeriod } from '@passeio/contract/seats/vehicles';
import type { TripDraft } from '@passeio/contract/trips/trip-draft';
import { MAX_VEHICLE } from '@passeio/contract/trips/trip-table';
import type { TripVehicle } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { findVehicles, type VehicleRow } from '../../vehicles/index.ts';
import { listDepartures, type TripVehicleRow, type TripVehicleSummary } from './trip-vehicles.queries.ts';
import type { TripRow } from './trips.queries.ts';

const names = new Intl.ListFormat('pt-BR');

/**
 * The rows of the vehicles that a draft chose, in its order. `known` are the trip's; those that stay keep the map that
 * the trip was given. Throws INVALID_INPUT for one that does not exist or is archived, and for a capacity above their
 * seats.
 */
export async function vehiclesOfDraft(
  trx: DatabaseTransaction,
  tripId: string,
  { vehicleIds, capacity }: Pick<TripDraft, 'vehicleIds' | 'capacity'>,
  known: TripVehicleRow[],
): Promise<TripVehicleRow[]> {
  const rows = vehicleIds ? await chosenVehicles(trx, tripId, vehicleIds, known) : known;
  const seats = seatsIn(rows);
  if (rows.length > 0 && capacity > seats) {
    const have = rows.length === 1 ? 'O veículo tem' : 'Os veículos têm';
    throw new AppError('INVALID_INPUT', {
      capacity: `${have} ${plural(seats, 'poltrona')}: a lotação não pode ser maior.`,
    });
  }
  return rows;
}

/**
 * The rows of the vehicles that are chosen, in their order; `known` are the trip's, which stay as they are. Throws
 * INVALID_INPUT for one that does not exist or is archived.
 */
export async function chosenVehicles(
  db: Database,
  tripId: string,
  vehicleIds: string[],
  known: TripVehicleRow[],
): Promise<TripVehicleRow[]> {
  const added = vehicleIds.filter((id) => !known.some(({ vehicle_id }) => vehicle_id === id));
  const vehicles = await findVehicles(db, added);
  return vehicleIds.map((vehicleId, position) => {
    const present = known.find(({ vehicle_id }) => vehicle_id === vehicleId);
    if (present) return { ...present, position };
    const vehicle = vehicles.find(({ id }) => id === vehicleId);
    if (!vehicle || vehicle.archived_at) {
      throw new AppError('INVALID_INPUT', {
        vehicleIds: vehicle
          ? `O veículo “${vehicle.name}” está arquivado. Escolha outro.`
          : 'Há um veículo que não existe mais. Escolha outro.',
      });
    }
    return newTripVehicle(tripId, vehicle, position);
  });
}

/** How many places, and at least how many people, a trip is for with other vehicles. */
export function sizeWith(
  trip: Pick<TripRow, 'capacity' | 'min_participants'>,
  known: TripVehicleRow[],
  vehicles: TripVehicleRow[],
): Pick<TripRow, 'capacity' | 'min_participants'> {
  const capacity = capacityAfterSwap(trip.capacity, seatsIn(known), seatsIn(vehicles));
  return { capacity, min_participants: Math.min(trip.min_participants, capacity) };
}

export function seatsIn(vehicles: readonly { seats: number }[]): number {
  return vehicles.reduce((sum, { seats }) => sum + seats, 0);
}

/** A vehicle as a trip is given it. */
export function newTripVehicle(
  tripId: string,
  { id, name, seat_map, seats }: VehicleRow,
  position: number,
): TripVehicleRow {
  return { id: randomUUIDv7(), trip_id: tripId, vehicle_id: id, position, name, seat_map, seats };
}

/** What is said of a trip's transport: its vehicles' names, or what staff wrote of a trip without any. */
export function transportOf(written: string, vehicles: { name: string }[]): string {
  if (vehicles.length === 0) return written;
  const all = names.format(vehicles.map(({ name }) => name));
  return all.length <= MAX_VEHICLE ? all : `${vehicles.length} veículos`;
}

export function presentTripVehicle({ id, vehicle_id, name, seats }: TripVehicleSummary): TripVehicle {
  return { id, vehicleId: vehicle_id, name, seats };
}

/** Which vehicles serve a trip in a period. */
export async function readDepartures(db: Database, period: VehiclePeriod): Promise<VehicleDepartures> {
  const rows = await listDepartures(db, period);
  return {
    data: rows.map(({ vehicle_id, trip_id, title, departs_at }) => ({
      vehicleId: vehicle_id,
      tripId: trip_id,
      title,
      date: departs_at.toISOString(),
    })),
  };
}
