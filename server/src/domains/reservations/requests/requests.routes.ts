import { id } from '@passeio/contract/fields';
import { requestRefusal, reservationDetails } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, noBody, writeHeaders } from '../../../platform/http/openapi.ts';
import { placesOfReservation } from '../changed-places.ts';
import { acceptRequest, refuseRequest } from './answer-request.ts';

const tags = ['passengers'];
const params = z.object({ reservationId: id });
const examples = [{ reason: 'O barco deste dia já está fretado.' }];

/** Staff's answers to requests in trips on request. */
export async function requestsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };

  app.post(
    '/reservations/:reservationId/acceptance',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Accept a request: it is held for its deposit from now on, or booked where none is due; no body',
        params,
        headers: writeHeaders,
        body: noBody,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        acceptRequest(trx, actorOf(request), request.params.reservationId),
      ),
  );

  app.post(
    '/reservations/:reservationId/refusal',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Refuse a request, with the sentence that the client reads; its places are free',
        params,
        headers: writeHeaders,
        body: requestRefusal.meta({ examples }),
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        refuseRequest(trx, actorOf(request), telling, { ...request.params, ...request.body }),
      ),
  );
}
