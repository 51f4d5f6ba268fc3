import { formatDay } from '@passeio/contract/format-moments';
import { paymentMethods } from '@passeio/contract/payments/payments';
import {
  type Accounting,
  type AccountingExportQuery,
  type AccountingLine,
  accountingBases,
  accountingKinds,
} from '@passeio/contract/reports/accounting';
import { type Actor, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import type { Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import { periodText } from '../export/export-report.ts';
import { exportTable } from '../export/export-table.ts';
import { readEntries } from './entries.ts';

// Lines of two lines of text each; typesetting more would take minutes.
const MAX_PDF_LINES = 3_000;
const MAX_LINES = 200_000;

const columns = [
  { header: 'Caixa', width: 12 },
  { header: 'Competência', width: 12 },
  { header: 'Reserva', width: 10 },
  { header: 'Quem paga', width: 28 },
  { header: 'CPF ou CNPJ', width: 18 },
  { header: 'Endereço', width: 30 },
  { header: 'Passeio', width: 30 },
  { header: 'Tipo', width: 16 },
  { header: 'Forma', width: 14 },
  { header: 'Referência', width: 34 },
  { header: 'Valor (R$)', width: 13 },
  { header: 'Taxa (R$)', width: 12 },
  { header: 'Líquido (R$)', width: 13 },
  { header: 'Multa retida (R$)', width: 13 },
  { header: 'Nota', width: 20 },
  { header: 'Data da nota', width: 14 },
  { header: 'Vendedor', width: 24 },
];

/** All lines of the period as a file. Audited: it has names and documents. Throws TRIP_NOT_FOUND or REPORT_TOO_LONG. */
export async function exportEntries(
  db: Database,
  actor: Actor,
  { format, ...query }: AccountingExportQuery,
): Promise<ExportedFile> {
  const size = (format === 'pdf' ? MAX_PDF_LINES : MAX_LINES) + 1;
  const read = await readEntries(db, callerOfActor(actor), { ...query, page: 1, size });
  if (read.data.length === size) throw new AppError('REPORT_TOO_LONG');
  const { from, to, trip, totals } = read;
  await inTransaction(db, (trx) =>
    recordAudit(trx, actor, {
      action: 'report.exported',
      subject: { type: 'report', id: `accounting_${query.by}`, label: `Contador: ${accountingBases[query.by]}` },
      changes: { format: [null, format], from: [null, from], to: [null, to], lines: [null, read.data.length] },
    }),
  );
  const sums = [totals.balanceCents, totals.feeCents, totals.netCents, totals.penaltyCents];
  return exportTable(`contador-${query.by === 'cash' ? 'caixa' : 'competencia'}-${from}-${to}`, format, {
    title: `Contador – ${accountingBases[query.by].toLowerCase()}`,
    subtitle: [periodText({ from, to }), trip?.title, query.withoutInvoice && 'sem nota'].filter(Boolean).join(' · '),
    columns,
    rows: read.data.map(cellsOf),
    totals: [
      { text: 'Total' },
      ...Array.from({ length: 9 }, (): Cell => ({ text: '' })),
      ...sums.map((cents): Cell => ({ cents })),
      ...[{ text: '' }, { text: '' }, { text: '' }],
    ],
  });
}

function cellsOf(line: Accounting['data'][number]): Cell[] {
  const { payer, trip, amountCents, feeCents, penaltyCents, competenceOn, invoices } = line;
  return [
    { date: line.cashOn },
    competenceOn ? { date: competenceOn } : { text: '' },
    { text: line.reservation?.code ?? '' },
    { text: payer.name },
    { text: payer.taxId },
    { text: payer.address },
    { text: trip ? `${trip.title} · ${formatDay(trip.departsOn)}` : '' },
    { text: accountingKinds[line.kind] },
    { text: methodOf(line) },
    { text: line.reference },
    { cents: amountCents },
    feeCents === null ? { text: '' } : { cents: feeCents },
    { cents: amountCents - (feeCents ?? 0) },
    { cents: penaltyCents },
    { text: invoices.map(({ number }) => number).join(', ') },
    { text: invoices.map(({ issuedOn }) => formatDay(issuedOn)).join(', ') },
    { text: line.seller ?? '' },
  ];
}

const methodOf = ({ method }: AccountingLine) => (method ? paymentMethods[method] : '');
