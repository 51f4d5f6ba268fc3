import type { OwnWording } from '@passeio/contract/messages/message-templates';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';

const columns = ['key', 'subject', 'text', 'version'] as const;

/** The operator's own wordings. */
export function listWordings(db: Database): Promise<OwnWording[]> {
  return db.selectFrom('message_wordings').select(columns).orderBy('key').execute();
}

/** The operator's own wordings among these messages, by key. */
export async function wordingsOf(db: Database, keys: readonly string[]): Promise<ReadonlyMap<string, OwnWording>> {
  const rows = await db.selectFrom('message_wordings').select(columns).where('key', 'in', keys).execute();
  return new Map(rows.map((row) => [row.key, row]));
}

/** The operator's own wording of a message, locked for the transaction; undefined if there is none. */
export function lockWording(trx: DatabaseTransaction, key: string): Promise<OwnWording | undefined> {
  return trx.selectFrom('message_wordings').select(columns).where('key', '=', key).forUpdate().executeTakeFirst();
}

/** Writes the first own wording of a message; false, and nothing done, if somebody else just did. */
export async function insertWording(
  trx: DatabaseTransaction,
  wording: Omit<OwnWording, 'version'>,
  userId: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('message_wordings')
    .values({ ...wording, updated_by: userId })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Replaces an own wording that is locked. */
export async function updateWording(
  trx: DatabaseTransaction,
  { key, subject, text }: Omit<OwnWording, 'version'>,
  userId: string,
): Promise<void> {
  const version = sql<number>`nextval('message_wording_versions')`;
  await trx
    .updateTable('message_wordings')
    .set({ subject, text, version, updated_at: new Date(), updated_by: userId })
    .where('key', '=', key)
    .execute();
}

export async function deleteWording(trx: DatabaseTransaction, key: string): Promise<void> {
  await trx.deleteFrom('message_wordings').where('key', '=', key).execute();
}
