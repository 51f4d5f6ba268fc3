import type { Generated, JSONColumnType } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

/** A base backup; a proof that it can be restored; archiving of WAL. */
export type BackupKind = 'base' | 'proof' | 'archive';

interface BackupRunsTable {
  id: string;
  kind: BackupKind;
  started_at: InstantByDefault;
  /** Null while it runs, or if the server stopped meanwhile. */
  finished_at: Instant | null;
  succeeded: Generated<boolean>;
  details: JSONColumnType<Record<string, unknown>, string | undefined, string>;
}

/** Recovery to the second. */
export interface BackupSchema {
  backup_runs: BackupRunsTable;
}
