import { parentPort, workerData } from 'node:worker_threads';
import { drawSlips, type SlipsOrder } from './slip-pdf.ts';

// A worker thread that draws receipts; started by exportSlips.
parentPort?.postMessage(await drawSlips(workerData as SlipsOrder));
