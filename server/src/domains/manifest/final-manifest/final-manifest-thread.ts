import { parentPort, workerData } from 'node:worker_threads';
import { drawFinalManifest, type FinalManifestPdf } from './final-manifest-pdf.ts';

// A worker thread that draws one list; started by finalManifestAsPdf.
parentPort?.postMessage(await drawFinalManifest(workerData as FinalManifestPdf));
