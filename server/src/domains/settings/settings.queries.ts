import type { Selectable, Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type OperatorRow = Selectable<Schema['operator']>;

export function readOperator(db: Database): Promise<OperatorRow> {
  return db.selectFrom('operator').selectAll().executeTakeFirstOrThrow();
}

/** Locks the operator's row for the transaction and reads it. */
export function lockOperator(trx: DatabaseTransaction): Promise<OperatorRow> {
  return trx.selectFrom('operator').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow();
}

export function updateOperator(trx: DatabaseTransaction, change: Updateable<Schema['operator']>): Promise<OperatorRow> {
  return trx
    .updateTable('operator')
    .set({ ...change, updated_at: new Date() })
    .returningAll()
    .executeTakeFirstOrThrow();
}
