import { roadList, roadListExport, roadListFreeze } from '@passeio/contract/boarding/road-lists';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { exportLimit, sendExport } from '../export/export-turns.ts';
import { exportRoadList } from './export-road-list.ts';
import { freezeRoadList, openRoadList } from './road-lists.ts';

const tags = ['passengers'];
const params = z.object({ tripId: id });
const versionParams = params.extend({ version: z.coerce.number().int().min(1).max(10_000) });

/** The passenger list that is closed for the road, in its versions. */
export async function roadListsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/trips/:tripId/road-list',
    {
      schema: {
        tags,
        summary: 'The closed passenger lists of a trip, and what has changed since',
        params,
        response: { 200: roadList, ...errorResponses() },
      },
    },
    (request) => openRoadList(db, actorOf(request), request.params.tripId),
  );

  app.post(
    '/trips/:tripId/road-list/versions',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Close the passenger list as its next version; the newest stays if nothing has changed',
        params,
        headers: writeHeaders,
        body: roadListFreeze,
        response: { 201: roadList, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        freezeRoadList(trx, actorOf(request), request.params.tripId, request.body),
      ),
  );
  app.get(
    '/trips/:tripId/road-list/versions/:version/export',
    {
      preHandler: exportLimit(app),
      schema: {
        tags,
        summary: 'A closed passenger list as a file',
        params: versionParams,
        querystring: roadListExport,
        produces: ['application/pdf', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        response: errorResponses(),
      },
    },
    (request, reply) => {
      const choice = { ...request.params, ...request.query };
      const make = () => exportRoadList(db, actorOf(request), choice);
      return sendExport(request, reply, make, { format: choice.format, version: choice.version });
    },
  );
}
