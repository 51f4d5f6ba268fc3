import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { writeMap } from '@passeio/contract/seats/seat-map';
import type { Vehicle, VehicleDraft, VehicleList, VehicleUpdate } from '@passeio/contract/seats/vehicles';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/http/errors.ts';
import {
  findVehicle,
  insertVehicle,
  listVehicles,
  lockVehicle,
  updateVehicle,
  type VehicleRow,
} from './vehicles.queries.ts';

const refusals: Record<string, ErrorCode> = {
  vehicles_one_per_name: 'VEHICLE_NAME_TAKEN',
  vehicles_one_per_plate: 'VEHICLE_PLATE_TAKEN',
};

/** All vehicles: archived ones last, else by name. */
export async function readVehicles(db: Database): Promise<VehicleList> {
  return { data: (await listVehicles(db)).map(presentVehicle) };
}

/** Throws VEHICLE_NOT_FOUND. */
export async function readVehicle(db: Database, id: string): Promise<Vehicle> {
  const row = await findVehicle(db, id);
  if (!row) throw new AppError('VEHICLE_NOT_FOUND');
  return presentVehicle(row);
}

/** Throws VEHICLE_NAME_TAKEN, VEHICLE_PLATE_TAKEN. */
export async function createVehicle(trx: DatabaseTransaction, actor: Actor, draft: VehicleDraft): Promise<Vehicle> {
  const row = await mapConstraintErrors(refusals, () =>
    insertVehicle(trx, { id: randomUUIDv7(), ...columnsOf(draft) }),
  );
  await recordAudit(trx, actor, { action: 'vehicle.created', subject: subjectOf(row) });
  return presentVehicle(row);
}

/** Replaces a vehicle, given the version that was edited. Trips that it serves keep the map that they were given. */
export async function changeVehicle(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { version, ...draft }: VehicleUpdate,
): Promise<Vehicle> {
  const before = await lockVehicle(trx, id);
  if (!before) throw new AppError('VEHICLE_NOT_FOUND');
  if (before.version !== version) throw new AppError('CHANGED_MEANWHILE');
  const after = await mapConstraintErrors(refusals, () => updateVehicle(trx, id, columnsOf(draft)));
  const changes = changesBetween(factsOf(before), factsOf(after));
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'vehicle.changed', subject: subjectOf(after), changes });
  return presentVehicle(after);
}

/** Archives or restores a vehicle. */
export async function archiveVehicle(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  isArchived: boolean,
): Promise<Vehicle> {
  const before = await lockVehicle(trx, id);
  if (!before) throw new AppError('VEHICLE_NOT_FOUND');
  if ((before.archived_at !== null) === isArchived) return presentVehicle(before);
  const after = await mapConstraintErrors(refusals, () =>
    updateVehicle(trx, id, { archived_at: isArchived ? new Date() : null }),
  );
  await recordAudit(trx, actor, {
    action: isArchived ? 'vehicle.archived' : 'vehicle.restored',
    subject: subjectOf(after),
  });
  return presentVehicle(after);
}

function columnsOf({ name, plate, map }: VehicleDraft) {
  return { name, plate, seat_map: JSON.stringify(map) };
}

function factsOf({ name, plate, seats, seat_map }: VehicleRow) {
  return { name, plate, seats, seatMap: writeMap(seat_map) };
}

function subjectOf({ id, name }: VehicleRow) {
  return { type: 'vehicle' as const, id, label: name };
}

function presentVehicle(row: VehicleRow): Vehicle {
  return {
    id: row.id,
    name: row.name,
    plate: row.plate,
    map: row.seat_map,
    seats: row.seats,
    version: row.version,
    isArchived: row.archived_at !== null,
  };
}
