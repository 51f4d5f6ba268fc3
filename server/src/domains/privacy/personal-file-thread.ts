import { parentPort, workerData } from 'node:worker_threads';
import { drawPersonalFile, type PersonalFileOrder } from './personal-file-pdf.ts';

// A worker thread that draws one copy; started by personalFileAsPdf.
parentPort?.postMessage(await drawPersonalFile(workerData as PersonalFileOrder));
