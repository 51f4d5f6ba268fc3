import { overview, overviewReservationFilters, overviewReservationList } from '@passeio/contract/overview';
import type { App } from '../../deps.ts';
import { errorAnswers } from '../../platform/openapi.ts';
import { findReservations, readOverview } from './overview.ts';

const tags = ['overview'];

export async function overviewRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  app.get(
    '/overview',
    { schema: { tags, summary: "The operator's day at a glance", response: { 200: overview, ...errorAnswers() } } },
    () => readOverview(db),
  );

  app.get(
    '/overview/reservations',
    {
      schema: {
        tags,
        summary: 'The reservations behind a number of the overview',
        querystring: overviewReservationFilters,
        response: { 200: overviewReservationList, ...errorAnswers() },
      },
    },
    (request) => findReservations(db, request.query),
  );
}
