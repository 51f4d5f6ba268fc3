import type { ImportKind } from '@passeio/contract/imports/import-fields';
import type { ImportCounts, ImportState, RowOutcome, RowProblem } from '@passeio/contract/imports/imports';
import type { Generated, JSONColumnType } from 'kysely';
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
}

interface ImportRowsTable {
  import_id: string;
  line: number;
  cells: string[];
  outcome: Generated<RowOutcome>;
  problems: JSONColumnType<RowProblem[], string | undefined, string>;
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

/** The tables of imports. */
export interface ImportsSchema {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_effects: ImportEffectsTable;
  import_headers: ImportHeadersTable;
}
