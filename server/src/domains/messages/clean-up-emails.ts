import type { Database } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { deleteEntriesBefore } from './email-log.queries.ts';

/** Years after the trip for which it is known which e-mails were sent to whom. */
const RETENTION_YEARS = 2;
const oldEmails: Queue = { name: 'old-emails', batchSize: 1, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };
const EVERY_NIGHT = '40 6 * * *';
const BATCH = 1_000;

/** Deletes what the log of e-mails says of trips that were back two years before `now`. */
export async function deleteOldEmails(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now);
  before.setUTCFullYear(now.getUTCFullYear() - RETENTION_YEARS);
  let deleted = BATCH;
  while (deleted === BATCH) deleted = await deleteEntriesBefore(db, before, BATCH);
}

/** Does it every night, in one of the processes. */
export async function cleanUpEmails(jobs: Jobs, db: Database): Promise<void> {
  await jobs.workAtTimes(oldEmails, EVERY_NIGHT, () => deleteOldEmails(db));
}
