import { formatCnpj } from '@brazilian-utils/brazilian-utils/format-cnpj';
import { formatCpf } from '@brazilian-utils/brazilian-utils/format-cpf';
import { dayAndTime } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { InvoiceFormat } from '@passeio/contract/payments/issued-invoices';
import type { Database } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { findReservation, mayOpen } from '../../reservations/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { invoiceAsPdf } from './invoice-pdf.ts';
import { findIssuedInvoice, issuerOf, numberText } from './issued-invoices.queries.ts';

/**
 * A note that was authorised, for its payer and staff: as the government signed it, or to print. Throws
 * RESERVATION_NOT_FOUND, INVOICE_NOT_FOUND, or INVOICE_NOT_READY.
 */
export async function exportInvoice(
  db: Database,
  caller: Caller,
  { format, ...key }: { reservationId: string; invoiceId: string; format: InvoiceFormat },
): Promise<ExportedFile> {
  const reservation = await findReservation(db, key.reservationId);
  if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  const row = await findIssuedInvoice(db, key);
  if (!row) throw new AppError('INVOICE_NOT_FOUND');
  const { note, access_key: accessKey, authorised_at: authorisedAt, look_up_url: lookUpUrl } = row;
  // The text of old notes is erased.
  if (!note || !accessKey || !authorisedAt || !lookUpUrl) throw new AppError('INVOICE_NOT_READY');
  const name = `nfse-${row.note_number}.${format}`;
  if (format === 'xml') return { name, mediaType: 'application/xml; charset=utf-8', content: Buffer.from(note) };
  const [brand, timeZone] = await Promise.all([readBrand(db), readTimeZone(db)]);
  const at = (moment: Date) => dayAndTime(moment, timeZone);
  const content = await invoiceAsPdf({
    issuer: {
      name: brand.legalName || brand.name,
      taxId: formatCnpj(issuerOf(row)),
      address: [brand.address, [brand.city, brand.state].filter(Boolean).join(' – ')].filter(Boolean).join(', '),
    },
    payer: { name: row.payer_name || 'Não identificado', taxId: shownTaxId(row.payer_tax_id) },
    noteNumber: row.note_number ?? '',
    number: numberText(row),
    accessKey,
    lookUpUrl,
    authorisedAt: at(authorisedAt),
    amount: moneyText(row.amount_cents),
    description: row.description,
    warning: row.cancelled_at
      ? `Nota cancelada em ${at(row.cancelled_at)}. Ela não vale.`
      : row.replaced_at
        ? `Nota substituída por outra em ${at(row.replaced_at)}. Ela não vale.`
        : row.environment === '2'
          ? 'Nota de teste, sem valor fiscal.'
          : '',
  });
  return { name, mediaType: 'application/pdf', content };
}

const shownTaxId = (taxId: string) => (taxId.length === 11 ? formatCpf(taxId) : taxId && formatCnpj(taxId));
