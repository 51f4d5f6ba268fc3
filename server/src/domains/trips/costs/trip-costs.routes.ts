import { id } from '@passeio/contract/fields';
import { tripCosts, tripCostsUpdate } from '@passeio/contract/payments/trip-costs';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { changeCosts } from './trip-costs.ts';

const example = {
  ...{ vehicleCents: 320_000, guideCents: 35_000, otherCents: 0 },
  ...{ ticketCents: 4_500, mealCents: 3_800, version: 0 },
};

/** What a trip costs its operator. */
export async function tripCostsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.put(
    '/trips/:tripId/costs',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags: ['trips'],
        summary:
          'Replace the costs of a trip; refused with CHANGED_MEANWHILE when their version is no longer the one given',
        params: z.object({ tripId: id }),
        body: tripCostsUpdate.meta({ examples: [example] }),
        response: { 200: tripCosts, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => changeCosts(trx, actorOf(request), request.params.tripId, request.body)),
  );
}
