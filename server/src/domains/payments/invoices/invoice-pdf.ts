import type { Content, createPdf } from 'pdfmake';
import { drawnInThread, loadPdfmake } from '../../../platform/pdf/pdf.ts';

/** The input of the worker thread, in words as they are printed; `warning`: why the note is worth nothing. */
export interface PrintedInvoice {
  issuer: { name: string; taxId: string; address: string };
  payer: { name: string; taxId: string };
  noteNumber: string;
  number: string;
  accessKey: string;
  lookUpUrl: string;
  authorisedAt: string;
  amount: string;
  description: string;
  warning: string;
}

const QUIET = '#55636d';
const QR_SIDE = 110;
/** Longer words may break anywhere, else they would leave the page. */
const LONG_WORD = /\S{24}(?=\S)/g;
const breakable = (text: string) => text.replace(LONG_WORD, '$&\u200b');

/** Draws a note of service to print (DANFSe). */
export const invoiceAsPdf = drawnInThread(import.meta.url, 'invoiceAsPdf', drawInvoice);

async function drawInvoice(order: PrintedInvoice): Promise<Buffer> {
  const pdfmake = await loadPdfmake();
  const { issuer, payer } = order;
  const document: Parameters<typeof createPdf>[0] = {
    info: { title: `NFS-e ${order.noteNumber}`, author: issuer.name },
    language: 'pt-BR',
    pageSize: 'A4',
    pageMargins: [48, 48, 48, 48],
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.3, color: '#14202a' },
    content: [
      {
        columns: [
          {
            width: '*',
            stack: [
              { text: 'Nota Fiscal de Serviço eletrônica (NFS-e)', fontSize: 15, bold: true },
              { text: `Nº ${order.noteNumber}`, fontSize: 13, bold: true, margin: [0, 4, 0, 4] },
              { text: `Autorizada em ${order.authorisedAt}`, color: QUIET },
              { text: `DPS ${order.number}`, color: QUIET },
            ],
          },
          {
            width: QR_SIDE,
            stack: [
              { qr: order.lookUpUrl, fit: QR_SIDE, eccLevel: 'M' },
              { text: 'Consulte a nota no governo', fontSize: 8, color: QUIET, alignment: 'center' },
            ],
          },
        ],
        columnGap: 24,
      },
      ...(order.warning
        ? [{ text: order.warning, bold: true, color: '#b42318', margin: [0, 12, 0, 0] } as Content]
        : []),
      facts([
        ['Chave de acesso', breakable(order.accessKey)],
        ['Prestador', [issuer.name, `CNPJ ${issuer.taxId}`, issuer.address].filter(Boolean).map(breakable).join('\n')],
        ['Tomador', [payer.name, payer.taxId && `CPF/CNPJ ${payer.taxId}`].filter(Boolean).map(breakable).join('\n')],
        ['Serviço', breakable(order.description)],
        ['Valor do serviço', order.amount],
        ['Consulta', breakable(order.lookUpUrl)],
      ]),
    ],
  };
  return pdfmake.createPdf(document).getBuffer() as Promise<Buffer>;
}

function facts(lines: readonly (readonly [string, string])[]): Content {
  return {
    margin: [0, 18, 0, 0],
    table: {
      widths: [110, '*'],
      body: lines.map(([label, value]) => [{ text: label, color: QUIET }, { text: value }]),
    },
    layout: { hLineWidth: () => 0.5, vLineWidth: () => 0, hLineColor: () => '#dfe5e8', paddingTop: () => 5 },
  };
}
