import type { Content, createPdf } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';

/** A receipt for one payment, in words as they are printed; `refusal`: why it is worth nothing. */
export interface Slip {
  number: string;
  amount: string;
  words: string;
  method: string;
  paidAt: string;
  reference: string;
  /** As the bank names them; empty if it does not. */
  paidBy: string;
  refusal: string;
}

/** The input of the worker thread. */
export interface SlipsOrder {
  issuer: { name: string; lines: string[] };
  payer: { name: string; taxId: string };
  trip: string;
  code: string;
  slips: Slip[];
  /** What went back of the reservation as a whole; empty: nothing. */
  refunded: string;
}

/** Longer words may break anywhere, else they would leave the page. */
const LONG_WORD = /\S{24}(?=\S)/g;
const breakable = (text: string) => text.replace(LONG_WORD, '$&\u200b');

/** Draws the receipts, a page each. */
export const slipsAsPdf = drawnInThread(import.meta.url, 'slipsAsPdf', drawSlips);

async function drawSlips(order: SlipsOrder): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  const document: Parameters<typeof createPdf>[0] = {
    info: { title: `Recibo ${order.code}`, author: order.issuer.name },
    language: 'pt-BR',
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 48],
    defaultStyle: { font: 'Roboto', fontSize: 11, lineHeight: 1.3, color: '#14202a' },
    content: order.slips.map((slip, index) => page(order, slip, index > 0)),
  };
  return pdfmake.createPdf(document).getBuffer() as Promise<Buffer>;
}

function page({ issuer, payer, trip, code, refunded }: SlipsOrder, slip: Slip, isNext: boolean): Content {
  const facts: [string, string][] = [
    ['Recebemos de', [payer.name, payer.taxId && `CPF/CNPJ ${payer.taxId}`].filter(Boolean).join(', ')],
    ['A importância de', slip.words],
    ['Referente a', `Reserva ${code}: ${trip}`],
    ['Forma de pagamento', slip.method],
    ['Pago em', slip.paidAt],
    ['Pago por', slip.paidBy],
    ['Identificação', slip.reference],
  ];
  return {
    stack: [
      { text: breakable(issuer.name), fontSize: 14, bold: true },
      ...issuer.lines.map((text) => ({ text: breakable(text), color: '#55636d', fontSize: 10 })),
      {
        columns: [
          { text: `Recibo nº ${slip.number}`, fontSize: 16, bold: true },
          { text: slip.amount, fontSize: 16, bold: true, alignment: 'right', width: 'auto' },
        ],
        margin: [0, 28, 0, 14],
      },
      ...(slip.refusal ? [{ text: slip.refusal, bold: true, color: '#b42318', margin: [0, 0, 0, 12] } as Content] : []),
      {
        table: {
          widths: [120, '*'],
          body: facts
            .filter(([, value]) => value)
            .map(([label, value]) => [{ text: label, color: '#55636d' }, { text: breakable(value) }]),
        },
        layout: { hLineWidth: () => 0.5, vLineWidth: () => 0, hLineColor: () => '#dfe5e8', paddingTop: () => 5 },
      },
      ...(refunded
        ? [{ text: `Desta reserva já foram devolvidos ${refunded} ao todo.`, margin: [0, 14, 0, 0] } as Content]
        : []),
    ],
    ...(isNext && { pageBreak: 'before' as const }),
  };
}
