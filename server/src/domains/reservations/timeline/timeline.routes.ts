import { id } from '@passeio/contract/fields';
import { timeline, timelineQuery } from '@passeio/contract/reservations/timeline';
import { z } from '@passeio/contract/zod';
import type { App } from '../../../deps.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { errorResponses } from '../../../platform/http/openapi.ts';
import { readTimeline } from './timeline.ts';

export async function timelineRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/reservations/:reservationId/timeline',
    {
      schema: {
        tags: ['reservations'],
        summary: 'What happened to a reservation, the oldest first; for its payer in friendly words, for staff in full',
        params: z.object({ reservationId: id }),
        querystring: timelineQuery,
        response: { 200: timeline, ...errorResponses() },
      },
    },
    (request) => readTimeline(db, callerOf(request), request.params.reservationId, request.query.audience),
  );
}
