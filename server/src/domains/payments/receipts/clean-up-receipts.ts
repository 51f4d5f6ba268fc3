import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { eraseCounted } from '../../../platform/database/erased-counts.ts';
import { removeDocument } from '../../../platform/http/document-files.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { knownReceipts, markFilesDeleted, receiptsToClear } from './receipts.queries.ts';

const retries = { batchSize: 5, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };
/** Files about to be stored: a crash may leave them without a row. Checked after an hour. */
export const startedReceipts: Queue = { name: 'started-receipts', ...retries, startAfter: 3_600 };
const BATCH = 100;

/** To be called before a file is written: deletes it if it ends up without a row. */
export function scheduleReceiptCleanup(jobs: Pick<Deps['jobs'], 'enqueue'>, id: string): Promise<void> {
  return jobs.enqueue(startedReceipts, { id });
}

/** Deletes the file of a receipt without a row. */
export async function removeUnusedReceipt(db: Database, storage: Storage, id: string): Promise<void> {
  const known = await knownReceipts(db, [id]);
  if (!known.has(id)) await removeDocument(storage, 'receipts', id);
}

/**
 * Deletes the files of receipts some days after the trip (a setting). Again after a crash in between: the file goes
 * first.
 */
export async function deleteOldReceipts(db: Database, storage: Storage): Promise<void> {
  let cleared: number;
  do {
    const ids = await receiptsToClear(db, BATCH);
    for (const id of ids) await removeDocument(storage, 'receipts', id);
    cleared = await eraseCounted(db, 'receipts', (trx) => markFilesDeleted(trx, ids));
  } while (cleared === BATCH);
}
