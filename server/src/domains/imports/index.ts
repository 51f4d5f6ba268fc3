export { deleteOldImports } from './imports.queries.ts';
export { giveUpLostImports, importQueue, type QueuedImport, workOnImport } from './work-on-import.ts';
