import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { Providers } from '../../ports/payments/port.ts';

export type OperatorRow = Selectable<Schema['operator']>;

export function readOperator(db: Database): Promise<OperatorRow> {
  return db.selectFrom('operator').selectAll().executeTakeFirstOrThrow();
}

/** Whether a Pix code can be made: by the payment provider, or of the operator's own key. */
export const takesPix = sql<boolean>`(operator.pix_key <> '' or operator.has_payment_provider)`;

/** Whether the operator says how to reach it, and what cancelling costs. */
export const hasContact = sql<boolean>`(operator.whatsapp <> '' or operator.phone <> '' or operator.email <> '')`;
export const hasPolicy = sql<boolean>`(operator.cancellation_policy_html <> '')`;

/** Days in which clients withdraw without a penalty; null without that right. */
export const withdrawalDays = sql<number | null>`case when operator.withdrawal_right then operator.withdrawal_days end`;

/** Stores which payment providers this installation has where every process and job reads it. */
export async function savePaymentProviders(db: Database, { all, starting }: Providers): Promise<void> {
  const names = all.map(({ name }) => name).toSorted();
  const issuers = [...new Set(all.map(({ issuer }) => issuer))].toSorted();
  const columns = sql`(has_payment_provider, has_card_provider, provider_names, provider_issuers)`;
  const values = sql`(${Boolean(starting('pix'))}::boolean, ${Boolean(starting('card'))}::boolean, ${names}::text[],
    ${issuers}::text[])`;
  await sql`update operator set ${columns} = ${values} where ${columns} is distinct from ${values}`.execute(db);
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
