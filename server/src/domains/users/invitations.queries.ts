import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { UserRow } from './users.queries.ts';

interface StoredInvitation {
  user_id: string;
  token_hash: string;
  expires_at: Date;
}

/** Stores an invitation, replacing the person's older one. */
export async function storeInvitation(trx: DatabaseTransaction, invitation: StoredInvitation): Promise<void> {
  const { token_hash, expires_at } = invitation;
  await trx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

/** The person of a valid invitation. */
export function findInvited(db: Database, tokenHash: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll('users')
    .innerJoin('invitations', 'invitations.user_id', 'users.id')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', new Date())
    .where('users.subject', 'is', null)
    .executeTakeFirst();
}

/** When a person's invitation expires; undefined without a valid one. */
export async function findInvitationEnd(db: Database, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row?.expires_at;
}

/** Deletes a person's invitation, or only that with this token; false if there is none. */
export async function endInvitation(trx: DatabaseTransaction, userId: string, tokenHash?: string): Promise<boolean> {
  let ended = trx.deleteFrom('invitations').where('user_id', '=', userId);
  if (tokenHash) ended = ended.where('token_hash', '=', tokenHash);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return numDeletedRows > 0n;
}
