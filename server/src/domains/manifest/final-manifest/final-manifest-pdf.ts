import type { ManifestLayout } from '@passeio/contract/boarding/antt-list';
import type { FinalManifestContent } from '@passeio/contract/boarding/final-manifest';
import { plural } from '@passeio/contract/words';
import type { createPdf, TableCell } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';
import { shown } from '../export/columns.ts';
import { finalManifestFacts, tableInLayout } from './final-manifest-table.ts';

// In points: A4, lying where a column says the seats, and for ANTT's list, whose numbers may have 30 characters.
const PAGE_MARGIN = 32;
const widths = [18, '*', 82, 54, 52, 92, 96];
const widthsWithSeats = [18, '*', 100, 60, 54, 130, 140, 70];
const anttWidths = [18, '*', 100, 140, 70, 64, 140];
const LINE = '#b0bec5';
const HASH_SHOWN = 12;

/** A frozen list with what its footer says. */
export interface FinalManifestPdf {
  layout: ManifestLayout;
  version: number;
  content: FinalManifestContent;
  content_hash: string;
  author: string;
  created_at: Date;
  timeZone: string;
}

export const finalManifestAsPdf = drawnInThread(import.meta.url, 'finalManifestAsPdf', drawFinalManifest);

async function drawFinalManifest(list: FinalManifestPdf): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return pdfmake.createPdf(document(list)).getBuffer() as Promise<Buffer>;
}

function document(list: FinalManifestPdf): Parameters<typeof createPdf>[0] {
  const { content, version, layout } = list;
  const { columns, rows } = tableInLayout(list);
  const hasSeats = columns.length > widths.length;
  const title = layout === 'antt' ? 'Lista de passageiros para a ANTT' : 'Lista de passageiros';
  return {
    info: {
      title: `${title} – ${content.trip.title} – versão ${version}`,
      author: content.operator.name,
      creationDate: list.created_at,
    },
    pageSize: 'A4',
    pageOrientation: hasSeats || layout === 'antt' ? 'landscape' : 'portrait',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN + 20],
    defaultStyle: { font: 'Roboto', fontSize: 8.5, lineHeight: 1.1 },
    content: [
      { text: title, fontSize: 15, bold: true },
      { table: { widths: [62, '*'], body: factRows(content) }, layout: 'noBorders', margin: [0, 6, 0, 10] },
      {
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: layout === 'antt' ? anttWidths : hasSeats ? widthsWithSeats : widths,
          body: [
            columns.map(({ header }): TableCell => ({ text: header, bold: true, fillColor: '#eceff1' })),
            ...rows.map((row) =>
              row.map((cell): TableCell => ({ text: shown(cell), alignment: 'number' in cell ? 'right' : 'left' })),
            ),
          ],
        },
        layout: {
          hLineWidth: () => 0.5,
          vLineWidth: () => 0,
          hLineColor: () => LINE,
          paddingTop: () => 3,
          paddingBottom: () => 3,
          paddingLeft: () => 3,
          paddingRight: () => 3,
        },
      },
      { text: peopleText(content), margin: [0, 8, 0, 0], bold: true },
    ],
    footer: (page, pages) => ({
      margin: [PAGE_MARGIN, 8, PAGE_MARGIN, 0],
      fontSize: 7.5,
      color: '#444444',
      columns: [{ text: footerText(list) }, { text: `Página ${page} de ${pages}`, alignment: 'right', width: 'auto' }],
    }),
  };
}

function factRows(content: FinalManifestContent): TableCell[][] {
  return finalManifestFacts(content).map(([label, value]) => [{ text: label, color: '#444444' }, { text: value }]);
}

function footerText({ version, author, created_at, timeZone, content_hash }: FinalManifestPdf): string {
  const at = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(created_at);
  return `Versão ${version}, fechada em ${at} por ${author}. Conferência: ${content_hash.slice(0, HASH_SHOWN)}`;
}

function peopleText({ passengers }: FinalManifestContent): string {
  const minors = passengers.filter(({ isMinor }) => isMinor).length;
  const people = plural(passengers.length, 'pessoa');
  if (minors === 0) return people;
  return `${people}, ${plural(minors, 'menor de idade', 'menores de idade')}`;
}
