import { join } from 'node:path';
import { ChildProcesses } from '../../../platform/concurrency/child-processes.ts';
import { type ParsedStatement, parseStatement } from './parse-statement.ts';
import type { Clock } from './statement-line.ts';

// Read in a few milliseconds: a process takes longer to start.
const SMALL_BYTES = 128 * 1024;

export interface ParseOrder {
  content: Uint8Array;
  clock: Clock;
}

const parsers = new ChildProcesses<ParseOrder, ParsedStatement>({
  file: join(import.meta.dirname, 'statement-process.ts'),
  processes: 2,
  maxQueued: 20,
  timeoutMs: 20_000,
  memoryMb: 128,
  ifLost: 'STATEMENT_UNREADABLE',
});

/**
 * Reads a statement as `parseStatement` does, a large one in a child process, so that nobody else waits for it. Throws
 * what that throws; STATEMENT_UNREADABLE for what takes too long or too much.
 */
export function parseInProcess(content: Buffer, clock: Clock): Promise<ParsedStatement> {
  if (content.length <= SMALL_BYTES) return Promise.resolve(parseStatement(content, clock));
  return parsers.run({ content, clock });
}
