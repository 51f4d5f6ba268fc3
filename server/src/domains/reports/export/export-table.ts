import type { ReportFormat } from '@passeio/contract/reports/reports';
import type { ExportedFile } from '../../../platform/http/send-file.ts';
import { type ExportedTable, tableAsPdf } from '../../../platform/pdf/table-pdf.ts';
import { asCsv, asXlsx } from '../../../platform/spreadsheets/spreadsheets.ts';

const mediaTypes: Record<ReportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** A table with its totals as a file. */
export async function exportTable(name: string, format: ReportFormat, table: ExportedTable): Promise<ExportedFile> {
  const { title: sheet, subtitle, columns, rows, totals } = table;
  const write = {
    csv: () => asCsv({ columns, rows: [...rows, totals] }),
    xlsx: () => asXlsx({ sheet: sheet.slice(0, 31), columns, rows, totals, heading: [['Período', subtitle]] }),
    pdf: () => tableAsPdf(table),
  };
  return { name: `${name}.${format}`, mediaType: mediaTypes[format], content: await write[format]() };
}
