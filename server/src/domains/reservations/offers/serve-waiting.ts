import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueueEmails } from '../../messages/index.ts';
import { markNotified, tripsToServe } from '../../waiting-list/index.ts';
import type { SweepDeps } from '../holds/sweep-deps.ts';
import { serveWaitingList } from './offers.ts';
import { emailToWaiting } from './waiting-emails.ts';

const BATCH = 200;

/**
 * Offers places that came free without an offer (a larger capacity, a trip that is published again), ends the lists of
 * trips that are about to leave, and tells who was offered places. Failures go to `onError`, by trip.
 */
export async function sweepWaitingLists(
  deps: SweepDeps,
  timeZone: string,
  { signal, onError }: { signal?: AbortSignal | undefined; onError: (error: unknown, tripId: string) => void },
): Promise<void> {
  for (const tripId of await tripsToServe(deps.db)) {
    if (signal?.aborted) return;
    try {
      const offers = await inTransaction(deps.db, (trx) => serveWaitingList(trx, tripId));
      if (offers > 0) deps.changes.announce(`places:${tripId}`);
    } catch (error) {
      onError(error, tripId);
    }
  }
  let sent = BATCH;
  while (sent === BATCH && !signal?.aborted) sent = await tellBatch(deps, timeZone);
}

function tellBatch({ db, jobs, publicUrl }: SweepDeps, timeZone: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    const sent = await markNotified(trx, BATCH);
    await enqueueEmails(
      jobs,
      sent.flatMap((one) => emailToWaiting(one, { timeZone, publicUrl })),
      trx,
    );
    return sent.length;
  });
}
