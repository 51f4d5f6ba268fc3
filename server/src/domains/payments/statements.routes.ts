import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { listTakenBackCards } from './gift-cards/taken-back-cards.ts';
import { checkUnreadable, listUnreadable } from './provider/unreadable-payments.ts';
import { checkChargeback, listChargebacks } from './refunds/chargebacks.ts';
import { confirmStatement } from './statements/confirm-statement.ts';
import { acceptStatements, readUpload } from './statements/read-upload.ts';
import { dismissLine, importStatement, readStatement } from './statements/statements.ts';
import { assignPayment, dismissPayment, listUnmatched } from './unmatched/unmatched.ts';

/** Bank statements, Pix that belong to no reservation that we know, and entries of the bank that cannot be read. */
export async function statementsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const notifyDeps = { jobs, publicUrl: config.publicUrl };
  await app.register(uploadRoute);

  handle(app, statementRoutes.readStatement, ({ params }) => readStatement(db, params.statementId));
  handleWrite(app, statementRoutes.confirmStatement, ({ trx, actor, params, body }) =>
    confirmStatement(trx, notifyDeps, actor, params.statementId, body),
  );
  handleWrite(app, statementRoutes.dismissLine, ({ trx, actor, params }) => dismissLine(trx, actor, params, true));
  handleWrite(app, statementRoutes.restoreLine, ({ trx, actor, params }) => dismissLine(trx, actor, params, false));

  handle(app, statementRoutes.listUnmatched, async ({ query }) => ({
    ...(await listUnmatched(db, query)),
    unreadable: query.page === 1 ? await listUnreadable(db) : [],
    chargebacks: query.page === 1 ? await listChargebacks(db) : [],
    giftCardReturns: query.page === 1 ? await listTakenBackCards(db) : [],
  }));
  handleWrite(app, statementRoutes.assignUnmatched, ({ trx, actor, params, body }) =>
    assignPayment(trx, notifyDeps, actor, params.paymentId, body),
  );
  handleWrite(app, statementRoutes.dismissUnmatched, ({ trx, actor, params, body }) =>
    dismissPayment(trx, actor, params.paymentId, body),
  );
  handleWrite(app, statementRoutes.checkUnreadable, ({ trx, actor, params }) =>
    checkUnreadable(trx, actor, params.pixId),
  );
  handleWrite(app, statementRoutes.checkChargeback, ({ trx, actor, params, body }) =>
    checkChargeback(trx, actor, params.chargebackId, body?.note),
  );
}

// A plugin context of its own: only this route parses multipart.
async function uploadRoute(app: App): Promise<void> {
  const { db } = app.deps;
  await acceptStatements(app);

  handle(app, statementRoutes.importStatement, async ({ actor, request }) => {
    const { name, parsed } = await readUpload(db, request);
    return inTransaction(db, (trx) => importStatement(trx, actor, name, parsed));
  });
}
