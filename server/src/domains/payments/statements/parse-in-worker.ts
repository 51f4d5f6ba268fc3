import { join } from 'node:path';
import type { ErrorCode } from '@passeio/contract/errors';
import { runInThread } from '../../../platform/concurrency/run-in-thread.ts';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type ParsedStatement, parseStatement } from './parse-statement.ts';

const WORKER = join(import.meta.dirname, 'statement-worker.ts');
// Read in a few milliseconds: a worker takes longer to start.
const SMALL_BYTES = 128 * 1024;
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 128;

export interface ParseOrder {
  content: Uint8Array;
  today: string;
}
export type ParseResult = { parsed: ParsedStatement } | { refused: ErrorCode };

const workers = new Semaphore({ permits: 2, maxQueued: 20, timeoutMs: 30_000 });

/**
 * Reads a statement as `parseStatement` does, a large one in a thread of its own with bounded memory and time, so that
 * nobody else waits for it. Throws what that throws; STATEMENT_UNREADABLE for what takes too long or too much.
 */
export function parseInWorker(content: Buffer, today: string): Promise<ParsedStatement> {
  if (content.length <= SMALL_BYTES) return Promise.resolve(parseStatement(content, today));
  return workers.run(async () => {
    const order: ParseOrder = { content, today };
    const limits = { memoryMb: MEMORY_MB, timeoutMs: TIMEOUT_MS };
    const result = await runInThread<ParseResult>(WORKER, order, limits);
    if (!result) throw new AppError('STATEMENT_UNREADABLE');
    if ('refused' in result) throw new AppError(result.refused);
    return result.parsed;
  });
}
