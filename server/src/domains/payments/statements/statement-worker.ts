import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../../../platform/http/errors.ts';
import type { ParseOrder, ParseResult } from './parse-in-worker.ts';
import { parseStatement } from './parse-statement.ts';

const { content, today } = workerData as ParseOrder;
parentPort?.postMessage(parse());

function parse(): ParseResult {
  try {
    return { parsed: parseStatement(Buffer.from(content), today) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}
