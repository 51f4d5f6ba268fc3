import { parentPort, workerData } from 'node:worker_threads';
import { type ContractOrder, drawContract } from './contract-pdf.ts';

// A worker thread that draws one contract; started by contractAsPdf.
parentPort?.postMessage(await drawContract(workerData as ContractOrder));
