import { join } from 'node:path';
import type { ErrorCode } from '@passeio/contract/errors';
import { runInThread } from '../../platform/concurrency/run-in-thread.ts';
import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { TableRow } from '../../platform/spreadsheets/read-table.ts';

const THREAD = join(import.meta.dirname, 'reading-thread.ts');
const LIMITS = { memoryMb: 512, timeoutMs: 30_000 };

export interface ReadOrder {
  content: Uint8Array;
}
export type ReadResult = { rows: TableRow[] } | { refused: ErrorCode };

const threads = new Semaphore({ permits: 1, maxQueued: 5, timeoutMs: 60_000 });

/**
 * Reads a spreadsheet as `readTable` does, in a thread with bounded memory and time, so that nobody else waits for it.
 * SPREADSHEET_BOMB for what takes too long or too much.
 */
export function readInThread(content: Buffer): Promise<TableRow[]> {
  return threads.run(async () => {
    const order: ReadOrder = { content };
    const result = await runInThread<ReadResult>(THREAD, order, LIMITS);
    if (!result) throw new AppError('SPREADSHEET_BOMB');
    if ('refused' in result) throw new AppError(result.refused);
    return result.rows;
  });
}
