import { id } from '@passeio/contract/fields';
import {
  candidateFilters,
  candidateList,
  exportChoice,
  passenger,
  passengerDraft,
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
import { sendIdempotent } from '../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { limitPersonLookups } from '../users/index.ts';
import { placesOfTrip } from './changed-places.ts';
import { exportPassengers, readSheet } from './export/export-passengers.ts';
import { addPassenger, findCandidates, openPassengers } from './passengers.ts';

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

  app.post(
    '/trips/:tripId/passengers',
    {
      config: { changes: placesOfTrip },
      preHandler: limitPersonLookups(app),
      schema: {
        tags,
        summary: 'Add somebody who phoned: a known person or a new guest',
        params,
        headers: writeHeaders,
        body: passengerDraft,
        response: { 201: passenger, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        addPassenger(trx, actorOf(request), request.params.tripId, request.body),
      ),
  );

  app.get(
    '/trips/:tripId/candidates',
    {
      schema: {
        tags,
        summary: 'People who could be added to a trip: by name, CPF, e-mail or telephone; ten at most',
        params,
        querystring: candidateFilters,
        response: { 200: candidateList, ...errorResponses() },
      },
    },
    async (request) => {
      const data = await findCandidates(db, request.params.tripId, request.query.q);
      return { data, page: { number: 1, size: data.length, total: data.length } };
    },
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
      const { columns } = request.query;
      const sheet = await readSheet(db, actorOf(request), request.params.tripId, columns);
      tellExport(request, { format: 'print', columns });
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
