import { randomUUIDv7 } from 'node:crypto';
import {
  type BillingDetails,
  type InvoicesDraft,
  MAX_INVOICES,
  type ReservationInvoices,
} from '@passeio/contract/payments/invoices';
import { type Actor, callerOfActor, maskDocument } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { type Caller, hasPermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { FiscalService } from '../../../ports/fiscal/port.ts';
import {
  findReservation,
  lockReservation,
  type ReservationWithTrip,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { proposeInvoice } from './issue-invoice.ts';
import { presentIssued } from './issued-invoices.present.ts';
import { findIssuedInvoice, issuedInvoicesOf } from './issued-invoices.queries.ts';

/**
 * The notes of a reservation, to whom they are made out, and what a new one would say, where notes are issued here.
 * Throws RESERVATION_NOT_FOUND.
 */
export async function readInvoices(
  db: Database,
  caller: Caller,
  fiscal: FiscalService | undefined,
  reservationId: string,
): Promise<ReservationInvoices> {
  const reservation = await requireReservation(db, reservationId);
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'issued_on'])
    .where('reservation_id', '=', reservationId)
    .orderBy('issued_on')
    .orderBy('id')
    .execute();
  const billing = await findBilling(db, reservationId);
  const taxId = billing?.tax_id ?? '';
  const issued = await issuedInvoicesOf(db, reservationId);
  return {
    issued: issued.map(presentIssued),
    proposed: fiscal
      ? { ...(await proposeInvoice(db, fiscal, reservation)), isTest: fiscal.environment === '2' }
      : null,
    data: invoices.map(({ id, number, issued_on }) => ({ id, number, issuedOn: issued_on })),
    billing: {
      name: billing?.name ?? '',
      taxId: hasPermission(caller, 'see_documents') ? taxId : taxId && maskDocument(taxId),
      address: billing?.address ?? '',
    },
  };
}

/** Records notes of one day, all or none. Throws RESERVATION_NOT_FOUND or TOO_MANY_INVOICES. */
export async function recordInvoices(
  trx: DatabaseTransaction,
  actor: Actor,
  { issuedOn, invoices }: InvoicesDraft,
): Promise<{ recorded: number }> {
  let recorded = 0;
  // In the order of ids, so that two colleagues never wait for each other.
  for (const { reservationId, number } of invoices.toSorted((a, b) => a.reservationId.localeCompare(b.reservationId))) {
    const reservation = await lockWithPayer(trx, reservationId);
    const { count } = await trx
      .selectFrom('invoices')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('reservation_id', '=', reservation.id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= MAX_INVOICES) throw new AppError('TOO_MANY_INVOICES');
    const inserted = await trx
      .insertInto('invoices')
      .values({
        ...{ id: randomUUIDv7(), reservation_id: reservation.id, number, issued_on: issuedOn },
        recorded_by: callerOfActor(actor).id,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) continue;
    recorded += 1;
    await recordReservationAudit(trx, actor, ofReservation(reservation), {
      action: 'reservation.invoice_recorded',
      changes: { invoice: [null, number], issuedOn: [null, issuedOn] },
    });
  }
  return { recorded };
}

/** Removes a note. Throws INVOICE_NOT_FOUND, and INVOICE_ISSUED for one that was issued here. */
export async function removeInvoice(
  trx: DatabaseTransaction,
  actor: Actor,
  fiscal: FiscalService | undefined,
  { reservationId, invoiceId }: { reservationId: string; invoiceId: string },
): Promise<ReservationInvoices> {
  const reservation = await lockWithPayer(trx, reservationId);
  if (await findIssuedInvoice(trx, { reservationId, invoiceId })) throw new AppError('INVOICE_ISSUED');
  const removed = await trx
    .deleteFrom('invoices')
    .where('id', '=', invoiceId)
    .where('reservation_id', '=', reservationId)
    .returning(['number', 'issued_on'])
    .executeTakeFirst();
  if (!removed) throw new AppError('INVOICE_NOT_FOUND');
  await recordReservationAudit(trx, actor, ofReservation(reservation), {
    action: 'reservation.invoice_removed',
    changes: { invoice: [removed.number, null], issuedOn: [removed.issued_on, null] },
  });
  return readInvoices(trx, callerOfActor(actor), fiscal, reservationId);
}

/** Says to whom the notes of a reservation are made out; what is left empty is the payer's. */
export async function changeBilling(
  trx: DatabaseTransaction,
  actor: Actor,
  fiscal: FiscalService | undefined,
  reservationId: string,
  { name, taxId, address }: BillingDetails,
): Promise<ReservationInvoices> {
  const reservation = await lockWithPayer(trx, reservationId);
  const before = await findBilling(trx, reservationId);
  const after = { name, tax_id: taxId, address };
  const isEmpty = !(name || taxId || address);
  if (isEmpty) await trx.deleteFrom('billing_details').where('reservation_id', '=', reservationId).execute();
  else {
    await trx
      .insertInto('billing_details')
      .values({ reservation_id: reservationId, ...after })
      .onConflict((conflict) => conflict.column('reservation_id').doUpdateSet({ ...after, updated_at: new Date() }))
      .execute();
  }
  const masked = (document = '') => document && maskDocument(document);
  if (before?.name !== name || before.tax_id !== taxId || before.address !== address) {
    await recordReservationAudit(trx, actor, ofReservation(reservation), {
      action: 'reservation.billing_changed',
      // Whether there is an address; where people live is in no audit entry.
      changes: { invoicedTo: [before?.name || null, name || null], taxId: [masked(before?.tax_id), masked(taxId)] },
    });
  }
  return readInvoices(trx, callerOfActor(actor), fiscal, reservationId);
}

function findBilling(db: Database, reservationId: string) {
  return db
    .selectFrom('billing_details')
    .select(['name', 'tax_id', 'address'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst();
}

async function requireReservation(db: Database, id: string): Promise<ReservationWithTrip> {
  const reservation = await findReservation(db, id);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  return reservation;
}

async function lockWithPayer(trx: DatabaseTransaction, id: string): Promise<ReservationWithTrip> {
  await lockReservation(trx, id);
  return requireReservation(trx, id);
}

const ofReservation = (row: ReservationWithTrip) => ({ reservation: row, trip: row });
