// Imports read a spreadsheet in a child process, each tab by itself (read-in-process.ts), plan what a row becomes
// (sheet.ts), write it in a job (apply-import.ts) and take it back (undo-import.ts), through the functions that staff
// uses.

export { deleteOldImports, importMoments } from './imports.queries.ts';
export { giveUpLostImports, importQueue, type QueuedImport, workOnImport } from './work-on-import.ts';
