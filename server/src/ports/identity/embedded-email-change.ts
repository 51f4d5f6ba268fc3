import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { endLinks, findLink, isHeld, UNDO_DAYS } from './embedded-links.ts';
import { endSessionsOf } from './embedded-sessions.ts';
import { removePasskeys } from './passkey-table.ts';
import type { LinkRequest } from './port.ts';

const UNIQUE_VIOLATION = '23505';
// A fresh session proves the password.
const YOUNG_SESSION_MS = 5 * 60_000;

interface IdentityUser {
  name: string;
  email: string;
  emailVerified: boolean;
}

export interface EmailChanges {
  pool: pg.Pool;
  makeLink: (request: LinkRequest) => Promise<string | undefined>;
  /** Notifies the old address, with an undo link. */
  notifyOldAddress: (to: string, data: { name: string; newEmail: string; link: LinkRequest }) => Promise<void>;
}

/** Throws INVALID_PASSWORD if an e-mail change is requested without the password, unless the session is fresh. */
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
 * Redeems a confirmation link: confirms the address or changes to it. False if the link is used, invalidated or
 * expired, or the address belongs to somebody else.
 */
export async function redeemConfirmation(changes: EmailChanges, token: string): Promise<boolean> {
  const link = await findLink(changes.pool, token, ['confirm', 'change']);
  if (!link) return false;
  if (link.purpose === 'change') return changeEmail(changes, link.userId, link.email);
  // Idempotent, because some mail programs open links first.
  const { rowCount } = await changes.pool.query(
    'update identity."user" set "emailVerified" = true, "updatedAt" = now() where id = $1 and email = $2',
    [link.userId, link.email],
  );
  return rowCount === 1;
}

async function changeEmail({ pool, notifyOldAddress }: EmailChanges, userId: string, email: string): Promise<boolean> {
  if (await isHeld(pool, email, userId)) return false;
  const before = await setEmail(pool, userId, email);
  if (!before) return false;
  await endLinks(pool, userId);
  // An unconfirmed address may be a stranger's typo: it must not get an undo link into the account.
  if (before.emailVerified) {
    const link = { does: 'undoEmailChange', userId, email: before.email } as const;
    await notifyOldAddress(before.email, { name: before.name, newEmail: email, link });
  }
  return true;
}

/**
 * Redeems an undo link: restores the old address, and ends all sessions, links, passkeys added since, and the password,
 * which the person who changed the address knows. Returns where to choose a new one; undefined for an invalid link.
 */
export async function undoEmailChange({ pool, makeLink }: EmailChanges, token: string): Promise<string | undefined> {
  const link = await findLink(pool, token, ['undo']);
  if (!link || !(await setEmail(pool, link.userId, link.email))) return undefined;
  await pool.query('delete from identity.session where "userId" = $1', [link.userId]);
  await pool.query('update identity.account set password = null where "userId" = $1', [link.userId]);
  await removePasskeys(pool, link.userId, { addedWithinDays: UNDO_DAYS });
  await endLinks(pool, link.userId, { undoToo: true });
  return makeLink({ does: 'resetPassword', userId: link.userId });
}

export interface EmailCorrections {
  pool: pg.Pool;
  /** Asks the new address for confirmation. */
  askToConfirm: (to: string, data: { name: string; link: LinkRequest }) => Promise<void>;
  /** Notifies the old, confirmed address, with an undo link. */
  notifyPerson: (to: string, data: { name: string; newEmail: string; link: LinkRequest }) => Promise<void>;
  /** Notifies the old, unconfirmed address that it was removed from an account. */
  notifyAnyone: (to: string, data: object) => Promise<void>;
}

/**
 * Changes a person's address on behalf of staff: unconfirmed, with all sessions and links ended. False if the address
 * belongs to somebody else.
 */
export async function correctEmail(corrections: EmailCorrections, userId: string, email: string): Promise<boolean> {
  const { pool, askToConfirm, notifyPerson, notifyAnyone } = corrections;
  if (await isHeld(pool, email, userId)) return false;
  const before = await setEmail(pool, userId, email, false);
  if (!before) return false;
  await endSessionsOf(pool, userId);
  await endLinks(pool, userId);
  const { name, email: oldEmail, emailVerified } = before;
  await askToConfirm(email, { name, link: { does: 'confirmEmail', userId, email } });
  // Only a confirmed address gets an undo link and the person's data.
  if (!emailVerified) await notifyAnyone(oldEmail, {});
  else
    await notifyPerson(oldEmail, { name, newEmail: email, link: { does: 'undoEmailChange', userId, email: oldEmail } });
  return true;
}

/** Sets a person's address; returns the previous user, or undefined if the address belongs to somebody else. */
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
