import { MAX_IMPORT_CELL, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@passeio/contract/imports/imports';
import { answerOrders } from '../../platform/concurrency/answer-orders.ts';
import { readTable } from '../../platform/spreadsheets/read-table.ts';

// Runs in a child process (read-in-process.ts).
const limits = { rows: MAX_IMPORT_ROWS, columns: MAX_IMPORT_COLUMNS, cell: MAX_IMPORT_CELL };
answerOrders(({ content }: { content: Uint8Array }) => readTable(Buffer.from(content), limits));
