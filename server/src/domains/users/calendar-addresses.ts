import { boarders } from '@passeio/contract/route';
import { sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';

/** When somebody's address was made; null without one. */
export async function readCalendarAddress(db: Database, userId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('made_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.made_at ?? null;
}

/** Makes the caller's address, which ends the former one. Returns its secret, of which the database has the hash. */
export async function makeCalendarAddress(
  trx: DatabaseTransaction,
  actor: Actor,
): Promise<{ secret: string; madeAt: Date }> {
  const secret = newToken();
  const { id, name } = callerOfActor(actor);
  const made = { token_hash: hashToken(secret), made_at: new Date() };
  await trx
    .insertInto('calendar_addresses')
    .values({ user_id: id, ...made })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(made))
    .execute();
  await recordAudit(trx, actor, { action: 'person.calendar_made', subject: { type: 'person', id, label: name } });
  return { secret, madeAt: made.made_at };
}

/** Ends the caller's address. */
export async function endCalendarAddress(trx: DatabaseTransaction, actor: Actor): Promise<void> {
  const { id, name } = callerOfActor(actor);
  if (!(await deleteCalendarAddress(trx, id))) return;
  await recordAudit(trx, actor, { action: 'person.calendar_ended', subject: { type: 'person', id, label: name } });
}

/** Ends somebody's address without a word; false where there was none. */
export async function deleteCalendarAddress(trx: DatabaseTransaction, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('calendar_addresses')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Whose address has this secret: staff or a guide who may sign in; else undefined. */
export function findByCalendarAddress(db: Database, secret: string) {
  return db
    .selectFrom('calendar_addresses')
    .innerJoin('users', 'users.id', 'calendar_addresses.user_id')
    .select(['users.id', 'users.role'])
    .where('token_hash', '=', hashToken(secret))
    .where('users.is_disabled', '=', sql.lit(false))
    .where('users.role', 'in', [...boarders])
    .executeTakeFirst();
}
