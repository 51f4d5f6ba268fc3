import { fiscalRoutes } from '@passeio/contract/payments/fiscal-settings';
import { invoiceRoutes } from '@passeio/contract/payments/invoices';
import { issuedInvoiceRoutes } from '@passeio/contract/payments/issued-invoices';
import type { App } from '../../deps.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import { findReservation, mayOpen } from '../reservations/index.ts';
import { cancelInvoice } from './invoices/cancel-invoice.ts';
import { exportInvoice } from './invoices/export-invoice.ts';
import { changeFiscalSettings, readFiscalState } from './invoices/fiscal-settings.ts';
import { changeBilling, readInvoices, recordInvoices, removeInvoice } from './invoices/invoices.ts';
import { issueInvoice } from './invoices/issue-invoice.ts';
import { presentForPayer, presentIssued } from './invoices/issued-invoices.present.ts';
import { issuedInvoicesOf } from './invoices/issued-invoices.queries.ts';

/** Notes of service: those that are issued here, and the numbers of those that are issued elsewhere. */
export async function invoicesRoutes(app: App): Promise<void> {
  const { db, fiscal } = app.deps;

  handle(app, invoiceRoutes.listInvoices, ({ caller, params }) =>
    readInvoices(db, caller, fiscal, params.reservationId),
  );
  handleWrite(app, invoiceRoutes.recordInvoices, ({ trx, actor, body }) => recordInvoices(trx, actor, body));
  handleWrite(app, invoiceRoutes.removeInvoice, ({ trx, actor, params }) => removeInvoice(trx, actor, fiscal, params));
  handleWrite(app, invoiceRoutes.changeBilling, ({ trx, actor, params, body }) =>
    changeBilling(trx, actor, fiscal, params.reservationId, body),
  );

  handleWrite(app, issuedInvoiceRoutes.issue, async ({ trx, actor, params, body }) =>
    presentIssued(await issueInvoice(trx, actor, fiscal, { ...params, ...body })),
  );
  handleWrite(app, issuedInvoiceRoutes.cancelIssued, async ({ trx, actor, params, body }) =>
    presentIssued(await cancelInvoice(trx, actor, fiscal, { ...params, ...body })),
  );
  handle(app, issuedInvoiceRoutes.exportIssued, async ({ caller, params, query, reply }) =>
    sendFile(reply, await exportInvoice(db, caller, { ...params, ...query })),
  );
  handle(app, issuedInvoiceRoutes.listOfPayer, async ({ caller, params }) => {
    const reservation = await findReservation(db, params.reservationId);
    if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
    return presentForPayer(await issuedInvoicesOf(db, params.reservationId));
  });

  handle(app, fiscalRoutes.readFiscal, () => readFiscalState(db, fiscal));
  handleWrite(app, fiscalRoutes.changeFiscal, async ({ trx, actor, body }) => {
    await changeFiscalSettings(trx, actor, body);
    return readFiscalState(trx, fiscal);
  });
}
