import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf, type PdfOrder } from './pdf.ts';

// A worker thread that draws one list; started by passengersAsPdf.
const { columns, list } = workerData as PdfOrder;
parentPort?.postMessage(await drawPdf(columns, list));
