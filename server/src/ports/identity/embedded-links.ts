import { createHash, randomBytes } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import type pg from 'pg';
import type { LinkRequest } from './port.ts';

const UNIQUE_VIOLATION = '23505';
const HOUR_MS = 60 * 60 * 1000;
const RESET_LIFETIME_MS = HOUR_MS;
const CONFIRMATION_LIFETIME_MS = 24 * HOUR_MS;

type Database = Pick<pg.Pool, 'query'>;

interface StoredLink {
  purpose: 'confirm' | 'change';
  userId: string;
  email: string;
}

/** Stores a token that sets a person's password, as the library does it. */
type StoreReset = (token: string, userId: string, expiresAt: Date) => Promise<unknown>;

/** Makes links when their mail is sent; a newer link ends the older ones of its kind. */
export function linkMaker(pool: pg.Pool, publicUrl: string, storeReset: StoreReset) {
  return async (request: LinkRequest): Promise<string | undefined> => {
    const { userId, does } = request;
    const user = await findUser(pool, userId);
    if (!user) return undefined;
    const token = randomBytes(24).toString('base64url');
    if (does === 'resetPassword') {
      await endResets(pool, userId);
      await storeReset(token, userId, new Date(Date.now() + RESET_LIFETIME_MS));
      return publicUrl + pagePaths.resetPassword(token);
    }
    if (does === 'confirmEmail' && (user.email !== request.email || user.emailVerified)) return undefined;
    if (does === 'changeEmail' && user.email === request.email) return undefined;
    await storeLink(pool, token, { purpose: does === 'changeEmail' ? 'change' : 'confirm', ...request });
    return publicUrl + pagePaths.confirmEmail(token);
  };
}

async function findUser(db: Database, id: string): Promise<{ email: string; emailVerified: boolean } | undefined> {
  const { rows } = await db.query('select email, "emailVerified" from identity."user" where id = $1', [id]);
  return rows[0];
}

async function storeLink(db: Database, token: string, { purpose, userId, email }: StoredLink): Promise<void> {
  await db.query('delete from identity.link where user_id = $1 and purpose = $2', [userId, purpose]);
  await db.query(
    'insert into identity.link (token_hash, purpose, user_id, email, expires_at) values ($1, $2, $3, $4, $5)',
    [hashOf(token), purpose, userId, email, new Date(Date.now() + CONFIRMATION_LIFETIME_MS)],
  );
}

/** Ends all links of a person that would change something: after a new password, or a new address. */
export async function endLinks(db: Database, userId: string): Promise<void> {
  await endResets(db, userId);
  await db.query('delete from identity.link where user_id = $1', [userId]);
}

async function endResets(db: Database, userId: string): Promise<void> {
  await db.query('delete from identity.verification where value = $1', [userId]);
}

/**
 * Does what the link of a confirmation says: the person's address counts as theirs, or becomes theirs. Answers false for
 * a link that is spent, ended or expired, or whose address is somebody else's by now.
 */
export async function followConfirmation(pool: pg.Pool, token: string): Promise<boolean> {
  const { rows } = await pool.query<StoredLink>(
    `select purpose, user_id as "userId", email from identity.link
     where token_hash = $1 and purpose in ('confirm', 'change') and expires_at > now()`,
    [hashOf(token)],
  );
  const [link] = rows;
  if (!link) return false;
  return link.purpose === 'confirm' ? confirm(pool, link) : changeEmail(pool, link);
}

// Opening it again is harmless, and some mail programs do.
async function confirm(pool: pg.Pool, { userId, email }: StoredLink): Promise<boolean> {
  const { rowCount } = await pool.query(
    'update identity."user" set "emailVerified" = true, "updatedAt" = now() where id = $1 and email = $2',
    [userId, email],
  );
  return rowCount === 1;
}

async function changeEmail(pool: pg.Pool, { userId, email }: StoredLink): Promise<boolean> {
  try {
    await pool.query(
      'update identity."user" set email = $2, "emailVerified" = true, "updatedAt" = now() where id = $1',
      [userId, email],
    );
  } catch (error) {
    if ((error as pg.DatabaseError).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
  await endLinks(pool, userId);
  return true;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
