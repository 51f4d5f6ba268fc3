import {
  choiceDraft,
  choiceLinkDraft,
  choiceLinkRead,
  departureChoice,
} from '@passeio/contract/departures/departure-cancellations';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { limited } from '../../../platform/http/rate-limits.ts';
import { makeChoiceByLink, makeOwnChoice, readChoiceByLink, readOwnChoice } from './choices.ts';

const tags = ['departures'];
const reservation = z.object({ reservationId: id });
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const exampleChoice = { kind: 'credit' as const, amountCents: 26_460 };

// Places of the other departure are taken; those of the cancelled one matter to nobody.
function placesChosen(choiceOf: (body: unknown) => { kind: string; tripId?: string }) {
  return ({ body }: FastifyRequest): Change[] => {
    const { tripId } = choiceOf(body);
    return tripId ? [`places:${tripId.toLowerCase()}`, 'reservations'] : ['reservations'];
  };
}

/** What payers choose after the operator cancelled their departure: signed in, or with a link. */
export async function departureChoicesRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const telling = { jobs, publicUrl: config.publicUrl };
  const limit = limited(app, { name: 'departure-choice', max: 60, windowMs: 10 * 60_000 });

  app.get(
    '/reservations/:reservationId/departure-choice',
    {
      schema: {
        tags,
        summary: 'What the payer of a reservation chooses from, whose departure was cancelled, or has chosen',
        params: reservation,
        response: { 200: departureChoice, ...errorResponses() },
      },
    },
    (request) => readOwnChoice(db, callerOf(request), request.params.reservationId),
  );

  app.put(
    '/reservations/:reservationId/departure-choice',
    {
      config: { changes: placesChosen((body) => body as { kind: string; tripId?: string }) },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Choose refund, credit or another departure, once',
        params: reservation,
        body: choiceDraft.meta({ examples: [exampleChoice] }),
        response: { 200: departureChoice, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) =>
        makeOwnChoice(trx, actorOf(request), telling, request.params.reservationId, request.body),
      ),
  );

  app.post(
    '/departure-choices/link/read',
    {
      config: { changes: 'nothing' },
      preHandler: limit,
      schema: {
        tags,
        summary: 'What a payer chooses from, by the link of the e-mail or of staff',
        body: choiceLinkRead.meta({ examples: [{ token: exampleToken }] }),
        response: { 200: departureChoice, ...errorResponses() },
      },
    },
    (request) => readChoiceByLink(db, request.body.token),
  );

  app.put(
    '/departure-choices/link',
    {
      config: { changes: placesChosen((body) => (body as { choice: { kind: string; tripId?: string } }).choice) },
      preHandler: limit,
      schema: {
        tags,
        summary: 'Choose refund, credit or another departure by a link, once',
        body: choiceLinkDraft.meta({ examples: [{ token: exampleToken, choice: exampleChoice }] }),
        response: { 200: departureChoice, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, (trx) =>
        makeChoiceByLink(trx, actorOf(request), telling, request.body.token, request.body.choice),
      ),
  );
}
