import { staffCancellation } from '@passeio/contract/boarding/passengers';
import { id } from '@passeio/contract/fields';
import {
  adjustmentDraft,
  holdChange,
  moveQuote,
  reservationDetails,
  reservationMove,
} from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, noBody, writeHeaders } from '../../../platform/http/openapi.ts';
import { cancelForPassenger } from '../cancellation/staff-cancellation.ts';
import { type LeftTrips, placesOfMove, placesOfReservation } from '../changed-places.ts';
import { adjustReservation, changeHold, confirmReservation } from './change-terms.ts';
import { moveReservation, quoteMove } from './move-reservation.ts';

const tags = ['passengers'];
const params = z.object({ reservationId: id });

/** Staff's routes for a reservation. */
export async function reservationChangesRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };

  app.post(
    '/reservations/:reservationId/cancellation',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: "Cancel somebody's reservation with the reason, without a penalty unless the client wants it",
        params,
        headers: writeHeaders,
        body: staffCancellation,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        cancelForPassenger(trx, actorOf(request), telling, { ...request.params, ...request.body }),
      ),
  );
}

/** Staff's routes for a reservation's total, deadline and state. */
export async function reservationTermsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.post(
    '/reservations/:reservationId/adjustments',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Give a discount (negative) or charge an extra, with the reason',
        params,
        headers: writeHeaders,
        body: adjustmentDraft,
        response: { 201: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        adjustReservation(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );

  app.put(
    '/reservations/:reservationId/hold',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Change the deadline of a hold; null for none',
        params,
        body: holdChange,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) => changeHold(trx, actorOf(request), request.params.reservationId, request.body)),
  );

  app.post(
    '/reservations/:reservationId/confirmation',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Book a held reservation without its deposit, or an expired one whose places are free; no body',
        params,
        headers: writeHeaders,
        body: noBody,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        confirmReservation(trx, actorOf(request), request.params.reservationId),
      ),
  );
}

/** Staff's routes for moving a reservation to another departure. */
export async function reservationMoveRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const leftTrips: LeftTrips = new WeakMap();

  app.get(
    '/reservations/:reservationId/move',
    {
      schema: {
        tags,
        summary: 'What a move to another departure would change',
        params,
        querystring: z.strictObject({ tripId: id }),
        response: { 200: moveQuote, ...errorResponses() },
      },
    },
    (request) => quoteMove(db, request.params.reservationId, request.query.tripId),
  );

  app.post(
    '/reservations/:reservationId/move',
    {
      config: { changes: placesOfMove(leftTrips) },
      schema: {
        tags,
        summary: 'Move a reservation to another departure',
        params,
        headers: writeHeaders,
        body: reservationMove,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, async (trx) => {
        const { details, leftTripId } = await moveReservation(
          trx,
          actorOf(request),
          request.params.reservationId,
          request.body,
        );
        leftTrips.set(request, leftTripId);
        return details;
      }),
  );
}
