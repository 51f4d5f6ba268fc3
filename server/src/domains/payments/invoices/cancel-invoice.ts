import type { InvoiceCancellation } from '@passeio/contract/payments/issued-invoices';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { FiscalService } from '../../../ports/fiscal/port.ts';
import { findReservation, lockReservation, recordReservationAudit } from '../../reservations/index.ts';
import { readIssuing } from './fiscal-settings.ts';
import { findIssuedInvoice, type IssuedInvoiceRow, issuerOf } from './issued-invoices.queries.ts';

/** Asks for a note to be cancelled, once; again after a refusal. Throws INVOICE_NOT_FOUND or INVOICE_NOT_READY. */
export async function cancelInvoice(
  trx: DatabaseTransaction,
  actor: Actor,
  connected: FiscalService | undefined,
  { reason, text, ...key }: InvoiceCancellation & { reservationId: string; invoiceId: string },
): Promise<IssuedInvoiceRow> {
  await lockReservation(trx, key.reservationId);
  const reservation = await findReservation(trx, key.reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  const row = await findIssuedInvoice(trx, key);
  if (!row) throw new AppError('INVOICE_NOT_FOUND');
  const { fiscal, timeZone } = await readIssuing(trx, connected, reservation.trip_id);
  const { access_key: accessKey } = row;
  if (row.state !== 'authorised' || accessKey === null) throw new AppError('INVOICE_NOT_READY');
  if (row.cancellation !== null) return row;
  if (await isBeingReplaced(trx, row.id)) throw new AppError('INVOICE_PENDING');
  const askedAt = Temporal.Now.zonedDateTimeISO(timeZone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
  const { xml } = fiscal.declareCancellation({ accessKey, taxId: issuerOf(row), askedAt, reason, text });
  const cancelling = await trx
    .updateTable('issued_invoices')
    .set({
      ...{ cancellation: xml, cancellation_requested_at: new Date(), messages: '[]', tries: 0 },
      next_try_at: sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordReservationAudit(
    trx,
    actor,
    { reservation, trip: reservation },
    { action: 'reservation.invoice_cancelling', changes: { invoice: [row.note_number, null], reason: [null, text] } },
  );
  return cancelling as IssuedInvoiceRow;
}

async function isBeingReplaced(trx: DatabaseTransaction, invoiceId: string): Promise<boolean> {
  const found = await trx
    .selectFrom('issued_invoices')
    .select('id')
    .where('replaces', '=', invoiceId)
    .where('state', '=', 'sent')
    .executeTakeFirst();
  return found !== undefined;
}
