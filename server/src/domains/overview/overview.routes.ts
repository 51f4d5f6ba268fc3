import {
  overview,
  overviewReservationFilters,
  overviewReservationList,
  overviewToday,
} from '@passeio/contract/overview';
import type { App } from '../../deps.ts';
import { memoizeUntilChange } from '../../platform/changes/memoize-until-change.ts';
import { callerOf } from '../../platform/http/access.ts';
import { errorResponses } from '../../platform/http/openapi.ts';
import { findReservations, readOverview, readToday } from './overview.ts';

const tags = ['overview'];
// Deposits become overdue and trips depart without a write.
const MAX_AGE_MS = 60_000;

export async function overviewRoutes(app: App): Promise<void> {
  const { db, changes } = app.deps;
  const readAll = memoizeUntilChange(changes, () => readOverview(db), MAX_AGE_MS);
  const readWork = memoizeUntilChange(changes, () => readToday(db), MAX_AGE_MS);

  app.get(
    '/overview',
    {
      schema: {
        tags,
        summary: "The day's work and the company's numbers",
        response: { 200: overview, ...errorResponses() },
      },
    },
    readAll,
  );

  app.get(
    '/overview/today',
    {
      schema: {
        tags,
        summary: 'What staff works through today',
        response: { 200: overviewToday, ...errorResponses() },
      },
    },
    readWork,
  );

  app.get(
    '/overview/reservations',
    {
      schema: {
        tags,
        summary: 'A list of reservations with its sum; what the company is to receive for administrators only',
        querystring: overviewReservationFilters,
        response: { 200: overviewReservationList, ...errorResponses() },
      },
    },
    (request) => findReservations(db, callerOf(request), request.query),
  );
}
