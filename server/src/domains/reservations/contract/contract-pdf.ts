import type { createPdf } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';

const INK = '#14202a';
const QUIET = '#55636d';
const RULE = '#dfe5e8';
/** Longer words may break anywhere, else they would leave the page. */
const LONG_WORD = /\S{40}(?=\S)/g;

/** The input of the worker thread. */
export interface ContractOrder {
  code: string;
  operator: string;
  text: string;
  /** How it was accepted, by line. */
  accepted: string[];
}

/** An accepted contract on A4 pages. */
export const contractAsPdf = drawnInThread(import.meta.url, 'contractAsPdf', drawContract);

async function drawContract(order: ContractOrder): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  return (await pdfmake.createPdf(document(order)).getBuffer()) as Buffer;
}

function document({ code, operator, text, accepted }: ContractOrder): Parameters<typeof createPdf>[0] {
  return {
    info: { title: `Contrato de viagem ${code}`, author: operator },
    language: 'pt-BR',
    pageSize: 'A4',
    pageMargins: [56, 56, 56, 64],
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.3, color: INK },
    content: [
      ...text.split('\n\n').map((paragraph) => ({ text: soft(paragraph), margin: [0, 0, 0, 9] as Margins })),
      {
        unbreakable: true,
        margin: [0, 14, 0, 0],
        table: {
          widths: ['*'],
          body: [[{ stack: accepted.map((line, index) => ({ text: soft(line), bold: index === 0 })) }]],
        },
        layout: {
          hLineColor: () => RULE,
          vLineColor: () => RULE,
          paddingLeft: () => 12,
          paddingRight: () => 12,
          paddingTop: () => 10,
          paddingBottom: () => 8,
        },
      },
    ],
    footer: (page, pages) => ({
      text: `Reserva ${code} · ${soft(operator)} · página ${page} de ${pages}`,
      alignment: 'center',
      fontSize: 8.5,
      color: QUIET,
      margin: [56, 20, 56, 0],
    }),
  };
}

type Margins = [number, number, number, number];

// A zero-width space may break a line.
function soft(text: string): string {
  return text.replace(LONG_WORD, '$&\u200b');
}
