import { parentPort, workerData } from 'node:worker_threads';
import { type AuthorizationForm, drawForm } from './authorization-form.ts';

// A worker thread that draws one form; started by formAsPdf.
parentPort?.postMessage(await drawForm(workerData as AuthorizationForm));
