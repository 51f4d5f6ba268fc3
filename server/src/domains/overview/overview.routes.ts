import { overviewRoutes as entries } from '@passeio/contract/staff/overview';
import type { App } from '../../deps.ts';
import type { ChangeNotifier } from '../../platform/changes/change-notifier.ts';
import { handle } from '../../platform/http/handle.ts';
import { listTagsInUse } from '../reservations/index.ts';
import { countWaitingChats, findPermissionsNotice } from './overview.queries.ts';
import { findReservations, readFirstSteps, readOverview, readToday } from './overview.ts';

// Deposits become overdue and trips depart without a write.
const MAX_AGE_MS = 60_000;

export async function overviewRoutes(app: App): Promise<void> {
  const { db, changes } = app.deps;
  const overview = memoizeUntilChange(changes, () => readOverview(db), MAX_AGE_MS);
  handle(app, entries.read, async () => {
    // Not memoized, because vehicles, invitations and conversations announce no change.
    const [numbers, firstSteps, operatorsWithAll, waitingChats] = await Promise.all([
      overview(),
      readFirstSteps(db),
      findPermissionsNotice(db),
      countWaitingChats(db),
    ]);
    return { ...numbers, firstSteps, operatorsWithAll, waitingChats };
  });
  handle(app, entries.closePermissionsNotice, async () => {
    await db.updateTable('operator').set({ permissions_notice: false }).execute();
    return { closed: true as const };
  });
  const today = memoizeUntilChange(changes, () => readToday(db), MAX_AGE_MS);
  handle(app, entries.readToday, async () => {
    const [numbers, waitingChats] = await Promise.all([today(), countWaitingChats(db)]);
    return { ...numbers, waitingChats };
  });
  handle(app, entries.listTags, () => listTagsInUse(db));
  handle(app, entries.listReservations, ({ caller, query }) => findReservations(db, caller, query));
}

/**
 * Memoizes `read` until any change, for aggregates that are expensive and the same for all staff. Values that depend on
 * the clock may be up to `maxAgeMs` old.
 */
function memoizeUntilChange<Value>(
  changes: ChangeNotifier,
  read: () => Promise<Value>,
  maxAgeMs: number,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; expiresAt: number } | undefined;
  changes.onChange(() => {
    cached = undefined;
  });
  return () => {
    // Without notifications, changes by other processes go unnoticed.
    if (!changes.isListening) return read();
    if (cached && Date.now() < cached.expiresAt) return cached.value;
    const reading = { value: read(), expiresAt: Date.now() + maxAgeMs };
    cached = reading;
    reading.value.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.value;
  };
}
