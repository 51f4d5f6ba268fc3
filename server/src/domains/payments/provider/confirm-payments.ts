import type { Logger } from 'pino';
import type { Deps } from '../../../deps.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import { createBatcher } from '../../../platform/concurrency/batcher.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Jobs, Queue } from '../../../platform/jobs/jobs.ts';
import type { Notice, PaymentProvider, ProviderKind, Providers } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { recordBankReturns } from '../refunds/bank-returns.ts';
import { noteReview } from './card-reviews.ts';
import { clearNoticed, markNoticed, noteNotices } from './charges.queries.ts';
import { recordReportedNow } from './record-reported.ts';

/** What confirms that a payment came. */
export interface ConfirmingDeps extends NotifyDeps {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  /** The provider that is asked. */
  provider: PaymentProvider;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/** A notice as it waits in the queue. `provider`: its name. */
export interface QueuedNotice {
  endToEndId: string;
  txid: string;
  provider?: string;
}

const retrying = {
  batchSize: 25,
  retryLimit: 12,
  retryDelay: 5,
  retryDelayMax: 600,
  onceBy: (data: object) => `${(data as QueuedNotice).provider}/${(data as QueuedNotice).endToEndId}`,
};
const codeNotices: Queue = { name: 'pix-notices', ...retrying };
const cardNotices: Queue = { name: 'card-notices', ...retrying };
/** The queues of notices, each of all providers of a kind. */
export const noticeQueues: Record<ProviderKind, Queue> = { pix: codeNotices, card: cardNotices };

/** Puts each payment of a notice into the queue, once. The hold of a charge that it names does not end meanwhile. */
export async function enqueueNotices(
  { db, jobs, provider }: { db: Database; jobs: Pick<Jobs, 'enqueueAll'>; provider: PaymentProvider },
  notices: Notice[],
): Promise<void> {
  if (notices.length === 0) return;
  await inTransaction(db, async (trx) => {
    await jobs.enqueueAll(
      noticeQueues[provider.kind],
      notices.map(
        ({ reference, chargeReference }): QueuedNotice => ({
          endToEndId: reference,
          txid: chargeReference,
          provider: provider.name,
        }),
      ),
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
 * Takes the notices of clients that know the secret: puts each payment into the queue, unless it waits there; those
 * that come at the same time together. Also a known one, however old: something of it may have gone back. Rejects with
 * UNAVAILABLE while the queue is full.
 */
export function noticeIntake(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  provider: PaymentProvider,
): (notices: Notice[]) => Promise<void> {
  return createBatcher<Notice[], void>(async (batches) => {
    await noteNotices(db, provider.name);
    const byId = new Map(batches.flat().map((notice) => [notice.reference, notice]));
    const named = [...byId.values()];
    const room =
      named.length > 0 ? MAX_WAITING - (await jobs.countWaiting(noticeQueues[provider.kind], MAX_WAITING)) : 0;
    await enqueueNotices({ db, jobs, provider }, named.slice(0, room));
    const left = new Set(named.slice(room).map(({ reference }) => reference));
    return batches.map((notices) =>
      notices.some(({ reference }) => left.has(reference)) ? new AppError('UNAVAILABLE') : undefined,
    );
  });
}

/**
 * Asks the provider that sent a notice for the payment. Throws if the provider is unavailable, or this installation has
 * it no more.
 */
export async function confirmNotice(
  { kind, ...deps }: Omit<ConfirmingDeps, 'provider'> & { providers: Providers; kind: ProviderKind },
  notice: QueuedNotice,
): Promise<void> {
  const { named, starting } = deps.providers;
  const provider = notice.provider === undefined ? starting(kind) : named(notice.provider);
  if (!provider) throw new Error(`no payment provider ${notice.provider ?? kind} is installed`);
  await confirmPayment({ ...deps, provider }, notice.endToEndId);
  if (notice.txid) await clearNoticed(deps.db, notice.txid);
}

/**
 * Records a payment if the provider says that it came, and what of it went back; of one by card that has not come what
 * its bank decides. Throws if the provider is unavailable.
 */
export async function confirmPayment(deps: ConfirmingDeps, reference: string): Promise<void> {
  const { provider, logger } = deps;
  const payment = await provider.find(reference);
  if (!payment) {
    const review = await provider.findReview?.(reference);
    if (review) return noteReview(deps, review);
    logger.warn({ reference }, 'a notice named a payment that the provider does not know');
    return;
  }
  await recordReportedNow(deps, payment);
  await recordBankReturns(deps, payment);
}
