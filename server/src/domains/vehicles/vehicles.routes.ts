import { vehicleRoutes } from '@passeio/contract/seats/vehicle-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { archiveVehicle, changeVehicle, createVehicle, readVehicle, readVehicles } from './vehicles.ts';

/** The operator's vehicles, for staff. */
export async function vehiclesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, vehicleRoutes.list, () => readVehicles(db));
  handle(app, vehicleRoutes.read, ({ params }) => readVehicle(db, params.id));
  handleWrite(app, vehicleRoutes.create, ({ trx, actor, body }) => createVehicle(trx, actor, body));
  handleWrite(app, vehicleRoutes.change, ({ trx, actor, params, body }) => changeVehicle(trx, actor, params.id, body));
  handleWrite(app, vehicleRoutes.archive, ({ trx, actor, params, body }) =>
    archiveVehicle(trx, actor, params.id, body.isArchived),
  );
}
