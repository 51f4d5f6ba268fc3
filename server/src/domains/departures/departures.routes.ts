import { departure, departureList, guaranteeUndoing } from '@passeio/contract/departures/departures';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import type { Change } from '../../platform/changes/change-notifier.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { errorResponses, noBody } from '../../platform/http/openapi.ts';
import { departureCancellationRoutes } from './cancellation/cancellation.routes.ts';
import { departureChoicesRoutes } from './cancellation/choices.routes.ts';
import { listDepartures } from './departures.ts';
import { guaranteeDeparture, undoGuarantee } from './guarantee.ts';

const tags = ['departures'];
const params = z.object({ tripId: id });
const trip = {
  changes: ({ params: of }: FastifyRequest): Change => `trip:${(of as { tripId: string }).tripId}`,
};

/** Whether departures take place, for staff. */
export async function departuresRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  await app.register(departureCancellationRoutes);
  await app.register(departureChoicesRoutes);

  app.get(
    '/departures',
    {
      schema: {
        tags,
        summary: 'Coming departures with what their decision follows from, those that ask for it first',
        response: { 200: departureList, ...errorResponses() },
      },
    },
    () => listDepartures(db),
  );

  app.put(
    '/trips/:tripId/guarantee',
    {
      config: trip,
      schema: {
        tags,
        summary: 'Promise that a trip departs; its people are told by e-mail two minutes later, once',
        params,
        body: noBody,
        response: { 200: departure, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => guaranteeDeparture(trx, actorOf(request), request.params.tripId)),
  );

  app.delete(
    '/trips/:tripId/guarantee',
    {
      config: trip,
      schema: {
        tags,
        summary: 'Take a guarantee back; refused with GUARANTEE_TOLD once its people were told, unless `told` says so',
        params,
        querystring: guaranteeUndoing,
        response: { 200: departure, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => undoGuarantee(trx, actorOf(request), request.params.tripId, request.query)),
  );
}
