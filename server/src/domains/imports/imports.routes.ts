import { importRoutes } from '@passeio/contract/imports/import-routes';
import { MAX_IMPORT_MEGABYTES } from '@passeio/contract/imports/imports';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { acceptUploads, namedFiles } from '../../platform/http/uploads.ts';
import {
  answerQuestion,
  changeCell,
  changeColumns,
  confirmImport,
  discardImport,
  readImport,
  readImportRows,
  readImports,
  startImport,
} from './imports.ts';
import { readInProcess } from './read-in-process.ts';
import { badRowsFile, exportedSheet } from './sheets.ts';
import { startUndoing } from './undo-import.ts';
import { importQueue } from './work-on-import.ts';

const MAX_FILENAME = 120;

/** What an operator brings along in spreadsheets: read, corrected, written at once, and undone. */
export async function importsRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;
  await app.register(uploadRoute);

  handle(app, importRoutes.list, () => readImports(db));
  handle(app, importRoutes.read, ({ params }) => readImport(db, params.importId));
  handle(app, importRoutes.listRows, ({ params, query }) => readImportRows(db, params.importId, query));
  handleWrite(app, importRoutes.changeColumns, ({ trx, params, body }) => changeColumns(trx, params.importId, body));
  handleWrite(app, importRoutes.answer, ({ trx, params, body }) => answerQuestion(trx, params.importId, body));
  handleWrite(app, importRoutes.changeCell, ({ trx, params, body }) => changeCell(trx, params, body));
  handleWrite(app, importRoutes.confirm, async ({ trx, actor, params, body }) => {
    const confirmed = await confirmImport(trx, params.importId);
    await jobs.enqueue(importQueue, { importId: params.importId, actor, notify: body?.notify }, trx);
    return confirmed;
  });
  handleWrite(app, importRoutes.undo, async ({ trx, actor, params }) => {
    const undoing = await startUndoing(trx, params.importId);
    await jobs.enqueue(importQueue, { importId: params.importId, actor }, trx);
    return undoing;
  });
  handleWrite(app, importRoutes.discard, ({ trx, params }) => discardImport(trx, params.importId));

  handle(app, importRoutes.downloadBadRows, async ({ params, query, reply }) =>
    sendFile(reply, await badRowsFile(db, params.importId, query.format)),
  );
  handle(app, importRoutes.exportSheet, async ({ params, query, actor, reply }) =>
    sendFile(
      reply,
      await exportedSheet(db, actor, { ...params, format: query.format, isEmpty: query.empty === 'true' }),
    ),
  );
}

// A plugin context of its own: only this route parses multipart.
async function uploadRoute(app: App): Promise<void> {
  const { db } = app.deps;
  await acceptUploads(app, { files: 1, megabytes: MAX_IMPORT_MEGABYTES });
  handle(app, importRoutes.upload, async ({ actor, params, request }) => {
    const { name, content } = await onlyFile(request);
    const tables = await readInProcess(content);
    return inTransaction(db, (trx) => startImport(trx, actor, { kind: params.kind, filename: name, tables }));
  });
}

// Beside the file a form has its boundaries.
const MAX_REQUEST_BYTES = (MAX_IMPORT_MEGABYTES + 1) * 1024 * 1024;

async function onlyFile(request: FastifyRequest): Promise<{ name: string; content: Buffer }> {
  // Before a byte of it is read.
  if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) throw new AppError('SPREADSHEET_TOO_LARGE');
  try {
    for await (const { name, content } of namedFiles(request)) return { name: shownName(name), content };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'IMAGE_TOO_LARGE') throw new AppError('SPREADSHEET_TOO_LARGE');
    throw error.code === 'IMAGE_UNSUPPORTED' ? new AppError('SPREADSHEET_UNREADABLE') : error;
  }
  throw new AppError('INVALID_INPUT', { file: 'Escolha a planilha.' });
}

function shownName(name: string): string {
  const line = (name ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  return Array.from(line).slice(0, MAX_FILENAME).join('') || 'planilha';
}
