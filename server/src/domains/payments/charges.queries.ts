import type { Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type ChargeRow = Selectable<Schema['charges']>;

/** A charge by its txid, which is unique. */
export function findChargeByTxid(db: Database, txid: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('charges').selectAll().where('txid', '=', txid).executeTakeFirst();
}

/** Marks a charge paid, also one that has ended: money came for it. */
export async function markChargePaid(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ state: 'paid', updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '<>', 'paid')
    .execute();
}
