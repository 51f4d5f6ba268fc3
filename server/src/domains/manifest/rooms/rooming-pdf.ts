import type { Content, createPdf, TableCell } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';
import { columnsOf, type RoomingList } from './rooming-table.ts';

export const roomingAsPdf = drawnInThread(import.meta.url, 'roomingAsPdf', drawRooming);

async function drawRooming(list: RoomingList): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return pdfmake.createPdf(documentOf(list)).getBuffer() as Promise<Buffer>;
}

function documentOf(list: RoomingList): Parameters<typeof createPdf>[0] {
  const columns = columnsOf(list);
  const isSameRoom = (index: number) => list.lines[index - 1]?.room === list.lines[index]?.room;
  const head = columns.map(({ header }): TableCell => ({ text: header, bold: true, fillColor: '#eceff1' }));
  const rows = list.lines.map((line, index) => {
    // Faint after the first, but named: a page may begin in the middle of a room.
    const color = isSameRoom(index) ? '#777777' : '#000000';
    return columns.map(({ key }): TableCell => ({ text: line[key], ...(key === 'room' && { color }) }));
  });
  return {
    info: { title: `Lista de quartos – ${list.title}`, author: list.operator },
    pageSize: 'A4',
    pageMargins: [32, 32, 32, 44],
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.1 },
    content: [
      { text: 'Lista de quartos', fontSize: 15, bold: true },
      ...(list.hotel ? [{ text: list.hotel, fontSize: 12, bold: true, margin: [0, 2, 0, 0] } satisfies Content] : []),
      { text: list.title, fontSize: 12, margin: [0, 2, 0, 0] },
      { text: `${list.facts} · ${list.operator}`, color: '#444444', margin: [0, 2, 0, 12] },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ key }) => (key === 'name' || key === 'notes' ? '*' : 'auto')),
          body: [head, ...rows],
        },
        // Between rooms; the first row is the head.
        layout: { hLineWidth: (row) => (row > 1 && isSameRoom(row - 1) ? 0 : 0.7), vLineWidth: () => 0 },
      },
    ],
  };
}
