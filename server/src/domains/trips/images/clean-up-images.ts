import { SERIES_UNDO_HOURS } from '@passeio/contract/trips/series-changes';
import type { Deps } from '../../../deps.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { removeImage } from './images.ts';
import { neededImages } from './trip-images.queries.ts';

/** What queues the deletion of files. */
export type CleanUpJobs = Pick<Deps['jobs'], 'enqueue'>;

interface Unused {
  ids: string[];
}

const retries = { batchSize: 5, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };
/** Removed pictures, whose files are deleted after the commit. */
export const removedImages: Queue = { name: 'removed-trip-images', ...retries };
/** Pictures about to be stored: a crash may leave files without a row. Checked after an hour. */
export const startedImages: Queue = { name: 'started-trip-images', ...retries, startAfter: 3_600 };

/** Pictures that a change of many dates has replaced: undoing it needs them. Checked when it cannot be undone any more. */
export const replacedImages: Queue = {
  name: 'replaced-trip-images',
  ...retries,
  startAfter: (SERIES_UNDO_HOURS + 2) * 3_600,
};

/** {@link removeFilesAfter}, once nobody can undo what replaced them. */
export function removeReplacedFiles(trx: DatabaseTransaction, jobs: CleanUpJobs, ids: string[]): Promise<void> {
  return jobs.enqueue(replacedImages, { ids } satisfies Unused, trx);
}

/** Queues the deletion of pictures' files, if `trx` commits. */
export function removeFilesAfter(trx: DatabaseTransaction, jobs: CleanUpJobs, ids: string[]): Promise<void> {
  return jobs.enqueue(removedImages, { ids } satisfies Unused, trx);
}

/** To be called before files are written: deletes those that end up without a row. */
export function scheduleImageCleanup(jobs: CleanUpJobs, ids: string[]): Promise<void> {
  return jobs.enqueue(startedImages, { ids } satisfies Unused);
}

/** Deletes the files of pictures without a row that no change brings back. */
export async function removeUnusedFiles(db: Database, storage: Storage, ids: string[]): Promise<void> {
  const needed = await neededImages(db, ids);
  for (const id of ids) if (!needed.has(id)) await removeImage(storage, id);
}
