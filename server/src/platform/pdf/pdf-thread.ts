import { parentPort, workerData } from 'node:worker_threads';
import type { Drawing } from './pdf.ts';

// A worker thread that draws one PDF; started by drawnInThread.
const { module, name, order } = workerData as Drawing;
const exported: Record<string, (order: unknown) => Promise<Uint8Array>> = await import(module);
parentPort?.postMessage(await exported[name]?.(order));
