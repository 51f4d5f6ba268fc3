import { invoiceRoutes } from '@passeio/contract/payments/invoices';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { changeBilling, readInvoices, recordInvoices, removeInvoice } from './invoices/invoices.ts';

/** Notes of service that are issued elsewhere. */
export async function invoicesRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, invoiceRoutes.listInvoices, ({ caller, params }) => readInvoices(db, caller, params.reservationId));
  handleWrite(app, invoiceRoutes.recordInvoices, ({ trx, actor, body }) => recordInvoices(trx, actor, body));
  handleWrite(app, invoiceRoutes.removeInvoice, ({ trx, actor, params }) => removeInvoice(trx, actor, params));
  handleWrite(app, invoiceRoutes.changeBilling, ({ trx, actor, params, body }) =>
    changeBilling(trx, actor, params.reservationId, body),
  );
}
