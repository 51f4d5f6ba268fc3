export { applyImport, importQueue, type QueuedImport } from './apply-import.ts';
export { deleteOldImports } from './imports.queries.ts';
