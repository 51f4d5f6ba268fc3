import { id } from '@passeio/contract/fields';
import { staffCancellation } from '@passeio/contract/passengers';
import { paymentDraft, paymentList } from '@passeio/contract/payments';
import { reservationDetails } from '@passeio/contract/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { sendIdempotent } from '../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../platform/http/openapi.ts';
import { placesOfReservation } from './changed-places.ts';
import { readLedger, recordPayment } from './payments.ts';
import { cancelForPassenger, dismissCancellation } from './staff-cancellation.ts';

const tags = ['passengers'];
const params = z.object({ reservationId: id });

/** Staff's routes for a reservation. */
export async function reservationChangesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.post(
    '/reservations/:reservationId/cancellation',
    {
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: "Cancel somebody's reservation, with the reason",
        params,
        headers: writeHeaders,
        body: staffCancellation,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 200, (trx) =>
        cancelForPassenger(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );

  app.delete(
    '/reservations/:reservationId/cancellation',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'Dismiss the wish to cancel a reservation',
        params,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => dismissCancellation(trx, actorOf(request), request.params.reservationId)),
  );
}

/** The ledger of a reservation. */
export async function paymentsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/reservations/:reservationId/payments',
    {
      schema: {
        tags,
        summary: 'The ledger of a reservation, the oldest entry first',
        params,
        response: { 200: paymentList, ...errorResponses() },
      },
    },
    (request) => readLedger(db, request.params.reservationId),
  );

  app.post(
    '/reservations/:reservationId/payments',
    {
      // It may reinstate an expired reservation.
      config: { changes: placesOfReservation(db) },
      schema: {
        tags,
        summary: 'Record money that came or was given back; answers where the reservation stands then',
        params,
        headers: writeHeaders,
        body: paymentDraft,
        response: { 201: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        recordPayment(trx, actorOf(request), request.params.reservationId, request.body),
      ),
  );
}
