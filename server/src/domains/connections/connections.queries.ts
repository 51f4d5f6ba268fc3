import type { ConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

export type ConnectionRow = Selectable<Schema['connections']>;

/** All connections, those at work first. */
export function readConnections(db: Database): Promise<ConnectionRow[]> {
  return db.selectFrom('connections').selectAll().orderBy(sql`retired_at desc nulls first`).orderBy('name').execute();
}

/** The connection of a kind that is at work. */
export function findConnection(db: Database, kind: ConnectionKind): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .executeTakeFirst();
}

/** What pages show of a connection, with who made it and its open charges. */
export async function readShown(db: Database) {
  const { rows } = await sql<ConnectionRow & { connected_by_name: string | null; open_charges: number }>`
    select connections.*, users.name as connected_by_name,
      (select count(*)::integer from charges where provider = connections.name and state = 'open') as open_charges
    from connections left join users on users.id = connections.connected_by
    order by retired_at desc nulls first`.execute(db);
  return rows;
}

/** Two changes of a kind come one after the other. */
export async function lockKind(trx: DatabaseTransaction, kind: ConnectionKind): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`connection ${kind}`}, 0))`.execute(trx);
}

export async function insertConnection(
  trx: DatabaseTransaction,
  row: Insertable<Schema['connections']>,
): Promise<void> {
  await trx.insertInto('connections').values(row).execute();
}

export async function updateConnection(
  db: Database,
  name: string,
  change: Updateable<Schema['connections']>,
): Promise<void> {
  await db.updateTable('connections').set(change).where('name', '=', name).execute();
}

export async function deleteConnection(db: Database, name: string): Promise<void> {
  await db.deleteFrom('connections').where('name', '=', name).execute();
}

/** What is open of a provider: charges that may be paid or are still to be withdrawn, and refunds on their way. */
const isOpen = sql<boolean>`(
  exists (select from charges where provider = connections.name
    and (state = 'open' or provider_state = 'active' and state <> 'paid' or provider_state = 'wanted'))
  or exists (select from refunds join charges using (reservation_id)
    where charges.provider = connections.name and refunds.state in ('due', 'sent'))
)`;

/** Whether money is on its way back through a provider. */
export async function isRefunding(db: Database, name: string): Promise<boolean> {
  const sent = await db
    .selectFrom('refunds')
    .innerJoin('charges', 'charges.reservation_id', 'refunds.reservation_id')
    .select('refunds.id')
    .where('charges.provider', '=', name)
    .where('refunds.state', '=', 'sent')
    .limit(1)
    .executeTakeFirst();
  return sent !== undefined;
}

/** Deletes a replaced account, whatever is open of it; false where there is none of that name. */
export async function deleteRetired(trx: DatabaseTransaction, kind: ConnectionKind, name: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('connections')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .where('retired_at', 'is not', null)
    .returning('name')
    .executeTakeFirst();
  if (deleted) await deleteTraces(trx, name);
  return deleted !== undefined;
}

/** A bank may list a payment a week after it came. */
const LISTED_WITHIN = '7 days';

/** Deletes accounts that were replaced, of which nothing is open any more; returns how many. */
export async function deleteEnded(db: Database): Promise<number> {
  const ended = await db
    .deleteFrom('connections')
    .where(sql<boolean>`retired_at < now() - ${LISTED_WITHIN}::interval`)
    .where(sql<boolean>`not ${isOpen}`)
    .returning('name')
    .execute();
  for (const { name } of ended) await deleteTraces(db, name);
  return ended.length;
}

async function deleteTraces(db: Database, name: string): Promise<void> {
  await db.deleteFrom('provider_polls').where('provider', '=', name).execute();
  await db
    .deleteFrom('sweep_runs')
    .where(sql<boolean>`starts_with(name, ${`${name}-`})`)
    .execute();
}
