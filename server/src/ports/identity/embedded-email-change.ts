import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { endLinks, findLink, isHeld } from './embedded-links.ts';
import { endSessionsOf } from './embedded-sessions.ts';
import type { LinkRequest } from './port.ts';

const UNIQUE_VIOLATION = '23505';
// Who has just given the password need not give it again.
const YOUNG_SESSION_MS = 5 * 60_000;

interface IdentityUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

export interface EmailChanges {
  pool: pg.Pool;
  makeLink: (request: LinkRequest) => Promise<string | undefined>;
  /** Tells the old address of a change, with a link that undoes it. */
  tellOldAddress: (to: string, data: { name: string; newEmail: string; link: LinkRequest }) => Promise<void>;
}

/** Throws INVALID_PASSWORD where somebody asks for another address without the password, unless they just signed in. */
export async function requirePassword(context: GenericEndpointContext): Promise<void> {
  const session = context.path === '/change-email' ? await getSessionFromCtx(context) : null;
  if (!session || Date.now() - session.session.createdAt.getTime() < YOUNG_SESSION_MS) return;
  const { password } = (context.body ?? {}) as { password?: unknown };
  const account = await context.context.internalAdapter.findCredentialAccount(session.user.id);
  const isRight =
    typeof password === 'string' &&
    account?.password &&
    (await context.context.password.verify({ hash: account.password, password }));
  if (!isRight) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
}

/**
 * Does what the link of a confirmation says: the person's address counts as theirs, or becomes theirs. Answers false for
 * a link that is spent, ended or expired, or whose address is somebody else's by now.
 */
export async function redeemConfirmation(changes: EmailChanges, token: string): Promise<boolean> {
  const link = await findLink(changes.pool, token, ['confirm', 'change']);
  if (!link) return false;
  if (link.purpose === 'change') return changeEmail(changes, link.userId, link.email);
  // Opening it again is harmless, and some mail programs do.
  const { rowCount } = await changes.pool.query(
    'update identity."user" set "emailVerified" = true, "updatedAt" = now() where id = $1 and email = $2',
    [link.userId, link.email],
  );
  return rowCount === 1;
}

async function changeEmail({ pool, tellOldAddress }: EmailChanges, userId: string, email: string): Promise<boolean> {
  if (await isHeld(pool, email, userId)) return false;
  const before = await setEmail(pool, userId, email);
  if (!before) return false;
  await endLinks(pool, userId);
  // An address that was never confirmed may be a stranger's, mistyped: they must not be given the account.
  if (before.emailVerified) {
    const link = { does: 'undoEmailChange', userId, email: before.email } as const;
    await tellOldAddress(before.email, { name: before.name, newEmail: email, link });
  }
  return true;
}

/**
 * Brings an old address back by the link that it got: every session and link ends, and so does the password, which
 * whoever changed the address knows. Answers where to choose another; undefined for a link that is worth nothing.
 */
export async function undoEmailChange({ pool, makeLink }: EmailChanges, token: string): Promise<string | undefined> {
  const link = await findLink(pool, token, ['undo']);
  if (!link || !(await setEmail(pool, link.userId, link.email))) return undefined;
  await pool.query('delete from identity.session where "userId" = $1', [link.userId]);
  await pool.query('update identity.account set password = null where "userId" = $1', [link.userId]);
  await endLinks(pool, link.userId, { undoToo: true });
  return makeLink({ does: 'resetPassword', userId: link.userId });
}

export interface EmailCorrections {
  pool: pg.Pool;
  /** Asks the new address for its confirmation. */
  askToConfirm: (to: string, data: { name: string; link: LinkRequest }) => Promise<void>;
  /** Tells the old address, which was the person's, with a link that undoes the change. */
  tellPerson: (to: string, data: { name: string; newEmail: string; link: LinkRequest }) => Promise<void>;
  /** Tells the old address, which may be a stranger's, that it is no longer that of an account. */
  tellAnyone: (to: string, data: object) => Promise<void>;
}

/**
 * Gives a person another address on behalf of the house: not confirmed, all sessions and links ended. Answers false where
 * the address is somebody else's.
 */
export async function correctEmail(corrections: EmailCorrections, userId: string, email: string): Promise<boolean> {
  const { pool, askToConfirm, tellPerson, tellAnyone } = corrections;
  if (await isHeld(pool, email, userId)) return false;
  const before = await setEmail(pool, userId, email, false);
  if (!before) return false;
  await endSessionsOf(pool, userId);
  await endLinks(pool, userId);
  const { name, email: oldEmail, emailVerified } = before;
  await askToConfirm(email, { name, link: { does: 'confirmEmail', userId, email } });
  // As above: only an address that was confirmed is given a way into the account, and the person's data.
  if (!emailVerified) await tellAnyone(oldEmail, {});
  else
    await tellPerson(oldEmail, { name, newEmail: email, link: { does: 'undoEmailChange', userId, email: oldEmail } });
  return true;
}

/** Gives a person an address; answers them as they were before, undefined where it is somebody else's. */
async function setEmail(
  pool: pg.Pool,
  userId: string,
  email: string,
  isConfirmed = true,
): Promise<IdentityUser | undefined> {
  try {
    const { rows } = await pool.query<IdentityUser>(
      `update identity."user" as u set email = $2, "emailVerified" = $3, "updatedAt" = now()
       from (select * from identity."user" where id = $1 for update) as before
       where u.id = before.id returning before.name, before.email, before."emailVerified"`,
      [userId, email, isConfirmed],
    );
    return rows[0];
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNIQUE_VIOLATION) return undefined;
    throw error;
  }
}
