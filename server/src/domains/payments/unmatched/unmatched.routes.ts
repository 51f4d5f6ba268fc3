import { id } from '@passeio/contract/fields';
import {
  unmatchedAssignment,
  unmatchedDismissal,
  unmatchedFilters,
  unmatchedList,
  unmatchedPayment,
  unreadablePix,
} from '@passeio/contract/payments/statements';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { assignPayment, dismissPayment, listUnmatched, reservationByCode } from './unmatched.ts';
import { checkUnreadable } from './unreadable-pix.ts';

/** Pix that belong to no reservation that we know. */
export async function unmatchedRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };

  app.get(
    '/payments/unmatched',
    {
      schema: {
        tags: ['payments'],
        summary: 'Pix that belong to no reservation that we know, the oldest first',
        querystring: unmatchedFilters,
        response: { 200: unmatchedList, ...errorResponses() },
      },
    },
    (request) => listUnmatched(db, request.query),
  );

  const decided = {
    tags: ['payments'],
    params: z.object({ paymentId: id }),
    headers: writeHeaders,
    response: { 200: unmatchedPayment, ...errorResponses() },
  };
  app.post(
    '/payments/unmatched/:paymentId/assignment',
    {
      // It may reinstate an expired reservation.
      config: { changes: placesOfCode(db) },
      schema: { ...decided, summary: 'Record the Pix in the reservation with this code', body: unmatchedAssignment },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        assignPayment(trx, telling, actorOf(request), request.params.paymentId, request.body),
      ),
  );

  app.post(
    '/payments/unmatched/:paymentId/dismissal',
    {
      config: { changes: 'reservations' },
      schema: { ...decided, summary: 'Decide that the Pix is none of ours, with the reason', body: unmatchedDismissal },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        dismissPayment(trx, actorOf(request), request.params.paymentId, request.body),
      ),
  );

  await app.register(unreadableRoute);
}

/** Entries of the bank's list that cannot be read. */
async function unreadableRoute(app: App): Promise<void> {
  const { db } = app.deps;
  app.post(
    '/payments/unreadable/:pixId/check',
    {
      config: { changes: 'reservations' },
      schema: {
        tags: ['payments'],
        summary: 'Say that an entry of the list of the bank, which cannot be read, was looked for in the account',
        params: z.object({ pixId: id }),
        headers: writeHeaders,
        response: { 200: unreadablePix, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) => checkUnreadable(trx, actorOf(request), request.params.pixId)),
  );
}

function placesOfCode(db: Database): (request: FastifyRequest) => Promise<Change> {
  return async ({ body }) => `places:${(await reservationByCode(db, (body as { code: string }).code)).trip_id}`;
}
