import { overview, overviewReservationFilters, overviewReservationList } from '@passeio/contract/overview';
import type { App } from '../../deps.ts';
import { keptWhileUnchanged } from '../../platform/kept-while-unchanged.ts';
import { errorAnswers } from '../../platform/openapi.ts';
import { findReservations, readOverview } from './overview.ts';

const tags = ['overview'];
// Deposits become overdue and trips depart without anybody doing anything.
const LONGEST_MS = 60_000;

export async function overviewRoutes(app: App): Promise<void> {
  const { db, changes } = app.deps;
  const read = keptWhileUnchanged(changes, () => readOverview(db), LONGEST_MS);

  app.get(
    '/overview',
    { schema: { tags, summary: "The operator's day at a glance", response: { 200: overview, ...errorAnswers() } } },
    read,
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
