import type { Logger } from 'pino';
import type { Database } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

/** What tells people of their departure. */
export interface DepartureTelling {
  db: Database;
  jobs: Pick<Jobs, 'enqueue' | 'enqueueAll'>;
  logger: Pick<Logger, 'warn'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}
