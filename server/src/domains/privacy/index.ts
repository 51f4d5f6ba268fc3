export { buildExport, exportQueue, makeExportLink, type QueuedExport, removeOldExports } from './data-exports.ts';
export { deleteOldFiscalRecords } from './erase.ts';
export { eraseIdlePeople } from './erase-idle.ts';
export { erasureQueue, finishErasure, type QueuedErasure } from './erasure-log.ts';
export { replayErasures } from './replay-erasures.ts';
