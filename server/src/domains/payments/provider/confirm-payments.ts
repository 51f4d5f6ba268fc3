import type { Logger } from 'pino';
import type { Deps } from '../../../deps.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import { createBatcher } from '../../../platform/concurrency/batcher.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs, Queue } from '../../../platform/jobs/jobs.ts';
import type { Notice, PaymentProvider } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { recordBankReturns } from '../refunds/bank-returns.ts';
import { noteReview } from './card-reviews.ts';
import { clearNoticed, markNoticed, noteNotices } from './charges.queries.ts';
import { recordReportedNow } from './record-reported.ts';

/** What confirms that a payment came. */
export interface ConfirmingParts extends NotifyDeps {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  payments: PaymentProvider;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/** A notice as it waits in the queue. */
export interface QueuedNotice {
  endToEndId: string;
  txid: string;
}

const retrying = {
  batchSize: 25,
  retryLimit: 12,
  retryDelay: 5,
  retryDelayMax: 600,
  onceBy: (data: object) => (data as QueuedNotice).endToEndId,
};
export const noticeQueue: Queue = { name: 'pix-notices', ...retrying };
export const cardNoticeQueue: Queue = { name: 'card-notices', ...retrying };
const queueOf = ({ kind }: Pick<PaymentProvider, 'kind'>) => (kind === 'card' ? cardNoticeQueue : noticeQueue);

/** Puts each payment of a notice into the queue, once. The hold of a charge that it names does not end meanwhile. */
export async function enqueueNotices(
  { db, jobs, payments }: { db: Database; jobs: Pick<Jobs, 'enqueueAll'>; payments: PaymentProvider },
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  await inTransaction(db, async (trx) => {
    await jobs.enqueueAll(
      queueOf(payments),
      notices.map((notice): QueuedNotice => ({ endToEndId: notice.reference, txid: notice.chargeReference })),
      trx,
    );
    await markNoticed(
      trx,
      notices.map(({ chargeReference }) => chargeReference),
    );
  });
}

/**
 * As many payments as notices may name in a minute. The provider sends again what finds no room, and the poll finds it.
 */
const MAX_WAITING = 5_000;

/**
 * Takes the notices of clients that know the secret: puts each payment into the queue, unless it waits there; those that
 * come at the same time together. Also a known one, however old: something of it may have gone back. Rejects with
 * UNAVAILABLE while the queue is full.
 */
export function noticeIntake(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  payments: PaymentProvider,
): (notices: Notice[]) => Promise<void> {
  return createBatcher<Notice[], void>(async (batches) => {
    await noteNotices(db, payments.name);
    const byId = new Map(batches.flat().map((notice) => [notice.reference, notice]));
    const named = [...byId.values()];
    const room = named.length > 0 ? MAX_WAITING - (await jobs.countWaiting(queueOf(payments), MAX_WAITING)) : 0;
    await enqueueNotices({ db, jobs, payments }, named.slice(0, room));
    const left = new Set(named.slice(room).map(({ reference }) => reference));
    return batches.map((notices) =>
      notices.some(({ reference }) => left.has(reference)) ? new AppError('UNAVAILABLE') : undefined,
    );
  });
}

/** Asks the provider for a payment that was noticed. Throws if the provider is unavailable. */
export async function confirmNotice(parts: ConfirmingParts, notice: QueuedNotice): Promise<void> {
  await confirmPayment(parts, notice.endToEndId);
  if (notice.txid) await clearNoticed(parts.db, notice.txid);
}

/**
 * Records a payment if the provider says that it came, and what of it went back; of one by card that has not come what
 * its bank decides. Throws if the provider is unavailable.
 */
export async function confirmPayment(parts: ConfirmingParts, reference: string): Promise<void> {
  const { payments, logger } = parts;
  const payment = await payments.find(reference);
  if (!payment) {
    const review = await payments.findReview?.(reference);
    if (review) return noteReview(parts, review);
    logger.warn({ reference }, 'a notice named a payment that the provider does not know');
    return;
  }
  await recordReportedNow(parts, payment);
  await recordBankReturns(parts, payment);
}
