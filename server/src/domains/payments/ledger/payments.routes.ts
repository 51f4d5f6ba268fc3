import { id } from '@passeio/contract/fields';
import { ledger, paymentDraft, reversalDraft } from '@passeio/contract/payments/payments';
import { reservationDetails } from '@passeio/contract/reservations/reservations';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { placesOfReservation } from '../../reservations/index.ts';
import { readLedger, recordPayment } from './record-payment.ts';
import { reverseEntry } from './reverse-entry.ts';

const tags = ['payments'];
const params = z.object({ reservationId: id });

/** The ledger of a reservation. */
export async function paymentsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };

  app.get(
    '/reservations/:reservationId/payments',
    {
      schema: {
        tags,
        summary: 'The ledger of a reservation, the oldest entry first, and its receipts, the newest first',
        params,
        response: { 200: ledger, ...errorResponses() },
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
        recordPayment(trx, actorOf(request), telling, request.params.reservationId, request.body),
      ),
  );

  app.post(
    '/reservations/:reservationId/payments/:entryId/reversal',
    {
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Put right an entry that was recorded by mistake, by its opposite, with the reason',
        params: params.extend({ entryId: id }),
        headers: writeHeaders,
        body: reversalDraft,
        response: { 201: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        reverseEntry(trx, actorOf(request), request.params, request.body),
      ),
  );
}
