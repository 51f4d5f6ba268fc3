import { id } from '@passeio/contract/fields';
import { statement, statementConfirmation } from '@passeio/contract/payments/statements';
import { z } from '@passeio/contract/zod';
import type { FastifyRequest } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { App } from '../../../deps.ts';
import { actorOf } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { extendBodyDeadline } from '../../../platform/http/body-deadline.ts';
import { LARGE_BODY } from '../../../platform/http/body-limits.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { sendIdempotent } from '../../../platform/http/idempotency.ts';
import { errorResponses, writeHeaders } from '../../../platform/http/openapi.ts';
import { acceptUploads, namedFiles } from '../../../platform/http/uploads.ts';
import { readToday } from '../refunds/refunds.queries.ts';
import { confirmStatement } from './confirm-statement.ts';
import { parseInWorker } from './parse-in-worker.ts';
import { dismissLine, importStatement, readStatement } from './statements.ts';

const tags = ['payments'];
const MAX_FILENAME = 120;

/** Bank statements. */
export async function statementsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const params = z.object({ statementId: id });
  await app.register(uploadRoute);

  app.get(
    '/payments/statements/:statementId',
    {
      schema: {
        tags,
        summary: 'A statement, its lines as they stand now',
        params,
        response: { 200: statement, ...errorResponses() },
      },
    },
    (request) => readStatement(db, request.params.statementId),
  );

  app.post(
    '/payments/statements/:statementId/confirmation',
    {
      bodyLimit: LARGE_BODY,
      // It may reinstate expired reservations of any trip.
      config: { changes: 'everything' },
      schema: {
        tags,
        summary: 'Record the money of lines in the reservations with these codes, all or none',
        params,
        headers: writeHeaders,
        body: statementConfirmation,
        response: { 201: statement, ...errorResponses() },
      },
    },
    (request, reply) =>
      sendIdempotent(db, request, reply, 201, (trx) =>
        confirmStatement(
          trx,
          { jobs, publicUrl: config.publicUrl },
          actorOf(request),
          request.params.statementId,
          request.body,
        ),
      ),
  );

  for (const [method, isDismissed] of [
    ['PUT', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: '/payments/statements/:statementId/lines/:lineId/dismissal',
      config: { changes: 'nothing' },
      schema: {
        tags,
        summary: isDismissed
          ? "Say that a line is no reservation's money, in whatever statement it comes"
          : 'Take back that a line is dismissed',
        params: params.extend({ lineId: id }),
        response: { 200: statement, ...errorResponses() },
      },
      handler: (request) => inTransaction(db, (trx) => dismissLine(trx, actorOf(request), request.params, isDismissed)),
    });
  }
}

// A plugin context of its own: only these routes parse multipart.
async function uploadRoute(app: App): Promise<void> {
  const { db } = app.deps;
  await acceptUploads(app, { files: 1, megabytes: 2 });

  app.post(
    '/payments/statements',
    {
      config: { changes: 'nothing' },
      preParsing: extendBodyDeadline,
      // Documented only; the file is streamed.
      validatorCompiler: (route) => (route.httpPart === 'body' ? () => true : validatorCompiler(route as never)),
      schema: {
        tags,
        summary: "Import a bank's statement, OFX or CSV of up to 2 MB and 5,000 lines; answers what was found in it",
        consumes: ['multipart/form-data'],
        body: z.object({ file: z.file() }),
        response: { 201: statement, ...errorResponses() },
      },
    },
    async (request, reply) => {
      const { name, content } = await onlyFile(request);
      const parsed = await parseInWorker(content, await readToday(db));
      const imported = await inTransaction(db, (trx) => importStatement(trx, actorOf(request), name, parsed));
      return reply.status(201).send(imported);
    },
  );
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
