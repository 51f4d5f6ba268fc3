import { admin, route } from '../route.ts';
import { z } from '../zod.ts';
import {
  cellChange,
  importAnswer,
  importColumns,
  importConfirmation,
  importDetails,
  importFileFormats,
  importKind,
  importList,
  importRowFilters,
  importRows,
} from './imports.ts';

const lineNumber = z.coerce.number().int().min(1).max(1_000_000);
const format = z.enum(importFileFormats, 'Escolha o formato do arquivo.').default('xlsx');

/** What an operator brings along, from CSV and XLSX. */
export const importRoutes = {
  list: route('GET', '/imports', {
    access: admin,
    summary: 'Imports of the last days, the newest first',
    answer: importList,
  }),
  upload: route('POST', '/imports/:kind', {
    access: admin,
    params: { kind: importKind },
    summary: 'Read a spreadsheet, CSV or XLSX of up to 10 MB and 20,000 rows, each tab of it; nothing is written yet',
    body: z.object({ file: z.file() }),
    answer: importDetails,
    status: 201,
    upload: true,
  }),
  read: route('GET', '/imports/:importId', {
    access: admin,
    summary: 'An import: its columns, and what would become of its rows',
    answer: importDetails,
  }),
  changeColumns: route('PUT', '/imports/:importId/columns', {
    access: admin,
    summary: 'Say which line has the headers, and which column is what; remembered for the next file',
    body: importColumns,
    answer: importDetails,
  }),
  answer: route('PUT', '/imports/:importId/answers', {
    access: admin,
    summary: 'Answer what a file leaves open; remembered for the next file where it is a word or a habit',
    body: importAnswer,
    answer: importDetails,
  }),
  listRows: route('GET', '/imports/:importId/rows', {
    access: admin,
    summary: 'Rows of an import as they are written, with their errors and warnings',
    query: importRowFilters,
    answer: importRows,
  }),
  changeCell: route('PUT', '/imports/:importId/rows/:line', {
    access: admin,
    params: { line: lineNumber },
    summary: 'Correct a cell of an import',
    body: cellChange,
    answer: importDetails,
  }),
  confirm: route('POST', '/imports/:importId/confirmation', {
    access: admin,
    summary: 'Write the rows without errors in one transaction, soon; nobody is notified unless asked',
    // Pages of the release before send none.
    body: importConfirmation.nullish(),
    answer: importDetails,
    once: true,
  }),
  undo: route('POST', '/imports/:importId/undo', {
    access: admin,
    summary: 'Take back what an import wrote, soon; what has been used or changed since stays',
    answer: importDetails,
    once: true,
  }),
  discard: route('DELETE', '/imports/:importId', {
    access: admin,
    summary: 'Discard an import that was not confirmed',
    answer: z.object({}),
  }),
  downloadBadRows: route('GET', '/imports/:importId/bad-rows', {
    access: admin,
    summary: 'The rows with errors as a file, with the reasons, to be mended and imported',
    query: z.strictObject({ format }),
  }),
  exportSheet: route('GET', '/import-sheets/:kind', {
    access: admin,
    params: { kind: importKind },
    summary: 'Clients, trips or reservations in the format of imports; `empty`: its headers alone',
    query: z.strictObject({ format, empty: z.enum(['true', 'false']).default('false') }),
  }),
};
