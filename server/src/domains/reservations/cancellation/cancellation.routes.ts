import { id } from '@passeio/contract/fields';
import { cancellationDraft, cancellationQuery, cancellationQuote } from '@passeio/contract/reservations/cancellation';
import { reservation } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { placesOfReservation } from '../changed-places.ts';
import { cancelReservation } from './cancel-reservation.ts';
import { readCancellation } from './quote-cancellation.ts';

const tags = ['reservations'];
const params = z.object({ reservationId: id });
const exampleId = '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f';
const examples = [{ refundCents: 10_740 }, { refundCents: 0, participants: [exampleId] }];

/** What cancelling costs, for the payer and staff, and the payer's own cancellation. */
export async function cancellationRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };

  app.get(
    '/reservations/:reservationId/cancellation',
    {
      schema: {
        tags,
        summary: 'What cancelling costs and gives back now, and why; for the payer and staff',
        params,
        querystring: cancellationQuery,
        response: { 200: cancellationQuote, ...errorResponses() },
      },
    },
    (request) => readCancellation(db, callerOf(request), request.params.reservationId, request.query),
  );

  app.post(
    '/reservations/:reservationId/cancel',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Cancel an own reservation or some of its people, for the refund of the quote; 409 with the new quote',
        params,
        headers: writeHeaders,
        body: cancellationDraft.meta({ examples }),
        response: { 200: reservation, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        cancelReservation(trx, actorOf(request), telling, {
          id: request.params.reservationId,
          draft: request.body,
        }),
      ),
  );
}
