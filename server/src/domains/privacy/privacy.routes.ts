import { createHash } from 'node:crypto';
import { dataExportLinkRoutes, privacyRoutes as entries, erasureLinkRoutes } from '@passeio/contract/privacy/privacy';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { openExport, requestExport } from './data-exports.ts';
import { eraseAsStaff, eraseByLink, eraseByPayerLink, eraseByWaitingLink, eraseOwn } from './erasure-requests.ts';

const HOUR_MS = 60 * 60_000;
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
const changes = 'nothing' as const;

/** Copies of people's data: asked for in an account or by staff, opened by a link and the password. */
export async function privacyRoutes(app: App): Promise<void> {
  const { db, jobs, identity, storage } = app.deps;
  const asking = limited(app, {
    name: 'data-export',
    max: 20,
    windowMs: HOUR_MS,
    by: (request) => callerOf(request).id,
  });
  const opening = [
    limited(app, { name: 'data-export-link', max: 30, windowMs: HOUR_MS }),
    limited(app, { name: 'data-export-token', max: 10, windowMs: HOUR_MS, by: tokenOf }),
  ];

  handleWrite(
    app,
    entries.exportOwn,
    ({ trx, actor, caller, body }) => requestExport(trx, actor, jobs, { personId: caller.id, ...body }),
    { changes, limit: asking },
  );
  handleWrite(
    app,
    entries.exportOfPerson,
    ({ trx, actor, params, body }) => requestExport(trx, actor, jobs, { personId: params.userId, ...body }),
    { changes, limit: asking },
  );
  handle(
    app,
    entries.eraseOwn,
    async ({ caller, body, request }) => {
      await eraseOwn({ db, jobs, identity }, caller.id, body.password);
      logSecurityEvent(request, 'person erased');
      return {};
    },
    {
      limit: limited(app, { name: 'erasure', max: 10, windowMs: HOUR_MS, by: (request) => callerOf(request).id }),
      examples: { body: [{ password: 'a senha' }] },
    },
  );
  handleWrite(app, entries.erasePerson, async ({ trx, actor, params, request }) => {
    await eraseAsStaff(trx, actor, jobs, params.userId);
    logSecurityEvent(request, 'person erased');
    return {};
  });
  handleWrite(app, erasureLinkRoutes.eraseParticipant, ({ trx, body }) => eraseByLink(trx, jobs, body.token), {
    limit: [
      limited(app, { name: 'erasure-link', max: 30, windowMs: HOUR_MS }),
      limited(app, { name: 'erasure-token', max: 10, windowMs: HOUR_MS, by: tokenOf }),
    ],
    examples: { body: [{ token: exampleToken }] },
  });
  handle(
    app,
    erasureLinkRoutes.erasePayer,
    async ({ body: { token, phoneDigits, emailCode }, request }) => {
      const proof = { asked: 'always', phoneDigits, emailCode, signedIn: request.caller } as const;
      const { caller, reservationId } = await app.openPayerLink(token, proof);
      await inTransaction(db, (trx) => eraseByPayerLink(trx, jobs, { personId: caller.id, reservationId }));
      logSecurityEvent(request, 'person erased');
      return {};
    },
    { limit: app.limitPayerLinks, examples: { body: [{ token: exampleToken, phoneDigits: '0123' }] } },
  );
  handleWrite(app, erasureLinkRoutes.eraseWaiting, ({ trx, body }) => eraseByWaitingLink(trx, jobs, body.token), {
    changes,
    limit: app.limitPayerLinks,
    examples: { body: [{ token: exampleToken }] },
  });
  handle(
    app,
    dataExportLinkRoutes.download,
    async ({ body, request, reply }) => {
      const content = await openExport({ db, identity, storage }, body);
      logSecurityEvent(request, 'copy of data downloaded');
      return reply
        .header('content-disposition', 'attachment; filename="meus-dados.zip"')
        .header('cache-control', 'private, no-store')
        .type('application/zip')
        .send(content as never) as never;
    },
    { changes, limit: opening, examples: { body: [{ token: exampleToken, password: 'a senha' }] } },
  );
}

const tokenOf = ({ body }: FastifyRequest) =>
  createHash('sha256')
    .update((body as { token: string }).token)
    .digest('base64url');
