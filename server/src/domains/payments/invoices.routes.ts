import { fiscalRoutes } from '@passeio/contract/payments/fiscal-settings';
import { invoiceBatchRoutes } from '@passeio/contract/payments/invoice-batches';
import { invoiceRoutes } from '@passeio/contract/payments/invoices';
import { issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import type { App } from '../../deps.ts';
import { callerOfActor } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { findReservation, mayOpen } from '../reservations/index.ts';
import { cancelInvoice } from './invoices/cancel-invoice.ts';
import { exportInvoice } from './invoices/export-invoice.ts';
import { changeFiscalSettings, changeTripFiscal, readFiscalState, readTripFiscal } from './invoices/fiscal-settings.ts';
import { presentBatches, presentWholeBatch } from './invoices/invoice-batches.present.ts';
import { retryBatch, startBatch } from './invoices/invoice-batches.ts';
import { changeBilling, readInvoices, recordInvoices, removeInvoice } from './invoices/invoices.ts';
import { issueInvoice } from './invoices/issue-invoice.ts';
import { presentForPayer, presentIssued } from './invoices/issued-invoices.present.ts';
import { issuedInvoicesOf } from './invoices/issued-invoices.queries.ts';

/** Notes of service: those that are issued here, and the numbers of those that are issued elsewhere. */
export async function invoicesRoutes(app: App): Promise<void> {
  const { db, connections } = app.deps;

  handle(app, invoiceRoutes.listInvoices, ({ caller, params }) =>
    readInvoices(db, caller, connections.fiscal, params.reservationId),
  );
  handleWrite(app, invoiceRoutes.recordInvoices, ({ trx, actor, body }) => recordInvoices(trx, actor, body));
  handleWrite(app, invoiceRoutes.removeInvoice, ({ trx, actor, params }) =>
    removeInvoice(trx, actor, connections.fiscal, params),
  );
  handleWrite(app, invoiceRoutes.changeBilling, ({ trx, actor, params, body }) =>
    changeBilling(trx, actor, connections.fiscal, params.reservationId, body),
  );

  handleWrite(app, issuedInvoiceRoutes.issue, async ({ trx, actor, params, body }) => {
    const order = { ...params, requestedBy: callerOfActor(actor).id, draft: body };
    return presentIssued(await issueInvoice(trx, actor, connections.fiscal, order));
  });
  handleWrite(app, issuedInvoiceRoutes.replaceIssued, async ({ trx, actor, params, body }) => {
    const { reservationId, invoiceId } = params;
    const { reason, text, ...draft } = body;
    const order = { reservationId, requestedBy: callerOfActor(actor).id, draft, replaces: { invoiceId, reason, text } };
    return presentIssued(await issueInvoice(trx, actor, connections.fiscal, order));
  });
  handleWrite(app, issuedInvoiceRoutes.cancelIssued, async ({ trx, actor, params, body }) =>
    presentIssued(await cancelInvoice(trx, actor, connections.fiscal, { ...params, ...body })),
  );
  handle(app, issuedInvoiceRoutes.exportIssued, async ({ caller, params, query, reply }) =>
    sendFile(reply, await exportInvoice(db, caller, { ...params, ...query })),
  );
  handle(app, issuedInvoiceRoutes.listOfPayer, async ({ caller, params }) => {
    const reservation = await findReservation(db, params.reservationId);
    if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
    return presentForPayer(await issuedInvoicesOf(db, params.reservationId));
  });

  handle(app, invoiceBatchRoutes.listBatches, () => presentBatches(db));
  handle(app, invoiceBatchRoutes.readBatch, ({ params }) => presentWholeBatch(db, params.batchId));
  handleWrite(app, invoiceBatchRoutes.startBatch, ({ trx, actor, body }) =>
    startBatch(trx, actor, connections.fiscal, body),
  );
  handleWrite(app, invoiceBatchRoutes.retryBatch, ({ trx, params }) =>
    retryBatch(trx, connections.fiscal, params.batchId),
  );

  handle(app, fiscalRoutes.readFiscal, () => readFiscalState(db, connections.fiscal));
  handleWrite(app, fiscalRoutes.changeFiscal, async ({ trx, actor, body }) => {
    await changeFiscalSettings(trx, actor, body);
    return readFiscalState(trx, connections.fiscal);
  });
  handle(app, fiscalRoutes.readTripFiscal, ({ params }) => readTripFiscal(db, params.tripId));
  handleWrite(app, fiscalRoutes.changeTripFiscal, async ({ trx, actor, params, body }) => {
    await changeTripFiscal(trx, actor, params.tripId, body);
    return readTripFiscal(trx, params.tripId);
  });
}
