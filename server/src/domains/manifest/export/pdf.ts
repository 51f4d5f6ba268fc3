import type { PassengerColumn } from '@passeio/contract/boarding/passengers';
import { formatDay } from '@passeio/contract/format-moments';
import { plural } from '@passeio/contract/words';
import type { Content, createPdf, TableCell } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';
import { cellsOf, columnsOf, type ListColumn, shown } from './columns.ts';
import { groupColumns, groupsOf, type ListedPassengers } from './listed-passengers.ts';

const MAX_UPRIGHT_COLUMNS = 7;
const A4 = { short: 595.28, long: 841.89 };
const PAGE_MARGIN = 32;
const CELL_PADDING = 3;
const FONT_SIZE = 9;
const SMALLEST_FONT_SIZE = 7;

/** The input of the worker thread. */
interface PdfOrder {
  columns: readonly PassengerColumn[];
  list: ListedPassengers;
}

export const passengersAsPdf = drawnInThread(import.meta.url, 'passengersAsPdf', drawPassengers);

/** Grouped, headers on every page, portrait or landscape by the width of the columns. */
async function drawPassengers({ columns, list }: PdfOrder): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return pdfmake.createPdf(document(columns, list)).getBuffer() as Promise<Buffer>;
}

function document(chosen: readonly PassengerColumn[], list: ListedPassengers): Parameters<typeof createPdf>[0] {
  const listed = columnsOf(groupColumns(chosen, list.group), list.questions);
  const { operator, trip, departure, rows } = list;
  const isWide = listed.length > MAX_UPRIGHT_COLUMNS;
  const { widths, fontSize } = fit(listed, isWide ? A4.long : A4.short);
  const title = `Lista de passageiros – ${trip.title}`;
  return {
    info: { title, author: operator.name },
    pageSize: 'A4',
    pageOrientation: isWide ? 'landscape' : 'portrait',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN + 12],
    defaultStyle: { font: 'Roboto', fontSize: FONT_SIZE, lineHeight: 1.1 },
    styles: {
      title: { fontSize: 15, bold: true },
      trip: { fontSize: 12, margin: [0, 2, 0, 0] },
      facts: { color: '#444444' },
      point: { fontSize: 11, bold: true, margin: [0, 14, 0, 4] },
      head: { bold: true, fillColor: '#eceff1' },
    },
    content: [
      { text: 'Lista de passageiros', style: 'title' },
      { text: trip.title, style: 'trip' },
      { text: factsOf(list), style: 'facts', margin: [0, 2, 0, 0] },
      { text: operatorLine(operator), style: 'facts', margin: [0, 2, 0, 0] },
      ...(rows.length === 0
        ? [{ text: 'Ninguém tem vaga neste passeio ainda.', margin: [0, 20, 0, 0] } as Content]
        : []),
      ...groupTables(listed, list, widths).map((content): Content => ({ stack: [content], fontSize })),
    ],
    footer: (page, pages) => ({
      margin: [PAGE_MARGIN, 8, PAGE_MARGIN, 0],
      fontSize: 8,
      color: '#444444',
      columns: [
        { text: `${operator.name} · ${trip.title} · ${formatDay(departure.date)}` },
        { text: `Página ${page} de ${pages}`, alignment: 'right', width: 'auto' },
      ],
    }),
  };
}

function fit(columns: readonly ListColumn[], pageWidth: number): { widths: number[]; fontSize: number } {
  const preferred = columns.map(({ points }) => points);
  const sum = preferred.reduce((before, points) => before + points, 0);
  const scale = (pageWidth - 2 * PAGE_MARGIN - 2 * CELL_PADDING * columns.length - 2) / sum;
  return {
    widths: preferred.map((points) => points * scale),
    fontSize: Math.max(SMALLEST_FONT_SIZE, FONT_SIZE * Math.min(1, scale)),
  };
}

function groupTables(listed: readonly ListColumn[], { rows, group }: ListedPassengers, widths: number[]): Content[] {
  let number = 0;
  return groupsOf(rows, group).flatMap(({ label, rows: people }): Content[] => {
    const head = listed.map(({ label: header }): TableCell => ({ text: header, style: 'head' }));
    const lines = people.map((row) => {
      number += 1;
      return cellsOf(listed, row, number).map(
        (cell): TableCell => ({
          text: shown(cell),
          ...('cents' in cell || 'number' in cell ? { alignment: 'right' } : {}),
        }),
      );
    });
    return [
      { text: `${label} (${plural(people.length, 'pessoa')})`, style: 'point', headlineLevel: 1 },
      {
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths,
          body: [head, ...lines],
        },
        layout: layoutFor(listed),
      },
    ];
  });
}

function layoutFor(listed: readonly ListColumn[]) {
  const isSigned = listed.some(({ key }) => key === 'signature');
  // Space for a signature.
  const padding = isSigned ? 5 : 3;
  return {
    hLineWidth: () => 0.5,
    vLineWidth: () => (isSigned ? 0.5 : 0),
    hLineColor: () => '#b0bec5',
    vLineColor: () => '#b0bec5',
    paddingTop: () => padding,
    paddingBottom: () => padding,
    paddingLeft: () => CELL_PADDING,
    paddingRight: () => CELL_PADDING,
  };
}

function factsOf({ trip, departure, timeZone, rows }: ListedPassengers): string {
  const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'full', timeZone }).format(trip.departs_at);
  return [`Saída: ${day}, ${departure.time}`, trip.vehicle, plural(rows.length, 'pessoa')].filter(Boolean).join(' · ');
}

function operatorLine({ name, cnpj, cadastur, phone }: ListedPassengers['operator']): string {
  return [name, cnpj && `CNPJ ${cnpj}`, cadastur && `CADASTUR ${cadastur}`, phone].filter(Boolean).join(' · ');
}
