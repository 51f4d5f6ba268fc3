import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import type { createPdf, TableCell } from 'pdfmake';
import type { Cell } from '../spreadsheets/spreadsheets.ts';
import { drawnInThread, loadPdfmake } from './pdf.ts';

/** A table with its last row, to be written in any format. */
export interface ExportedTable {
  title: string;
  /** As in "01/12/2026 a 31/12/2026". */
  subtitle: string;
  columns: readonly { header: string; width: number }[];
  rows: readonly (readonly Cell[])[];
  totals: readonly Cell[];
}

/** From so many columns on the page lies on its side. */
const WIDE = 6;
/** Longer words may break anywhere, else they would leave the page. */
const LONG_WORD = /\S{20}(?=\S)/g;

/** A table of any length, with its headings on every page. */
export const tableAsPdf = drawnInThread(import.meta.url, 'tableAsPdf', drawTable);

async function drawTable(table: ExportedTable): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return pdfmake.createPdf(document(table)).getBuffer() as Promise<Buffer>;
}

function document({ title, subtitle, columns, rows, totals }: ExportedTable): Parameters<typeof createPdf>[0] {
  const isWide = columns.length >= WIDE;
  const head = columns.map(({ header }): TableCell => ({ text: header, bold: true, fillColor: '#eceff1' }));
  const line = (cells: readonly Cell[], bold = false) =>
    cells.map((cell): TableCell => ({ text: shown(cell), bold, alignment: isNumber(cell) ? 'right' : 'left' }));
  const widest = Math.max(...columns.map(({ width }) => width));
  return {
    info: { title },
    language: 'pt-BR',
    pageSize: 'A4',
    pageOrientation: isWide ? 'landscape' : 'portrait',
    pageMargins: [32, 32, 32, 40],
    defaultStyle: { font: 'Roboto', fontSize: columns.length > 2 * WIDE ? 6 : 9, lineHeight: 1.1 },
    content: [
      { text: title, fontSize: 15, bold: true },
      { text: subtitle, color: '#444444', margin: [0, 2, 0, 10] },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ width }) => (width === widest ? '*' : 'auto')),
          body: [head, ...rows.map((row) => line(row)), line(totals, true)],
        },
        layout: { hLineWidth: () => 0.5, vLineWidth: () => 0, hLineColor: () => '#b0bec5' },
      },
    ],
    footer: (page, pages) => ({
      text: `Página ${page} de ${pages}`,
      fontSize: 8,
      alignment: 'right',
      margin: [0, 10, 32, 0],
    }),
  };
}

const isNumber = (cell: Cell) => 'cents' in cell || 'number' in cell;

function shown(cell: Cell): string {
  if ('cents' in cell) return moneyText(cell.cents);
  if ('date' in cell) return formatDay(cell.date);
  return 'number' in cell ? cell.number.toLocaleString('pt-BR') : cell.text.replace(LONG_WORD, '$&\u200b');
}
