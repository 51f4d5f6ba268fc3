import type { Logger } from 'pino';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueEmails, type QueuedEmail } from '../../messages/index.ts';
import { markNotified, tripsToServe, type WaitingNotification } from '../../waiting-list/index.ts';
import { serveWaitingList } from './offers.ts';

/** What ends holds and serves waiting lists. */
export interface SweepDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueueAll'>;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Asks the bank for what was paid; without a bank there is nobody to ask. Throws if it does not answer. */
  askBank?: () => Promise<void>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

const BATCH = 200;

/**
 * Offers places that came free without an offer (a larger capacity, a trip that is published again), ends the lists of
 * trips that are about to leave, and notifies people who were offered places. Failures go to `onError`, by trip.
 */
export async function sweepWaitingLists(
  deps: SweepDeps,
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
  while (sent === BATCH && !signal?.aborted) sent = await notifyBatch(deps);
}

function notifyBatch({ db, jobs }: SweepDeps): Promise<number> {
  return inTransaction(db, async (trx) => {
    const sent = await markNotified(trx, BATCH);
    await enqueueEmails(jobs, sent.flatMap(emailToWaiting), trx);
    return sent.length;
  });
}

/**
 * The e-mail about an offer, or that the list has ended, which nobody without an address gets; none where it was taken
 * already.
 */
function emailToWaiting({ id: waitingId, state, reservation_id, ...one }: WaitingNotification): QueuedEmail[] {
  const wasPaid = state === 'taken' && one.hold_expires_at !== null;
  const { email: to } = one;
  if (wasPaid) return [];
  if (state === 'lapsed') {
    const kind = one.trip_cancelled ? 'waitingCancelled' : 'waitingEnded';
    return to ? [{ kind, to, about: { waitingId } }] : [];
  }
  return reservation_id
    ? [{ kind: 'waitingOffer', to, about: { waitingId, reservationId: reservation_id, state } }]
    : [];
}
