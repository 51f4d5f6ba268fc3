import {
  boardingChange,
  candidateFilters,
  candidateList,
  counterReservation,
} from '@passeio/contract/boarding/passengers';
import { id } from '@passeio/contract/fields';
import { reservationDetails } from '@passeio/contract/reservations/reservations';
import { personCompletion } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { limitPersonLookups } from '../../users/index.ts';
import { placesOfTrip } from '../changed-places.ts';
import { findCandidates } from './candidates.ts';
import { changeBoarding } from './change-boarding.ts';
import { correctPayer } from './correct-payer.ts';
import { reserveAtCounter } from './counter.ts';

const tags = ['passengers'];
const params = z.object({ tripId: id });

/** What staff does for somebody at the counter or on the telephone. */
export async function counterRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.post(
    '/trips/:tripId/passengers',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: placesOfTrip },
      preHandler: limitPersonLookups(app),
      schema: {
        tags,
        summary: 'Reserve for somebody at the counter or on the telephone, and those who go along',
        params,
        headers: writeHeaders,
        body: counterReservation,
        response: { 201: reservationDetails, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        reserveAtCounter(trx, actorOf(request), request.params.tripId, request.body),
      ),
  );

  app.put(
    '/trips/:tripId/passengers/boarding',
    {
      bodyLimit: LARGE_BODY,
      config: { changes: 'reservations' },
      schema: {
        tags,
        summary: 'Change where people of a trip board, all of them or nobody; null: to be agreed',
        params,
        body: boardingChange,
        response: { 200: z.object({}), ...errorResponses() },
      },
    },
    async (request) => {
      await inTransaction(db, (trx) => changeBoarding(trx, actorOf(request), request.params.tripId, request.body));
      return {};
    },
  );

  app.put(
    '/reservations/:reservationId/payer',
    {
      config: { changes: 'reservations' },
      preHandler: limitPersonLookups(app),
      schema: {
        tags,
        summary: 'Correct the data of a payer without an account; omitted fields stay',
        params: z.object({ reservationId: id }),
        body: personCompletion,
        response: { 200: reservationDetails, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) => correctPayer(trx, actorOf(request), request.params.reservationId, request.body)),
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
