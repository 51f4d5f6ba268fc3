import { pagePaths } from '@passeio/contract/paths';
import type pg from 'pg';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { LinkRequest } from './port.ts';

const HOUR_MS = 60 * 60 * 1000;
const RESET_LIFETIME_MS = HOUR_MS;
const CONFIRMATION_LIFETIME_MS = 24 * HOUR_MS;
/** How long the change of an address can be undone. */
export const UNDO_DAYS = 7;
const UNDO_LIFETIME_MS = UNDO_DAYS * 24 * HOUR_MS;

type Database = Pick<pg.Pool, 'query'>;

interface StoredLink {
  purpose: 'confirm' | 'change' | 'undo';
  userId: string;
  email: string;
}

/** Stores a password reset token as the library does. */
type StoreReset = (token: string, userId: string, expiresAt: Date) => Promise<unknown>;

/** Creates links when their e-mail is sent; a new link invalidates older ones of its kind. */
export function linkMaker(pool: pg.Pool, publicUrl: string, storeReset: StoreReset) {
  return async (request: LinkRequest): Promise<string | undefined> => {
    const { userId, does } = request;
    const user = await findUser(pool, userId);
    if (!user) return undefined;
    const token = newToken(24);
    if (does === 'resetPassword') {
      await endResets(pool, userId);
      await storeReset(token, userId, new Date(Date.now() + RESET_LIFETIME_MS));
      return publicUrl + pagePaths.resetPassword(token);
    }
    if (does === 'confirmEmail' && (user.email !== request.email || user.emailVerified)) return undefined;
    if (does === 'changeEmail' && user.email === request.email) return undefined;
    await storeLink(pool, token, { purpose: purposes[does], ...request });
    return publicUrl + (does === 'undoEmailChange' ? pagePaths.undoEmailChange : pagePaths.confirmEmail)(token);
  };
}

const purposes = { confirmEmail: 'confirm', changeEmail: 'change', undoEmailChange: 'undo' } as const;

async function findUser(db: Database, id: string): Promise<{ email: string; emailVerified: boolean } | undefined> {
  const { rows } = await db.query('select email, "emailVerified" from identity."user" where id = $1', [id]);
  return rows[0];
}

async function storeLink(db: Database, token: string, { purpose, userId, email }: StoredLink): Promise<void> {
  // Undo links are per old address: another change must not invalidate them.
  await db.query(`delete from identity.link where user_id = $1 and purpose = $2 and ($2 <> 'undo' or email = $3)`, [
    userId,
    purpose,
    email,
  ]);
  await db.query(
    'insert into identity.link (token_hash, purpose, user_id, email, expires_at) values ($1, $2, $3, $4, $5)',
    [
      hashToken(token),
      purpose,
      userId,
      email,
      new Date(Date.now() + (purpose === 'undo' ? UNDO_LIFETIME_MS : CONFIRMATION_LIFETIME_MS)),
    ],
  );
}

/**
 * Invalidates all links of a person after a new password or address, except undo links: a person who takes over an
 * account must not be able to invalidate those. `undoToo` includes them.
 */
export async function endLinks(db: Database, userId: string, { undoToo = false } = {}): Promise<void> {
  await endResets(db, userId);
  await db.query(`delete from identity.link where user_id = $1 and ($2 or purpose <> 'undo')`, [userId, undoToo]);
}

async function endResets(db: Database, userId: string): Promise<void> {
  await db.query('delete from identity.verification where value = $1', [userId]);
}

/** Finds a valid link without consuming it. */
export async function findLink(
  db: Database,
  token: string,
  purposes: StoredLink['purpose'][],
): Promise<StoredLink | undefined> {
  const { rows } = await db.query(
    `select purpose, user_id as "userId", email from identity.link
     where token_hash = $1 and purpose = any($2) and expires_at > now()`,
    [hashToken(token), purposes],
  );
  return rows[0];
}

/** Whether an address is reserved, because a previous owner other than `userId` may still undo a change. */
export async function isHeld(db: Database, email: string, userId?: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from identity.link
     where purpose = 'undo' and email = $1 and expires_at > now() and user_id is distinct from $2 limit 1`,
    [email.toLowerCase(), userId ?? null],
  );
  return rows.length > 0;
}
