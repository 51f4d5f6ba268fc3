import { parentPort, workerData } from 'node:worker_threads';
import { drawPdf, type PdfOrder } from './pdf.ts';

// The whole of a thread's life: one list. Started by passengersAsPdf.
const { columns, list } = workerData as PdfOrder;
parentPort?.postMessage(await drawPdf(columns, list));
