import {
  exportChoice,
  passengerFilters,
  passengerList,
  passengerSheet,
  sheetChoice,
} from '@passeio/contract/boarding/passengers';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { exportPassengers, readSheet } from './export/export-passengers.ts';
import { exportLimit, sendExport, tellExport } from './export/export-turns.ts';
import { openPassengers } from './passengers.ts';

const tags = ['passengers'];
const params = z.object({ tripId: id });

export async function passengersRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/trips/:tripId/passengers',
    {
      schema: {
        tags,
        summary: 'People of a trip, with its totals',
        params,
        querystring: passengerFilters,
        response: { 200: passengerList, ...errorResponses() },
      },
    },
    (request) => openPassengers(db, actorOf(request), request.params.tripId, request.query),
  );
}

/** The passenger list on paper and as a file. */
export async function passengerExportRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const limit = exportLimit(app);

  app.get(
    '/trips/:tripId/passengers/sheet',
    {
      preHandler: limit,
      schema: {
        tags,
        summary: 'The passenger list to be printed',
        params,
        querystring: sheetChoice,
        response: { 200: passengerSheet, ...errorResponses() },
      },
    },
    async (request) => {
      const sheet = await readSheet(db, actorOf(request), request.params.tripId, request.query);
      tellExport(request, { format: 'print', columns: request.query.columns });
      return sheet;
    },
  );

  app.get(
    '/trips/:tripId/passengers/export',
    {
      preHandler: limit,
      schema: {
        tags,
        summary: 'The passenger list as a file',
        params,
        querystring: exportChoice,
        produces: ['application/pdf', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        response: errorResponses(),
      },
    },
    (request, reply) => {
      const { format, columns } = request.query;
      const make = () => exportPassengers(db, actorOf(request), request.params.tripId, request.query);
      return sendExport(request, reply, make, { format, columns });
    },
  );
}
