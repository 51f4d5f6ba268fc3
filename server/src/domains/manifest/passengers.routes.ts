import { id } from '@passeio/contract/fields';
import {
  exportChoice,
  passengerFilters,
  passengerList,
  passengerSheet,
  sheetChoice,
} from '@passeio/contract/passengers';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { callerOf } from '../../platform/http/access.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { exportPassengers, readSheet } from './export/export-passengers.ts';
import { openPassengers } from './passengers.ts';

const MINUTE_MS = 60_000;
const tags = ['passengers'];
const params = z.object({ tripId: id });
// Exports are built in memory; the PDF of a full trip takes about 70 MB.
const exportSemaphore = new Semaphore({ permits: 2, maxQueued: 30, timeoutMs: 30_000 });

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
  // Exports are CPU-bound.
  const exportLimit = limited(app, {
    name: 'export',
    max: 30,
    windowMs: MINUTE_MS,
    by: (request) => callerOf(request).id,
  });

  app.get(
    '/trips/:tripId/passengers/sheet',
    {
      preHandler: exportLimit,
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
      preHandler: exportLimit,
      schema: {
        tags,
        summary: 'The passenger list as a file',
        params,
        querystring: exportChoice,
        produces: ['application/pdf', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
        response: errorResponses(),
      },
    },
    async (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const file = await exportSemaphore.run(
        () => exportPassengers(db, actorOf(request), request.params.tripId, request.query),
        gone.signal,
      );
      tellExport(request, request.query);
      return reply
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .header('cache-control', 'no-store')
        .type(file.mediaType)
        .send(file.content as never);
    },
  );
}

// Personal data leaves the system.
function tellExport(request: FastifyRequest, what: { format: string; columns: readonly string[] }): void {
  const { tripId } = request.params as { tripId: string };
  const { format, columns } = what;
  request.log.info(
    { caller: request.caller?.id, address: request.ip, tripId, format, columns },
    'passenger list exported',
  );
}
