import { id } from '@passeio/contract/fields';
import { closingDraft, departedTrips, tripClosing } from '@passeio/contract/payments/trip-closing';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { closeAccounts, openClosing, readDeparted } from './closing.ts';

const tags = ['payments'];
const params = z.object({ tripId: id });
const exampleClosing = {
  resultCents: 124_500,
  accepted: [{ kind: 'balance', reservationId: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f', amountCents: 18_900 }],
  note: 'Paga em duas vezes, combinado com a Rita.',
};

/** What came of trips, and their accounts. */
export async function closingRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/departures/departed',
    {
      schema: {
        tags,
        summary: 'The trips that departed last, with who travelled and whether their accounts are closed',
        response: { 200: departedTrips, ...errorResponses() },
      },
    },
    () => readDeparted(db),
  );

  app.get(
    '/trips/:tripId/closing',
    {
      schema: {
        tags,
        summary:
          'What came of a trip: who travelled, its money against the forecast, what is open, its closed accounts',
        params,
        response: { 200: tripClosing, ...errorResponses() },
      },
    },
    (request) => openClosing(db, actorOf(request), request.params.tripId),
  );

  app.post(
    '/trips/:tripId/closing',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Close the accounts of a trip that is back, once; what is open must be accepted by name',
        params,
        body: closingDraft.meta({ examples: [exampleClosing] }),
        response: { 201: tripClosing, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { tripId } = request.params;
      const closing = await inTransaction(db, (trx) => closeAccounts(trx, actorOf(request), tripId, request.body));
      return reply.status(201).send(closing);
    },
  );
}
