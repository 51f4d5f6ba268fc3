import { randomUUIDv7 } from 'node:crypto';
import type { ChargeState } from '@passeio/contract/payments';
import type { Insertable, Selectable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';

export type ChargeRow = Selectable<Schema['charges']>;

export function findCharge(db: Database, id: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A charge by its txid, which is unique. */
export function findChargeByTxid(db: Database, txid: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('charges').selectAll().where('txid', '=', txid).executeTakeFirst();
}

/** The open charge of a reservation; there is at most one. */
export function findOpenCharge(db: Database, reservationId: string): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

export function insertCharge(
  trx: DatabaseTransaction,
  charge: Omit<Insertable<Schema['charges']>, 'id'>,
): Promise<ChargeRow> {
  return trx
    .insertInto('charges')
    .values({ ...charge, id: randomUUIDv7() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends an open charge; the provider is told of it later. */
export async function endCharge(
  trx: DatabaseTransaction,
  id: string,
  state: Exclude<ChargeState, 'open' | 'paid'>,
): Promise<void> {
  await trx
    .updateTable('charges')
    .set({ state, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
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

/**
 * Keeps what the provider has of a charge; `payload`: the code that it created, maybe after the charge was withdrawn, so
 * that it is withdrawn again.
 */
export async function keepProviderState(
  db: Database,
  id: string,
  change: { provider_state: 'active'; payload: string } | { provider_state: 'withdrawn' },
): Promise<void> {
  await db
    .updateTable('charges')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .where('method', '=', 'provider_pix')
    .execute();
}
