import { parentPort, workerData } from 'node:worker_threads';
import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@passeio/contract/imports/imports';
import { AppError } from '../../platform/http/errors.ts';
import { readTable } from '../../platform/spreadsheets/read-table.ts';
import type { ReadOrder, ReadResult } from './read-in-thread.ts';

// A thread that reads one spreadsheet; started by readInThread.
const { content } = workerData as ReadOrder;
const limits = { rows: MAX_IMPORT_ROWS, columns: MAX_IMPORT_COLUMNS, cell: MAX_IMPORT_CELL };
parentPort?.postMessage(await read());

async function read(): Promise<ReadResult> {
  try {
    return { rows: await readTable(Buffer.from(content), limits) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}
