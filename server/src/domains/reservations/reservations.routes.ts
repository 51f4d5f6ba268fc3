import { id } from '@passeio/contract/fields';
import { reservation, reservationList } from '@passeio/contract/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { KeyedSemaphore } from '../../platform/concurrency/semaphore.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf, identityOf } from '../../platform/http/access.ts';
import { runIdempotent, sendIdempotent, sendWriteResult } from '../../platform/http/idempotency.ts';
import { errorResponses, noBody, writeHeaders } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { placesOfReservation, placesOfTrip } from './changed-places.ts';
import { enrol } from './enrol.ts';
import { cancelReservation, findOwnReservations, withdrawCancellation } from './reservations.ts';

const MINUTE_MS = 60_000;
const tags = ['reservations'];
// Each enrolment that waits for its trip's lock holds a connection. The others wait without one, so that a locked trip
// cannot exhaust the pool.
const ENROLMENTS_PER_TRIP = { permits: 4, maxQueued: 1_000, timeoutMs: 4_000 };

export async function reservationsRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const turns = new KeyedSemaphore(ENROLMENTS_PER_TRIP);

  app.post(
    '/trips/enrrol/:tripId',
    {
      config: { changes: placesOfTrip },
      preHandler: limited(app, { name: 'enrol', max: 30, windowMs: MINUTE_MS, by: (request) => callerOf(request).id }),
      schema: {
        tags,
        summary: 'Take one place in a trip for the caller; no body',
        params: z.object({ tripId: id }),
        headers: writeHeaders,
        body: noBody,
        response: { 201: reservation, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { id: userId } = callerOf(request);
      const { emailConfirmed } = identityOf(request);
      const { tripId } = request.params;
      const result = await turns.run(tripId, () =>
        runIdempotent(db, request, 201, (trx) => enrol(trx, { userId, emailConfirmed }, tripId, actorOf(request))),
      );
      // Outside the semaphore: a client that reads slowly holds no permit.
      return sendWriteResult(reply, result);
    },
  );

  app.get(
    '/reservations/me',
    {
      schema: {
        tags,
        summary: "The caller's reservations, the newest first",
        response: { 200: reservationList, ...errorResponses() },
      },
    },
    (request) => findOwnReservations(db, callerOf(request).id),
  );

  app.post(
    '/reservations/:reservationId/cancel',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Cancel an own reservation, or ask staff to where money has been received; no body',
        params: z.object({ reservationId: id }),
        headers: writeHeaders,
        body: noBody,
        response: { 200: reservation, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        cancelReservation(trx, actorOf(request), request.params.reservationId),
      ),
  );

  app.delete(
    '/reservations/:reservationId/cancel',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Withdraw the wish to cancel an own reservation',
        params: z.object({ reservationId: id }),
        response: { 200: reservation, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => withdrawCancellation(trx, actorOf(request), request.params.reservationId)),
  );
}
