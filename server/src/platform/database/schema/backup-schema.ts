import type { BackupKind } from '@passeio/contract/health';
import type { Generated, JSONColumnType } from 'kysely';
import type { Instant, InstantByDefault } from './column-types.ts';

interface BackupRunsTable {
  id: string;
  /** In the order of their starts, whatever the clock said. */
  number: Generated<string>;
  kind: BackupKind;
  started_at: InstantByDefault;
  /** Null while it runs, or if the server stopped meanwhile. */
  finished_at: Instant | null;
  succeeded: Generated<boolean>;
  details: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  /** When administrators were notified that it failed. */
  notified_at: Instant | null;
}

/** Recovery to the second. */
export interface BackupSchema {
  backup_runs: BackupRunsTable;
}
