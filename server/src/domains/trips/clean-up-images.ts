import type { Deps } from '../../deps.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { removeImage } from './images.ts';
import { knownImages } from './trip-images.queries.ts';

interface Unused {
  ids: string[];
}

const retries = { batchSize: 5, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };
/** Pictures that were removed: their files follow when that is committed. */
const removedImages: Queue = { name: 'removed-trip-images', ...retries };
/** Pictures that are about to be stored: a crash may leave files that no row knows. Looked after in an hour. */
const startedImages: Queue = { name: 'started-trip-images', ...retries, startAfter: 3_600 };

/** Queues the removal of the files of pictures, should `trx` commit. */
export function removeFilesAfter(trx: DatabaseTransaction, jobs: Deps['jobs'], ids: string[]): Promise<void> {
  return jobs.enqueue(removedImages, { ids } satisfies Unused, trx);
}

/** To be called before files of pictures are written: what comes to nothing is cleared up later. */
export function scheduleImageCleanup(jobs: Deps['jobs'], ids: string[]): Promise<void> {
  return jobs.enqueue(startedImages, { ids } satisfies Unused);
}

/** Removes the files of those pictures that have no row. */
export async function removeUnusedFiles(db: Database, storage: Storage, ids: string[]): Promise<void> {
  const known = await knownImages(db, ids);
  for (const id of ids) if (!known.has(id)) await removeImage(storage, id);
}

/** Does the tidying that is queued, in this process. */
export async function cleanUpImages(jobs: Jobs, db: Database, storage: Storage): Promise<void> {
  for (const queue of [removedImages, startedImages]) {
    await jobs.work<Unused>(queue, ({ ids }) => removeUnusedFiles(db, storage, ids));
  }
}
