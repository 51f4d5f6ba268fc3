import { parentPort, workerData } from 'node:worker_threads';
import { drawTable, type ExportedTable } from './table-pdf.ts';

// A worker thread that draws one table; started by tableAsPdf.
parentPort?.postMessage(await drawTable(workerData as ExportedTable));
