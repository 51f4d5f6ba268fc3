import {
  MAX_IMPORT_CELL,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  MAX_IMPORT_TABS,
} from '@passeio/contract/imports/imports';
import { answerOrders } from '../../platform/concurrency/answer-orders.ts';
import { readTables } from '../../platform/spreadsheets/read-table.ts';

// Runs in a child process (read-in-process.ts).
const limits = { rows: MAX_IMPORT_ROWS, columns: MAX_IMPORT_COLUMNS, cell: MAX_IMPORT_CELL, tables: MAX_IMPORT_TABS };
answerOrders(({ content }: { content: Uint8Array }) => readTables(Buffer.from(content), limits));
