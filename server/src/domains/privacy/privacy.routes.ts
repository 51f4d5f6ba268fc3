import { dataExportLinkRoutes, privacyRoutes as entries, erasureLinkRoutes } from '@passeio/contract/privacy/privacy';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import { openExport, requestExport } from './data-exports.ts';
import { eraseAsStaff, eraseByLink, eraseByPayerLink, eraseByWaitingLink, eraseOwn } from './erasure-requests.ts';

const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';
/** Copies of people's data: asked for in an account or by staff, opened by a link and the password. */
export async function privacyRoutes(app: App): Promise<void> {
  const { db, jobs, identity, storage } = app.deps;

  handleWrite(app, entries.exportOwn, ({ trx, actor, caller, body }) =>
    requestExport(trx, actor, jobs, { personId: caller.id, ...body }),
  );
  handleWrite(app, entries.exportOfPerson, ({ trx, actor, params, body }) =>
    requestExport(trx, actor, jobs, { personId: params.userId, ...body }),
  );
  handle(
    app,
    entries.eraseOwn,
    async ({ caller, body, request }) => {
      await eraseOwn({ db, jobs, identity }, caller.id, body.password);
      logSecurityEvent(request, 'person erased');
    },
    { examples: { body: [{ password: 'a senha' }] } },
  );
  handleWrite(app, entries.erasePerson, async ({ trx, actor, params, request }) => {
    await eraseAsStaff(trx, actor, jobs, params.userId);
    logSecurityEvent(request, 'person erased');
  });
  handleWrite(app, erasureLinkRoutes.eraseParticipant, ({ trx, body }) => eraseByLink(trx, jobs, body.token), {
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
    },
    { examples: { body: [{ token: exampleToken, phoneDigits: '0123' }] } },
  );
  handleWrite(app, erasureLinkRoutes.eraseWaiting, ({ trx, body }) => eraseByWaitingLink(trx, jobs, body.token), {
    examples: { body: [{ token: exampleToken }] },
  });
  handle(
    app,
    dataExportLinkRoutes.download,
    async ({ body, request, reply }) => {
      const content = await openExport({ db, identity, storage }, body);
      logSecurityEvent(request, 'copy of data downloaded');
      return sendFile(reply, { name: 'meus-dados.zip', mediaType: 'application/zip', content });
    },
    { examples: { body: [{ token: exampleToken, password: 'a senha' }] } },
  );
}
