import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { acceptUploads, namedFiles } from '../../../platform/http/uploads.ts';
import { readTimeZone } from '../../settings/index.ts';
import { readToday } from '../refunds/refunds.queries.ts';
import { parseInProcess } from './parse-in-process.ts';
import type { ParsedStatement } from './parse-statement.ts';
import type { Clock } from './statement-line.ts';

const MAX_FILENAME = 120;

/** Accepts a bank's file on the routes of this plugin context. */
export function acceptStatements(app: FastifyInstance): Promise<void> {
  return acceptUploads(app, { files: 1, megabytes: 2 });
}

/** The statement of a request. Throws INVALID_INPUT without a file. */
export async function readUpload(
  db: Database,
  request: FastifyRequest,
): Promise<{ name: string; parsed: ParsedStatement }> {
  const { name, content } = await onlyFile(request);
  return { name, parsed: await parseInProcess(content, await readClock(db)) };
}

async function readClock(db: Database): Promise<Clock> {
  return { today: await readToday(db), timeZone: await readTimeZone(db) };
}

async function onlyFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  try {
    for await (const { name, content } of namedFiles(request)) return { name: shownName(name), content };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'IMAGE_TOO_LARGE') throw new AppError('STATEMENT_TOO_LARGE');
    throw error.code === 'IMAGE_UNSUPPORTED' ? new AppError('STATEMENT_UNREADABLE') : error;
  }
  throw new AppError('INVALID_INPUT', { file: 'Escolha o arquivo do extrato.' });
}

function shownName(name: string): string {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_FILENAME).join('') || 'extrato';
}
