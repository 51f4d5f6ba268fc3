import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, workerData } from 'node:worker_threads';
import type { createPdf } from 'pdfmake';
import { withDrawableText } from './drawable-text.ts';

/** What the thread gets: the export that draws, by its module and name, and its argument. */
export interface Drawing {
  module: string;
  name: string;
  order: unknown;
}

/**
 * `draw` in a worker thread, because typesetting would block the event loop: the export `name` of `module`, the address
 * of its file. The thread gets a copy of the order.
 */
export function drawnInThread<Order>(
  module: string,
  name: string,
  draw: (order: Order) => Promise<Uint8Array>,
): (order: Order) => Promise<Buffer> {
  const isThread = (workerData as Drawing | null)?.module === module;
  if (isThread) return async (order) => Buffer.from(await draw(order));
  return (order) => {
    const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
      workerData: { module, name, order } satisfies Drawing,
    });
    return new Promise((resolve, reject) => {
      thread.once('message', (content: Uint8Array) => resolve(Buffer.from(content)));
      thread.once('error', reject);
      // Fires after 'message' or 'error', which settle the promise first.
      thread.once('exit', (code) => reject(new Error(`The thread drawing a PDF ended with ${code}`)));
    });
  };
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
