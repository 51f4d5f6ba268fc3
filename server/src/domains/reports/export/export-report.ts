import { formatDay } from '@passeio/contract/format-moments';
import {
  type ColumnKind,
  isMoney,
  type Report,
  type ReportFormat,
  type ReportQuery,
  reportText,
  shareText,
} from '@passeio/contract/reports/reports';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import type { ExportedTable } from '../../../platform/pdf/table-pdf.ts';
import type { Cell } from '../../../platform/spreadsheets/spreadsheets.ts';
import { readReport } from '../report/read-report.ts';
import { exportTable } from './export-table.ts';

/** A report as a file. Audited. Throws TRIP_NOT_FOUND. */
export async function exportReport(
  db: Database,
  actor: Actor,
  query: ReportQuery,
  format: ReportFormat,
): Promise<ExportedFile> {
  const report = await readReport(db, query);
  const { title, slug } = reportText(query.report);
  await inTransaction(db, (trx) =>
    recordAudit(trx, actor, {
      action: 'report.exported',
      subject: { type: 'report', id: query.report, label: title },
      changes: { format: [null, format], from: [null, report.from], to: [null, report.to] },
    }),
  );
  return exportTable(`${slug}-${report.from}-${report.to}`, format, tableOf(query.report, report));
}

function tableOf(key: ReportQuery['report'], { rows, totals, from, to, trip }: Report): ExportedTable {
  const { title, row: first, columns } = reportText(key);
  const cells = (values: readonly (number | null)[]) =>
    columns.map(({ kind }, index): Cell => cellOf(kind, values[index] ?? null));
  return {
    title,
    subtitle: [periodText({ from, to }), trip?.title].filter(Boolean).join(' · '),
    columns: [
      { header: first, width: 34 },
      ...columns.map(({ label, kind }) => ({ header: isMoney(kind) ? `${label} (R$)` : label, width: 16 })),
    ],
    rows: rows.map(({ label, values }) => [{ text: label }, ...cells(values)]),
    totals: [{ text: 'Total' }, ...cells(totals)],
  };
}

export const periodText = ({ from, to }: { from: string; to: string }) => `${formatDay(from)} a ${formatDay(to)}`;

function cellOf(kind: ColumnKind, value: number | null): Cell {
  if (value === null) return { text: '—' };
  if (isMoney(kind)) return { cents: value };
  return kind === 'count' ? { number: value } : { text: shareText(value) };
}
