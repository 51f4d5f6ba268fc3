import { setImmediate as others } from 'node:timers/promises';
import type { RowOutcome, RowProblem } from '@passeio/contract/imports/imports';
import type { Insertable } from 'kysely';
import type { Actor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { TripFollower } from '../trips/index.ts';
import type { WrittenRow } from './written-cells.ts';

/** What an import writes, to be undone. */
export type Effect = Pick<Insertable<Schema['import_effects']>, 'subject' | 'subject_id' | 'is_new'> & {
  before?: Record<string, unknown>;
  mark?: string;
};

/** Where rows write. */
export interface Writer {
  trx: DatabaseTransaction;
  actor: Actor;
  /** What depends on trips that change. */
  follower: TripFollower;
  note(effect: Effect): void;
}

/** What becomes of a row, and of those that belong to it; `write` does it. */
export interface PlannedRow {
  line: number;
  outcome: RowOutcome;
  problems: RowProblem[];
  write?: (writer: Writer) => Promise<void>;
}

const ROWS_IN_A_TURN = 50;

/** Reads rows some at a time, so that nobody else waits for a long file. */
export async function inTurns<Row, Read>(rows: readonly Row[], read: (row: Row) => Read): Promise<Read[]> {
  const done: Read[] = [];
  for (const row of rows) {
    if (done.length % ROWS_IN_A_TURN === 0) await others();
    done.push(read(row));
  }
  return done;
}

/** A row that is left as it is: by its errors, or because there is nothing to do. */
export function idle({ line, problems, hasErrors, isIgnored }: WrittenRow): PlannedRow {
  return { line, outcome: isIgnored ? 'ignored' : hasErrors ? 'left_out' : 'skip', problems };
}
