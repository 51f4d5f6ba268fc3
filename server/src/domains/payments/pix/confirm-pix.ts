import type { Logger } from 'pino';
import type { Deps } from '../../../deps.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import { createBatcher } from '../../../platform/concurrency/batcher.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs, Queue } from '../../../platform/jobs/jobs.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { isKnownPix, withoutKnownPix } from '../ledger/ledger.queries.ts';
import { clearNoticed, markNoticed } from './charges.queries.ts';
import { recordPixNow } from './record-pix.ts';

/** What confirms that a Pix came. */
export interface ConfirmingParts extends NotifyDeps {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  payments: PaymentProvider;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/** The Pix of a notice, and the charge that it names, whose hold does not end meanwhile; empty for none. */
interface Notice {
  endToEndId: string;
  txid: string;
}

const noticeQueue: Queue = {
  name: 'pix-notices',
  batchSize: 25,
  retryLimit: 12,
  retryDelay: 5,
  retryDelayMax: 600,
  onceBy: (data) => (data as Notice).endToEndId,
};

/** Puts each Pix of a notice into the queue, once. */
export async function enqueueNotices(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueueAll'> },
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  await inTransaction(db, async (trx) => {
    await jobs.enqueueAll(
      noticeQueue,
      notices.map(({ endToEndId, txid }): Notice => ({ endToEndId, txid })),
      trx,
    );
    await markNoticed(
      trx,
      notices.map(({ txid }) => txid),
    );
  });
}

/** As many Pix as notices may name in a minute. The bank sends again what finds no room, and the poll finds it. */
const MAX_WAITING = 5_000;

/**
 * Takes the notices of clients that know the secret: puts each Pix into the queue, unless it is known or waits there;
 * those that come at the same time together. Rejects with UNAVAILABLE while the queue is full.
 */
export function noticeIntake({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): (notices: Notice[]) => Promise<void> {
  return createBatcher<Notice[], void>(async (batches) => {
    const byId = new Map(batches.flat().map((notice) => [notice.endToEndId, notice]));
    const unknown = await withoutKnownPix(db, [...byId.keys()]);
    const room = unknown.length > 0 ? MAX_WAITING - (await jobs.countWaiting(noticeQueue, MAX_WAITING)) : 0;
    await enqueueNotices(
      { db, jobs },
      unknown.slice(0, room).flatMap((id) => byId.get(id) ?? []),
    );
    const left = new Set(unknown.slice(room));
    return batches.map((notices) =>
      notices.some(({ endToEndId }) => left.has(endToEndId)) ? new AppError('UNAVAILABLE') : undefined,
    );
  });
}

/** Asks the provider for each Pix that was noticed. */
export async function confirmNoticedPix(jobs: Jobs, parts: ConfirmingParts): Promise<void> {
  await jobs.work<Notice>(noticeQueue, async ({ endToEndId, txid }) => {
    await confirmPix(parts, endToEndId);
    if (txid) await clearNoticed(parts.db, txid);
  });
}

/** Records a Pix if the provider says that it came. Throws if the provider is unavailable. */
export async function confirmPix(parts: ConfirmingParts, endToEndId: string): Promise<void> {
  if (await isKnownPix(parts.db, endToEndId)) return;
  const pix = await parts.payments.findPix(endToEndId);
  if (!pix) {
    parts.logger.warn({ endToEndId }, 'a notice named a Pix that the payment provider does not know');
    return;
  }
  await recordPixNow(parts, pix);
}
