import { id } from '@passeio/contract/fields';
import { waitingPerson } from '@passeio/contract/reservations/waiting-list';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, noBody, writeHeaders } from '../../../platform/http/openapi.ts';
import { placesOfTrip } from '../changed-places.ts';
import { offerByHand } from './offers.ts';

export async function offersRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.post(
    '/trips/:tripId/waiting-list/entries/:entryId/offer',
    {
      config: { changes: placesOfTrip },
      schema: {
        tags: ['waiting list'],
        summary: 'Offer free places to somebody who waits, before their turn; no body',
        params: z.object({ tripId: id, entryId: id }),
        headers: writeHeaders,
        body: noBody,
        response: { 200: waitingPerson, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) => offerByHand(trx, actorOf(request), request.params)),
  );
}
