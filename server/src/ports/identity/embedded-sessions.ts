import type pg from 'pg';
import type { TokenClaims } from './embedded-tokens.ts';
import type { IdentitySession } from './port.ts';

/**
 * The person of an open session, as they are now; undefined once it was ended or has expired. Signing out deletes
 * the session: its tokens must stop working at once, not when they expire.
 */
export async function findSession(
  pool: pg.Pool,
  { sessionId, subject }: TokenClaims,
): Promise<{ email: string; emailConfirmed: boolean } | undefined> {
  const { rows } = await pool.query<{ email: string; emailConfirmed: boolean }>({
    name: 'open-session',
    text: `select u.email, u."emailVerified" as "emailConfirmed"
           from session s join "user" u on u.id = s."userId"
           where s.id = $1 and s."userId" = $2 and s."expiresAt" > now()`,
    values: [sessionId, subject],
  });
  return rows[0];
}

export async function listSessions(pool: pg.Pool, subject: string): Promise<IdentitySession[]> {
  const { rows } = await pool.query<IdentitySession>(
    `select id, coalesce("userAgent", '') as "userAgent", coalesce("ipAddress", '') as address,
            "createdAt", "updatedAt" as "lastSeenAt"
     from session where "userId" = $1 and "expiresAt" > now() order by "updatedAt" desc, id`,
    [subject],
  );
  return rows;
}

export async function endSession(pool: pg.Pool, subject: string, sessionId: string): Promise<boolean> {
  const { rowCount } = await pool.query('delete from session where id = $1 and "userId" = $2', [sessionId, subject]);
  return rowCount === 1;
}

export async function endSessionsOf(pool: pg.Pool, subject: string): Promise<void> {
  await pool.query('delete from session where "userId" = $1', [subject]);
}

export async function isEmailConfirmed(pool: pg.Pool, subject: string): Promise<boolean | null> {
  const { rows } = await pool.query<{ isConfirmed: boolean }>(
    'select "emailVerified" as "isConfirmed" from "user" where id = $1',
    [subject],
  );
  return rows[0]?.isConfirmed ?? null;
}

export async function findPerson(pool: pg.Pool, email: string): Promise<{ id: string; email: string }> {
  const { rows } = await pool.query('select id, email from "user" where email = $1', [email.toLowerCase()]);
  if (!rows[0]) throw new Error(`the identity provider does not know ${email}`);
  return rows[0];
}
