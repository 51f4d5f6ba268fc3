import {
  type MinorStatement,
  type MinorStatementDraft,
  minorStatements,
  type StatementMeans,
} from '@passeio/contract/reservations/minor-statement';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { initialedName } from './masks.ts';

/** What the responsible adult said of the minors of a reservation; by a payer's link with the name cut. */
export async function readMinorStatement(
  db: Database,
  reservationId: string,
  { isMasked }: { isMasked: boolean },
): Promise<MinorStatement | null> {
  const row = await db
    .selectFrom('minor_statements')
    .select(['name', 'version', 'means', 'stated_at'])
    .where('reservation_id', '=', reservationId)
    .executeTakeFirst();
  if (!row) return null;
  const { name, version, means, stated_at } = row;
  const texts: Readonly<Record<string, string>> = minorStatements;
  return {
    name: isMasked ? initialedName(name) : name,
    at: stated_at.toISOString(),
    means,
    text: texts[version] ?? '',
  };
}

/**
 * Writes the first statement of a locked reservation; it holds for minors who join later. Returns whether it is new.
 */
export async function writeMinorStatement(
  trx: DatabaseTransaction,
  reservationId: string,
  { name, version }: MinorStatementDraft,
  { means, by }: { means: StatementMeans; by: string | null },
): Promise<boolean> {
  const written = await trx
    .insertInto('minor_statements')
    .values({ reservation_id: reservationId, name, version, means, recorded_by: by })
    .onConflict((conflict) => conflict.column('reservation_id').doNothing())
    .returning('reservation_id')
    .executeTakeFirst();
  return written !== undefined;
}
