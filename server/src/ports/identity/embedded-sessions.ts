import type pg from 'pg';
import { createBatchLoader } from '../../platform/concurrency/batcher.ts';
import { padded } from '../../platform/database/sql-any.ts';
import type { TokenClaims } from './embedded-tokens.ts';
import type { IdentitySession } from './port.ts';

/** The user of an open session. */
export interface OpenSession {
  id: string;
  userId: string;
  email: string;
  emailConfirmed: boolean;
  hasTwoFactor: boolean;
}

/** Finds open sessions. Signing out deletes the session, so that its tokens become invalid at once. */
export function openSessions(pool: pg.Pool): (claims: TokenClaims) => Promise<OpenSession | undefined> {
  const find = createBatchLoader<{ id: string }, OpenSession>(
    async (asked) => {
      const values = padded(asked.map(({ id }) => id));
      // Named, and so prepared: every request with a token asks it.
      const { rows } = await pool.query<OpenSession>({
        name: `open-sessions-${values.length}`,
        text: `select s.id, s."userId", u.email, u."emailVerified" as "emailConfirmed",
           u."twoFactorEnabled" as "hasTwoFactor"
         from identity.session s join identity."user" u on u.id = s."userId"
         where s.id in (${values.map((_, index) => `$${index + 1}`)}) and s."expiresAt" > now()`,
        values,
      });
      return rows;
    },
    ({ id }) => id,
  );
  return async ({ sessionId, subject }) => {
    const [session] = await find({ id: sessionId });
    return session?.userId === subject ? session : undefined;
  };
}

export async function listSessions(pool: pg.Pool, subject: string): Promise<IdentitySession[]> {
  const { rows } = await pool.query<IdentitySession>(
    `select id, coalesce("userAgent", '') as "userAgent", coalesce("ipAddress", '') as address,
            "createdAt", "updatedAt" as "lastSeenAt"
     from identity.session where "userId" = $1 and "expiresAt" > now() order by "updatedAt" desc, id`,
    [subject],
  );
  return rows;
}

/** Minutes after signing in, which takes all steps, in which nobody is asked for them again. */
const FRESH_MINUTES = 15;

/** Whether somebody has just signed in. */
export async function isFreshSession(pool: pg.Pool, sessionId: string | undefined): Promise<boolean> {
  const { rows } = await pool.query<{ isFresh: boolean }>(
    `select "createdAt" > now() - make_interval(mins => $2) as "isFresh" from identity.session where id = $1`,
    [sessionId ?? null, FRESH_MINUTES],
  );
  return rows[0]?.isFresh ?? false;
}

/** Deletes sessions, codes and links that have expired; returns how many. */
export async function deleteExpired(pool: pg.Pool): Promise<number> {
  let deleted = 0;
  for (const [table, end] of [
    ['session', '"expiresAt"'],
    ['verification', '"expiresAt"'],
    ['link', 'expires_at'],
  ]) {
    const { rowCount } = await pool.query(`delete from identity.${table} where ${end} < now()`);
    deleted += rowCount ?? 0;
  }
  return deleted;
}

export async function endSession(pool: pg.Pool, subject: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from identity.session where id = $1 and "userId" = $2', [
    sessionId,
    subject,
  ]);
  return rowCount === 1;
}

export async function endOtherSessions(pool: pg.Pool, subject: string, sessionId: string): Promise<void> {
  await pool.query('delete from identity.session where "userId" = $1 and id <> $2', [subject, sessionId]);
}

export async function endSessionsOf(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('delete from identity.session where "userId" = $1', [subject]);
}

export async function isEmailConfirmed(pool: pg.Pool, subject: string): Promise<boolean | null> {
  const { rows } = await pool.query<{ isConfirmed: boolean }>(
    'select "emailVerified" as "isConfirmed" from identity."user" where id = $1',
    [subject],
  );
  return rows[0]?.isConfirmed ?? null;
}

export async function findPerson(pool: pg.Pool, email: string): Promise<{ id: string; email: string }> {
  const { rows } = await pool.query('select id, email from identity."user" where email = $1', [email.toLowerCase()]);
  if (!rows[0]) throw new Error(`the identity provider does not know ${email}`);
  return rows[0];
}
