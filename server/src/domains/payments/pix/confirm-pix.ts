import type { Logger } from 'pino';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../../platform/jobs/jobs.ts';
import type { PaymentProvider } from '../../../ports/payments/port.ts';
import type { TellingParts } from '../emails/tell-payer.ts';
import { isKnownPix } from '../ledger/ledger.queries.ts';
import { settlePixNow } from './settle-pix.ts';

/** What confirms that a Pix came. */
export interface ConfirmingParts extends TellingParts {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  payments: PaymentProvider;
  logger: Pick<Logger, 'warn' | 'info'>;
}

/** The Pix of which a notice told. */
interface Notice {
  endToEndId: string;
}

const noticeQueue: Queue = {
  name: 'pix-notices',
  batchSize: 25,
  retryLimit: 12,
  retryDelay: 5,
  retryDelayMax: 600,
  onceBy: (data) => (data as Notice).endToEndId,
};

/** Puts each Pix of a notice into the queue, once, in one statement. */
export async function enqueueNotices(jobs: Pick<Jobs, 'enqueueAll'>, endToEndIds: string[]): Promise<void> {
  await jobs.enqueueAll(
    noticeQueue,
    endToEndIds.map((endToEndId): Notice => ({ endToEndId })),
  );
}

/** Asks the provider for each Pix that was noticed. */
export async function confirmNoticedPix(jobs: Jobs, parts: ConfirmingParts): Promise<void> {
  await jobs.work<Notice>(noticeQueue, ({ endToEndId }) => confirmPix(parts, endToEndId));
}

/** Settles a Pix if the provider says that it came. Throws if the provider is away. */
export async function confirmPix(parts: ConfirmingParts, endToEndId: string): Promise<void> {
  if (await isKnownPix(parts.db, endToEndId)) return;
  const pix = await parts.payments.findPix(endToEndId);
  if (!pix) {
    parts.logger.warn({ endToEndId }, 'a notice told of a Pix that the payment provider does not know');
    return;
  }
  await settlePixNow(parts, pix);
}
