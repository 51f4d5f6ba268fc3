import type { ImportKind } from '@passeio/contract/imports/import-fields';
import type {
  ImportCounts,
  ImportQuestion,
  ImportState,
  RowOutcome,
  RowProblem,
} from '@passeio/contract/imports/imports';
import type { Generated, JSONColumnType } from 'kysely';
import type { CellKind } from '../../spreadsheets/read-workbook.ts';
import type { InstantByDefault } from './column-types.ts';

interface ImportsTable {
  id: string;
  kind: ImportKind;
  filename: string;
  state: Generated<ImportState>;
  header_line: number;
  columns: (string | null)[];
  counts: JSONColumnType<ImportCounts, string | undefined, string>;
  failure: string | null;
  kept: Generated<string[]>;
  created_by: string;
  created_at: InstantByDefault;
  applied_at: Date | null;
  file_id: string | null;
  tab: Generated<string>;
  is_hidden: Generated<boolean>;
  notes: Generated<string[]>;
  answers: JSONColumnType<Record<string, string>, string | undefined, string>;
  questions: JSONColumnType<ImportQuestion[], string | undefined, string>;
}

interface ImportRowsTable {
  import_id: string;
  line: number;
  cells: string[];
  outcome: Generated<RowOutcome>;
  problems: JSONColumnType<RowProblem[], string | undefined, string>;
  kinds: JSONColumnType<Record<number, CellKind>, string | undefined, string>;
}

interface ImportEffectsTable {
  import_id: string;
  position: number;
  subject: 'person' | 'trip' | 'reservation' | 'payment';
  subject_id: string;
  is_new: boolean;
  before: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  mark: string;
}

interface ImportHeadersTable {
  kind: ImportKind;
  header: string;
  field: string | null;
}

interface ImportAnswersTable {
  kind: ImportKind;
  question: string;
  answer: string;
}

interface UndoneRecordsTable {
  id: string;
}

/** The tables of imports. */
export interface ImportsSchema {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_effects: ImportEffectsTable;
  import_headers: ImportHeadersTable;
  import_answers: ImportAnswersTable;
  undone_records: UndoneRecordsTable;
}
