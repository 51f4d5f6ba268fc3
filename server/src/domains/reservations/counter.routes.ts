import { id } from '@passeio/contract/fields';
import { candidateFilters, candidateList } from '@passeio/contract/passengers';
import { z } from '@passeio/contract/zod';
import type { App } from '../../deps.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { findCandidates } from './candidates.ts';

const tags = ['passengers'];
const params = z.object({ tripId: id });

/** What staff does for somebody at the counter or on the telephone. */
export async function counterRoutes(app: App): Promise<void> {
  const { db } = app.deps;

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
