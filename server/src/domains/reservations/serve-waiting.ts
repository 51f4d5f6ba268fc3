import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueueEmails } from '../messages/index.ts';
import { markTold, tripsToServe } from '../waiting-list/index.ts';
import type { HoldKeeper } from './hold-keeper.ts';
import { serveWaitingList } from './offers.ts';
import { emailToWaiting } from './waiting-emails.ts';

const BATCH = 200;

/**
 * Offers places that came free without an offer (a larger capacity, a trip that is published again), ends the lists of
 * trips that are about to leave, and tells who was offered places. Failures go to `onError`, by trip.
 */
export async function sweepWaitingLists(
  keeper: HoldKeeper,
  timeZone: string,
  { signal, onError }: { signal?: AbortSignal | undefined; onError: (error: unknown, tripId: string) => void },
): Promise<void> {
  for (const tripId of await tripsToServe(keeper.db)) {
    if (signal?.aborted) return;
    try {
      const offers = await inTransaction(keeper.db, (trx) => serveWaitingList(trx, tripId));
      if (offers > 0) keeper.changes.announce(`places:${tripId}`);
    } catch (error) {
      onError(error, tripId);
    }
  }
  let told = BATCH;
  while (told === BATCH && !signal?.aborted) told = await tellBatch(keeper, timeZone);
}

function tellBatch({ db, jobs, publicUrl }: HoldKeeper, timeZone: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    const told = await markTold(trx, BATCH);
    await enqueueEmails(
      jobs,
      told.flatMap((one) => emailToWaiting(one, { timeZone, publicUrl })),
      trx,
    );
    return told.length;
  });
}
