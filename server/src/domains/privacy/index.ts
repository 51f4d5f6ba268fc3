export { buildExport, exportQueue, makeExportLink, type QueuedExport, removeOldExports } from './data-exports.ts';
