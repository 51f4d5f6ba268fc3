import type { Logger } from 'pino';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';

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
