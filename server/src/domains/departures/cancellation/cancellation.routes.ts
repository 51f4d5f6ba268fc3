import {
  cancellationPreview,
  cancellationProgress,
  choiceLink,
  departureCancellationDraft,
} from '@passeio/contract/departures/departure-cancellations';
import { departure } from '@passeio/contract/departures/departures';
import { id } from '@passeio/contract/fields';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import type { Change } from '../../../platform/changes/change-notifier.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { errorResponses, noBody } from '../../../platform/http/openapi.ts';
import { readDeparture } from '../departures.ts';
import { cancelDeparture, previewCancellation, undoCancellation } from './cancel-departure.ts';
import { createChoiceLink } from './choices.ts';
import { readProgress } from './progress.ts';

const tags = ['departures'];
const params = z.object({ tripId: id });
// Off sale and back: lists of trips change too.
const trip = {
  changes: ({ params: of }: FastifyRequest): Change => `trip:${(of as { tripId: string }).tripId}`,
};
const example = { reason: 'Previsão de chuva forte na serra.', chooseUntil: '2026-12-04' };

/** Cancelling a departure for everybody, for staff. */
export async function departureCancellationRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;

  app.get(
    '/trips/:tripId/cancellation/preview',
    {
      schema: {
        tags,
        summary: 'What cancelling a departure would do',
        params,
        response: { 200: cancellationPreview, ...errorResponses() },
      },
    },
    (request) => previewCancellation(db, request.params.tripId),
  );

  app.get(
    '/trips/:tripId/cancellation',
    {
      schema: {
        tags,
        summary: 'How far the cancellation of a departure is: who was told, what they chose, what remains open',
        params,
        response: { 200: cancellationProgress, ...errorResponses() },
      },
    },
    (request) => readProgress({ db, jobs }, request.params.tripId),
  );

  app.post(
    '/trips/:tripId/cancellation',
    {
      config: trip,
      schema: {
        tags,
        summary:
          'Cancel a departure for everybody: off sale at once, its people are told two minutes later, and those who paid choose',
        params,
        body: departureCancellationDraft.meta({ examples: [example] }),
        response: { 200: cancellationProgress, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, async (trx) => {
        const { tripId } = request.params;
        await cancelDeparture(trx, actorOf(request), tripId, request.body);
        return readProgress({ db: trx, jobs }, tripId);
      }),
  );

  app.delete(
    '/trips/:tripId/cancellation',
    {
      config: trip,
      schema: {
        tags,
        summary: 'Take a cancellation back; refused with CANCELLATION_TOLD once its people are being told',
        params,
        response: { 200: departure, ...errorResponses() },
      },
    },
    (request) =>
      inTransaction(db, async (trx) => {
        await undoCancellation(trx, actorOf(request), request.params.tripId);
        return readDeparture(trx, request.params.tripId);
      }),
  );
  choiceLinkRoute(app);
}

function choiceLinkRoute(app: App): void {
  const { db, config } = app.deps;
  app.post(
    '/trips/:tripId/cancellation/reservations/:reservationId/link',
    {
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: 'A link with which a payer who has not chosen does so without an account, for staff to send',
        params: z.object({ tripId: id, reservationId: id }),
        body: noBody,
        response: { 200: choiceLink, ...errorResponses() },
      },
    },
    (request) => inTransaction(db, (trx) => createChoiceLink(trx, actorOf(request), config.publicUrl, request.params)),
  );
}
