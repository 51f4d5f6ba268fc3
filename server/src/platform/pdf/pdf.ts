import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { createPdf } from 'pdfmake';
import { withDrawableText } from './drawable-text.ts';

/**
 * Draws a PDF in a worker thread, because typesetting would block the event loop. `script` posts the bytes of the PDF
 * made of its `workerData`, the order.
 */
export function drawInThread(script: URL, order: unknown): Promise<Buffer> {
  const thread = new Worker(script, { workerData: order });
  return new Promise((resolve, reject) => {
    thread.once('message', (content: Uint8Array) => resolve(Buffer.from(content)));
    thread.once('error', reject);
    // Fires after 'message' or 'error', which settle the promise first.
    thread.once('exit', (code) => reject(new Error(`The thread drawing a PDF ended with ${code}`)));
  });
}

/** pdfmake with its fonts, to be loaded in threads only, to save memory. It draws what they lack in Latin letters. */
export async function loadPdfmake() {
  const { default: pdfmake } = await import('pdfmake');
  const normal = fileURLToPath(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf'));
  const bold = join(dirname(normal), 'Roboto-Medium.ttf');
  pdfmake.setFonts({ Roboto: { normal, bold } });
  // pdfmake may read the fonts only.
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path: string) => path === normal || path === bold);
  const draw: typeof createPdf = (document, ...rest) => pdfmake.createPdf(withDrawableText(document), ...rest);
  return { createPdf: draw };
}
