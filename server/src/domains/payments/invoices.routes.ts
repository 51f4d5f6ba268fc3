import { invoiceRoutes } from '@passeio/contract/payments/invoices';
import type { App } from '../../deps.ts';
import { callerOf } from '../../platform/http/access.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { changeBilling, readInvoices, recordInvoices, removeInvoice } from './invoices/invoices.ts';

const MINUTE_MS = 60_000;

/** Notes of service that are issued elsewhere. */
export async function invoicesRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const limit = limited(app, { name: 'invoices', max: 60, windowMs: MINUTE_MS, by: (one) => callerOf(one).id });
  const options = { changes: 'nothing' as const, limit };

  handle(app, invoiceRoutes.listInvoices, ({ caller, params }) => readInvoices(db, caller, params.reservationId));
  handleWrite(app, invoiceRoutes.recordInvoices, ({ trx, actor, body }) => recordInvoices(trx, actor, body), options);
  handleWrite(app, invoiceRoutes.removeInvoice, ({ trx, actor, params }) => removeInvoice(trx, actor, params), options);
  handleWrite(
    app,
    invoiceRoutes.changeBilling,
    ({ trx, actor, params, body }) => changeBilling(trx, actor, params.reservationId, body),
    options,
  );
}
