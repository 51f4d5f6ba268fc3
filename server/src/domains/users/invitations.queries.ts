import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { UserRow } from './users.queries.ts';

interface StoredInvitation {
  user_id: string;
  token_hash: string;
  expires_at: Date;
}

/** Stores an invitation; an older one of the same person ends. */
export async function storeInvitation(trx: DatabaseTransaction, invitation: StoredInvitation): Promise<void> {
  const { token_hash, expires_at } = invitation;
  await trx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

/** Whom an invitation that works is for. */
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

/** When the invitation of a person ends; undefined without one that works. */
export async function findInvitationEnd(db: Database, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row?.expires_at;
}

/** Ends a person's invitation, or only that with this token; answers whether there was one. */
export async function endInvitation(trx: DatabaseTransaction, userId: string, tokenHash?: string): Promise<boolean> {
  let ended = trx.deleteFrom('invitations').where('user_id', '=', userId);
  if (tokenHash) ended = ended.where('token_hash', '=', tokenHash);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return numDeletedRows > 0n;
}
