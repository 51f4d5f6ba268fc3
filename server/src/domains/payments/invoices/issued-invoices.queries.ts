import type { Selectable } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';

export type IssuedInvoiceRow = Selectable<Schema['issued_invoices']>;

/** Ours, as in "1/27": series and number. */
export const numberText = ({ series, number }: Pick<IssuedInvoiceRow, 'series' | 'number'>) => `${series}/${number}`;

/** The CNPJ of a note, whatever the settings say by now: it stands after "DPS", municipality and kind. */
export const issuerOf = ({ declaration_id }: Pick<IssuedInvoiceRow, 'declaration_id'>) => declaration_id.slice(11, 25);

/** The notes of a reservation that were issued here, the oldest first. */
export function issuedInvoicesOf(db: Database, reservationId: string): Promise<IssuedInvoiceRow[]> {
  return db
    .selectFrom('issued_invoices')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** One of them. */
export function findIssuedInvoice(
  db: Database,
  { reservationId, invoiceId }: { reservationId: string; invoiceId: string },
): Promise<IssuedInvoiceRow | undefined> {
  return db
    .selectFrom('issued_invoices')
    .selectAll()
    .where('id', '=', invoiceId)
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst();
}
