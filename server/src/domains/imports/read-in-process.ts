import { join } from 'node:path';
import { ChildProcesses } from '../../platform/concurrency/child-processes.ts';
import type { ReadTable } from '../../platform/spreadsheets/read-table.ts';

const readers = new ChildProcesses<{ content: Uint8Array }, ReadTable[]>({
  file: join(import.meta.dirname, 'reading-process.ts'),
  processes: 1,
  maxQueued: 5,
  timeoutMs: 30_000,
  memoryMb: 512,
  ifLost: 'SPREADSHEET_BOMB',
});

/** Reads a spreadsheet as `readTables` does, in a child process. SPREADSHEET_BOMB for what takes too long or too much. */
export function readInProcess(content: Buffer): Promise<ReadTable[]> {
  return readers.run({ content });
}
