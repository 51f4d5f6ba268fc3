import { parentPort, workerData } from 'node:worker_threads';
import { drawRoadList, type RoadListPdf } from './road-list-pdf.ts';

// A worker thread that draws one list; started by roadListAsPdf.
parentPort?.postMessage(await drawRoadList(workerData as RoadListPdf));
