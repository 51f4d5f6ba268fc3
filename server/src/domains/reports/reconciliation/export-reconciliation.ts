import { formatDay } from '@passeio/contract/format-moments';
import { paymentMethods } from '@passeio/contract/payments/payments';
import {
  movedKinds,
  type ReconciliationLine,
  reconciliationHints,
  reconciliationKinds,
  reconciliationMatches,
} from '@passeio/contract/reports/reconciliation';
import type { ReportFormat } from '@passeio/contract/reports/reports';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import type { Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import type { ParsedStatement } from '../../payments/index.ts';
import { periodText } from '../export/export-report.ts';
import { exportTable } from '../export/export-table.ts';
import { readReconciliation } from './reconciliation.ts';

// Typesetting more would take minutes.
const MAX_PDF_LINES = 3_000;

const columns = [
  { header: 'Situação', width: 26 },
  { header: 'Data no banco', width: 13 },
  { header: 'Texto do banco', width: 44 },
  { header: 'Banco (R$)', width: 13 },
  { header: 'Data no Passeio', width: 13 },
  { header: 'Reserva', width: 10 },
  { header: 'Quem paga', width: 28 },
  { header: 'Lançamento', width: 24 },
  { header: 'Passeio (R$)', width: 13 },
  { header: 'Diferença (R$)', width: 13 },
  { header: 'Como se achou', width: 24 },
];

/** The comparison as a file. Audited: it has names. Throws REPORT_TOO_LONG, and as `readReconciliation`. */
export async function exportReconciliation(
  db: Database,
  actor: Actor,
  statement: ParsedStatement,
  format: ReportFormat,
): Promise<ExportedFile> {
  const { from, to, bank, ledger, differenceCents, lines } = await readReconciliation(db, statement);
  if (format === 'pdf' && lines.length > MAX_PDF_LINES) throw new AppError('REPORT_TOO_LONG');
  await inTransaction(db, (trx) =>
    recordAudit(trx, actor, {
      action: 'report.exported',
      subject: { type: 'report', id: 'reconciliation', label: 'Contador: Conciliação do extrato' },
      changes: { format: [null, format], from: [null, from], to: [null, to], lines: [null, lines.length] },
    }),
  );
  const none: Cell = { text: '' };
  return exportTable(`conciliacao-${from}-${to}`, format, {
    title: 'Conciliação do extrato',
    subtitle: periodText({ from, to }),
    columns,
    rows: lines.map(cellsOf),
    totals: [
      ...[{ text: 'Total' }, none, none, { cents: bank.inCents - bank.outCents }, none, none, none, none],
      ...[{ cents: ledger.inCents - ledger.outCents }, { cents: differenceCents }, none],
    ],
  });
}

/** A card's sum of several entries is one row: its amounts count once. */
function cellsOf({ kind, match, hint, bank, entries, differenceCents }: ReconciliationLine): Cell[] {
  const each = (text: (entry: ReconciliationLine['entries'][number]) => string): Cell => ({
    text: [...new Set(entries.map(text))].join(', '),
  });
  const [only, another] = entries;
  return [
    { text: reconciliationKinds[kind] },
    bank ? { date: bank.on } : { text: '' },
    { text: bank?.text ?? '' },
    bank ? { cents: bank.amountCents } : { text: '' },
    only && !another ? { date: only.on } : each(({ on }) => formatDay(on)),
    each(({ reservation }) => reservation?.code ?? ''),
    each(({ payer }) => payer),
    each((entry) => `${movedKinds[entry.kind]} · ${paymentMethods[entry.method]}`),
    // What counts in the ledger's period, so that the column adds up.
    only ? { cents: (bank?.amountCents ?? 0) - differenceCents } : { text: '' },
    { cents: differenceCents },
    { text: hint ? reconciliationHints[hint] : match ? reconciliationMatches[match] : '' },
  ];
}
