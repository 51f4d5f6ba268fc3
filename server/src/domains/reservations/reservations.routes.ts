import { id } from '@passeio/contract/fields';
import {
  enrolment,
  reservation,
  reservationCode,
  reservationDetails,
  reservationList,
} from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { KeyedSemaphore } from '../../platform/concurrency/semaphore.ts';
import { callerOf, identityOf } from '../../platform/http/access.ts';
import { readIdempotency } from '../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../platform/http/openapi.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { placesOfTrip } from './changed-places.ts';
import { findOwnReservations, openDetails } from './reservations.ts';
import { reserve } from './reserve/reserve.ts';

const MINUTE_MS = 60_000;
const tags = ['reservations'];
// Each request that waits for its trip's lock holds a connection. The others wait without one, so that a locked trip
// cannot exhaust the pool.
const RESERVES_PER_TRIP = { permits: 4, maxQueued: 1_000, timeoutMs: 4_000 };

export async function reserveRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const turns = new KeyedSemaphore(RESERVES_PER_TRIP);

  app.post(
    '/trips/enrrol/:tripId',
    {
      config: { changes: placesOfTrip },
      preHandler: limited(app, { name: 'enrol', max: 30, windowMs: MINUTE_MS, by: (request) => callerOf(request).id }),
      schema: {
        tags,
        summary: 'Reserve places for a party; without a body one adult place for the caller',
        params: z.object({ tripId: id }),
        headers: writeHeaders,
        body: enrolment,
        response: { 201: reservation, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const made = await turns.run(request.params.tripId, () =>
        reserve(db, {
          actor: actorOf(request),
          emailConfirmed: identityOf(request).emailConfirmed,
          tripId: request.params.tripId,
          enrolment: request.body,
          idempotency: readIdempotency(request),
        }),
      );
      return reply.status(201).send(made);
    },
  );
}

export async function reservationsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/reservations/me',
    {
      schema: {
        tags,
        summary: "The caller's reservations, the newest first",
        response: { 200: reservationList, ...errorResponses() },
      },
    },
    (request) => findOwnReservations(db, callerOf(request)),
  );

  app.get(
    '/reservations/:reservationId',
    {
      schema: {
        tags,
        summary: 'One reservation by id or code, for its payer and staff',
        params: z.object({ reservationId: id.or(reservationCode) }),
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) => openDetails(db, actorOf(request), request.params.reservationId),
  );
}
