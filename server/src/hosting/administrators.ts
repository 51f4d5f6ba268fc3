import { createOTP } from '@better-auth/utils/otp';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { hashToken, newToken } from '../platform/http/link-token.ts';
import type { Queryable } from './directory.queries.ts';
import type { HostKey } from './host-key.ts';

export const INVITATION_HOURS = 24;
export const SESSION_HOURS = 12;
/** Longer than an authenticator's code is accepted. */
const CODE_LIFETIME = '2 minutes';

/** Somebody who runs the host. */
export interface Administrator {
  id: string;
  email: string;
}

/** Acts of the host's page, as the directory logs them. */
export type Act = 'signed_in' | 'suspended' | 'resumed' | 'code_issued';

export interface LoggedAct {
  at: Date;
  administrator: string;
  act: Act;
  slug: string | null;
}

const contextOf = (email: string) => `authenticator of ${email}`;

/** Makes the token of a link by which `email` becomes an administrator; another link for it ends. */
export async function inviteAdministrator(db: Queryable, key: HostKey, email: string): Promise<string> {
  const token = newToken();
  await db.query(
    `insert into administrator_invitations (email, token_hash, wrapped_authenticator, expires_at)
     values ($1, $2, $3, now() + $4 * interval '1 hour')
     on conflict (email) do update set token_hash = excluded.token_hash,
       wrapped_authenticator = excluded.wrapped_authenticator, expires_at = excluded.expires_at`,
    [email, hashToken(token), key.wrap(newToken(20), contextOf(email)), INVITATION_HOURS],
  );
  return token;
}

/** Whom an invitation is for, and the secret of their new authenticator; undefined once it is over. */
export async function readInvitation(
  db: Queryable,
  key: HostKey,
  token: string,
): Promise<{ email: string; authenticator: string } | undefined> {
  const { rows } = await db.query<{ email: string; wrapped_authenticator: Buffer }>(
    'select email, wrapped_authenticator from administrator_invitations where token_hash = $1 and expires_at > now()',
    [hashToken(token)],
  );
  const [row] = rows;
  return row && { email: row.email, authenticator: key.unwrap(row.wrapped_authenticator, contextOf(row.email)) };
}

/** Whether a code is one that the authenticator with this secret shows. */
export function showsCode(authenticator: string, code: string): Promise<boolean> {
  return createOTP(authenticator).verify(code);
}

/** Makes an administrator by an invitation, whose earlier sessions end; undefined once it is over. */
export async function acceptInvitation(
  db: Queryable,
  token: string,
  password: string,
): Promise<Administrator | undefined> {
  const { rows } = await db.query<Administrator>(
    `with taken as (
       delete from administrator_invitations where token_hash = $1 and expires_at > now()
       returning email, wrapped_authenticator
     ), ended as (
       delete from administrator_sessions using administrators a, taken
       where a.email = taken.email and administrator_id = a.id
     )
     insert into administrators (email, password_hash, wrapped_authenticator)
     select email, $2, wrapped_authenticator from taken
     on conflict (email) do update set password_hash = excluded.password_hash,
       wrapped_authenticator = excluded.wrapped_authenticator
     returning id, email`,
    [hashToken(token), await hashPassword(password)],
  );
  return rows[0];
}

let nobodysHash: Promise<string> | undefined;

/** The administrator whom e-mail, password and code prove. Nobody takes as long as somebody. */
export async function proveAdministrator(
  db: Queryable,
  key: HostKey,
  { email, password, code }: { email: string; password: string; code: string },
): Promise<Administrator | undefined> {
  const { rows } = await db.query<Administrator & { password_hash: string; wrapped_authenticator: Buffer }>(
    'select id, email, password_hash, wrapped_authenticator from administrators where email = $1',
    [email],
  );
  const [found] = rows;
  nobodysHash ??= hashPassword(newToken());
  const isRight = await verifyPassword({ hash: found?.password_hash ?? (await nobodysHash), password });
  if (!found || !isRight) return undefined;
  const authenticator = key.unwrap(found.wrapped_authenticator, contextOf(found.email));
  if (!(await showsCode(authenticator, code)) || !(await claimCode(db, found.id, code))) return undefined;
  return { id: found.id, email: found.email };
}

async function claimCode(db: Queryable, administratorId: string, code: string): Promise<boolean> {
  await db.query(`delete from used_codes where used_at < now() - interval '${CODE_LIFETIME}'`);
  const { rowCount } = await db.query(
    'insert into used_codes (administrator_id, code) values ($1, $2) on conflict do nothing',
    [administratorId, code],
  );
  return rowCount === 1;
}

/** Opens a session; returns its token. */
export async function openSession(db: Queryable, { id }: Administrator): Promise<string> {
  const token = newToken();
  await db.query('delete from administrator_sessions where expires_at < now()');
  await db.query(
    `insert into administrator_sessions (token_hash, administrator_id, expires_at)
     values ($1, $2, now() + $3 * interval '1 hour')`,
    [hashToken(token), id, SESSION_HOURS],
  );
  return token;
}

export async function findSession(db: Queryable, token: string): Promise<Administrator | undefined> {
  const { rows } = await db.query<Administrator>(
    `select a.id, a.email from administrator_sessions s join administrators a on a.id = s.administrator_id
     where token_hash = $1 and expires_at > now()`,
    [hashToken(token)],
  );
  return rows[0];
}

export async function endSession(db: Queryable, token: string): Promise<void> {
  await db.query('delete from administrator_sessions where token_hash = $1', [hashToken(token)]);
}

/** Removes an administrator with sessions and invitation; false for nobody. */
export async function removeAdministrator(db: Queryable, email: string): Promise<boolean> {
  const invited = await db.query('delete from administrator_invitations where email = $1', [email]);
  const removed = await db.query('delete from administrators where email = $1', [email]);
  return (invited.rowCount ?? 0) + (removed.rowCount ?? 0) > 0;
}

export async function logAct(
  db: Queryable,
  { email }: Pick<Administrator, 'email'>,
  act: Act,
  slug?: string,
): Promise<void> {
  await db.query('insert into acts (administrator, act, slug) values ($1, $2, $3)', [email, act, slug ?? null]);
}

const SHOWN_ACTS = 20;

/** The latest acts, of one operator or of all. */
export async function readActs(db: Queryable, slug?: string): Promise<LoggedAct[]> {
  const { rows } = await db.query<LoggedAct>(
    'select at, administrator, act, slug from acts where $1::text is null or slug = $1 order by id desc limit $2',
    [slug ?? null, SHOWN_ACTS],
  );
  return rows;
}
