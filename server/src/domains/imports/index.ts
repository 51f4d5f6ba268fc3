export { deleteOldImports } from './imports.queries.ts';
export { importQueue, type QueuedImport, workOnImport } from './work-on-import.ts';
