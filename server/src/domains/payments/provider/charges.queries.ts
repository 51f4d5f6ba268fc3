import { randomUUIDv7 } from 'node:crypto';
import type { ChargeState } from '@passeio/contract/payments/payments';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import type { Started } from '../../../ports/payments/port.ts';

export type ChargeRow = Selectable<Schema['charges']>;

export function findCharge(db: Database, id: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('charges').selectAll().where('id', '=', id).executeTakeFirst();
}

/** A charge by its reference, which is unique. */
export function findChargeByReference(db: Database, reference: string): Promise<ChargeRow | undefined> {
  return db.selectFrom('charges').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** The open charge of a reservation, or of the share of one of its people; there is at most one of each. */
export function findOpenCharge(
  db: Database,
  reservationId: string,
  participantId: string | null = null,
): Promise<ChargeRow | undefined> {
  return db
    .selectFrom('charges')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .where('participant_id', 'is not distinct from', participantId)
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

/** What a charge is paid by, as columns of it. */
export const shownOf = (started: Started) =>
  'code' in started ? { payload: started.code } : { payload: null, address: started.address };

/** Ends an open charge; the provider is notified later. */
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

/**
 * Stores how a charge is paid that the provider has started, to end at `expires_at`, maybe after the charge was
 * withdrawn, so that it is withdrawn again. One whose end has moved meanwhile is still wanted.
 */
export async function saveStarted(
  db: Database,
  { id, expires_at }: Pick<ChargeRow, 'id' | 'expires_at'>,
  shown: Pick<Updateable<Schema['charges']>, 'payload' | 'address'>,
): Promise<void> {
  const hasSameExpiry = sql`expires_at is not distinct from ${expires_at}::timestamptz`;
  await db
    .updateTable('charges')
    .set({ ...shown, updated_at: new Date() })
    .set({ provider_state: sql`case when ${hasSameExpiry} then 'active' else 'wanted' end` })
    .where('id', '=', id)
    .where('provider_state', 'is not', null)
    .execute();
}

/** Notes that notices name these charges. What is locked is being paid just now. */
export async function markNoticed(trx: DatabaseTransaction, references: string[]): Promise<void> {
  const unpaid = trx
    .selectFrom('charges')
    .select('id')
    .where('reference', '=', sqlAny(references, 'text'))
    .where('provider_state', 'is not', null)
    .where('state', '<>', 'paid')
    .forNoKeyUpdate()
    .skipLocked();
  await trx.updateTable('charges').set({ noticed_at: sql<Date>`now()` }).where('id', 'in', unpaid).execute();
}

/** Notes that notices of a provider came, at most once a minute; administrators see when it was heard of. */
export async function noteNotices(db: Database, provider: string): Promise<void> {
  await db
    .updateTable('provider_polls')
    .set({ noticed_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where(sql<boolean>`coalesce(noticed_at, '-infinity') < now() - interval '1 minute'`)
    .execute();
}

/** Notes that the provider was asked about the notice that names a charge. */
export async function clearNoticed(db: Database, reference: string): Promise<void> {
  await db
    .updateTable('charges')
    .set({ noticed_at: null })
    .where('reference', '=', reference)
    .where('noticed_at', 'is not', null)
    .execute();
}

/** Records that the provider takes no payment of a charge any more. */
export async function saveWithdrawn(db: Database, id: string): Promise<void> {
  await db
    .updateTable('charges')
    .set({ provider_state: 'withdrawn', updated_at: new Date() })
    .where('id', '=', id)
    .where('provider_state', 'is not', null)
    .execute();
}
