import { overviewRoutes as entries } from '@passeio/contract/overview';
import type { App } from '../../deps.ts';
import { memoizeUntilChange } from '../../platform/changes/memoize-until-change.ts';
import { handle } from '../../platform/http/handle.ts';
import { findReservations, readOverview, readToday } from './overview.ts';

// Deposits become overdue and trips depart without a write.
const MAX_AGE_MS = 60_000;

export async function overviewRoutes(app: App): Promise<void> {
  const { db, changes } = app.deps;
  handle(
    app,
    entries.read,
    memoizeUntilChange(changes, () => readOverview(db), MAX_AGE_MS),
  );
  handle(
    app,
    entries.readToday,
    memoizeUntilChange(changes, () => readToday(db), MAX_AGE_MS),
  );
  handle(app, entries.listReservations, ({ caller, query }) => findReservations(db, caller, query));
}
