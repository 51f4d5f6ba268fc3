import { id } from '@passeio/contract/fields';
import { moneyExportQuery, tripMoney, tripMoneyFilters } from '@passeio/contract/payments/trip-money';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { exportTripMoney } from './export-trip-money.ts';
import { readTripMoney } from './trip-money.ts';

const MINUTE_MS = 60_000;
const tags = ['payments'];
const params = z.object({ tripId: id });

/** The money of a trip. */
export async function tripMoneyRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  // Exports are CPU-bound.
  const exportLimit = limited(app, {
    name: 'money-export',
    max: 30,
    windowMs: MINUTE_MS,
    by: (request) => callerOf(request).id,
  });

  app.get(
    '/trips/:tripId/money',
    {
      schema: {
        tags,
        summary: 'What a trip has received, misses and gives back, with its ledger, the newest entry first',
        params,
        querystring: tripMoneyFilters,
        response: { 200: tripMoney, ...errorResponses() },
      },
    },
    (request) => readTripMoney(db, request.params.tripId, request.query),
  );

  app.get(
    '/trips/:tripId/money/export',
    {
      preHandler: exportLimit,
      schema: {
        tags,
        summary: "A trip's ledger as a file",
        params,
        querystring: moneyExportQuery,
        produces: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        response: errorResponses(),
      },
    },
    async (request, reply) => {
      const file = await exportTripMoney(db, actorOf(request), request.params.tripId, request.query.format);
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .type(file.mediaType)
        .send(file.content as never);
    },
  );
}
