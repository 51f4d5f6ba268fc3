import { id } from '@passeio/contract/fields';
import { vehicle, vehicleArchiving, vehicleDraft, vehicleList, vehicleUpdate } from '@passeio/contract/seats/vehicles';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../platform/http/body-limits.ts';
import { sendIdempotent } from '../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../platform/http/openapi.ts';
import { archiveVehicle, changeVehicle, createVehicle, readVehicle, readVehicles } from './vehicles.ts';

const tags = ['vehicles'];
const params = z.object({ id });

/** The operator's vehicles, for staff. */
export async function vehiclesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/vehicles',
    { schema: { tags, summary: 'All vehicles', response: { 200: vehicleList, ...errorResponses() } } },
    () => readVehicles(db),
  );

  app.get(
    '/vehicles/:id',
    { schema: { tags, summary: 'A vehicle', params, response: { 200: vehicle, ...errorResponses() } } },
    (request) => readVehicle(db, request.params.id),
  );

  app.post(
    '/vehicles',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Add a vehicle',
        headers: writeHeaders,
        body: vehicleDraft,
        response: { 201: vehicle, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) => createVehicle(trx, actorOf(request), request.body)),
  );

  app.put(
    '/vehicles/:id',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Change a vehicle; trips that it serves keep the map that they were given',
        params,
        body: vehicleUpdate,
        response: { 200: vehicle, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => changeVehicle(trx, actorOf(request), request.params.id, request.body)),
  );

  app.put(
    '/vehicles/:id/archive',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Archive a vehicle, or restore it',
        params,
        body: vehicleArchiving,
        response: { 200: vehicle, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) => archiveVehicle(trx, actorOf(request), request.params.id, request.body.isArchived)),
  );
}
