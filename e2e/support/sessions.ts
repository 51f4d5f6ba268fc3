import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import pg from 'pg';
import type { UserProfile } from '../../contract/src/users/own-profile.ts';
import { findRunningPostgres } from '../../server/src/platform/database/embedded/index.ts';
import { fetchAccessToken, insertIdentities, insertProfiles, insertSessions } from '../../server/test/identity-rows.ts';
import { type Credentials, ownOrigin, PASSWORD, PASSWORD_HASH, type Person } from './people.ts';

interface Session {
  cookie: { name: string; value: string };
  /** Bearer token. */
  accessToken: string;
  profile: Omit<UserProfile, 'createdAt'>;
}

let pool: Promise<pg.Pool> | undefined;

/** The database of the server under test: one connection per worker of Playwright. */
export function database(): Promise<pg.Pool> {
  pool ??= connect();
  return pool;
}

async function connect(): Promise<pg.Pool> {
  const connectionString = await findRunningPostgres(process.env.E2E_DATA_DIR ?? '');
  const connected = new pg.Pool({ connectionString, max: 1, allowExitOnIdle: true });
  // The server may stop before this worker does.
  connected.on('error', () => undefined);
  return connected;
}

/** Inserts an identity without a profile, as after an interrupted sign-up. */
export async function insertIdentity(
  { name, email, password }: Person,
  { id = randomUUID(), emailVerified = false } = {},
): Promise<void> {
  if (password !== PASSWORD) throw new Error('only one password has its hash here');
  const options = { passwordHash: PASSWORD_HASH, emailVerified };
  await insertIdentities(await database(), [{ id, name, email }], options);
}

/** Inserts a signed-up person with a confirmed address. Returns the id. */
export async function insertPerson(person: Person): Promise<string> {
  const id = randomUUID();
  await insertIdentity(person, { id, emailVerified: true });
  await insertProfiles(await database(), [{ ...person, id, contact: `+55${person.contact}` }]);
  return id;
}

/** Inserts a session of a person with an account. */
export async function openSession({ email }: Pick<Credentials, 'email'>): Promise<Session> {
  const connected = await database();
  const { rows } = await connected.query<Session['profile'] & { subject: string }>(
    'select subject, id, name, email, cpf, rg, emitter, birthdate::text, contact, role from users where email = $1',
    [email],
  );
  if (!rows[0]) throw new Error(`${email} has no account`);
  const { subject, ...profile } = rows[0];
  const secret = await readFile(join(process.env.E2E_DATA_DIR ?? '', 'secrets/identity'), 'utf8');
  const [cookie] = await insertSessions(connected, [subject], secret);
  if (!cookie) throw new Error('no session was written');
  return { cookie, accessToken: await fetchAccessToken(ownOrigin(), cookie), profile };
}

/** Bearer token of a session without a browser. */
export async function tokenOf(who: Pick<Credentials, 'email'>): Promise<string> {
  return (await openSession(who)).accessToken;
}

/**
 * Signs the browser in as the login form does: the provider's cookie and the user slice, of which fields may be
 * replaced. To be done before the first page is opened: open pages would answer. Answers a token for the API.
 */
export async function beSignedIn(
  context: BrowserContext,
  who: Pick<Credentials, 'email'>,
  replaced: { role?: string } = {},
): Promise<string> {
  const session = await openSession(who);
  const origin = ownOrigin();
  await addSessionCookie(context, session);
  const { cookies } = await context.storageState();
  const localStorage = [{ name: 'nextjs', value: userSlice(session, replaced) }];
  await context.setStorageState({ cookies, origins: [{ origin, localStorage }] });
  return session.accessToken;
}

/** The provider's session cookie; with `expires`, in seconds of the epoch, it outlives the browser. */
export async function addSessionCookie(
  context: BrowserContext,
  { cookie }: Session,
  more: { expires?: number } = {},
): Promise<void> {
  await context.addCookies([{ ...cookie, ...more, url: ownOrigin(), httpOnly: true, sameSite: 'Lax' }]);
}

/** The persisted user slice, as after the login form. */
export function userSlice({ profile, accessToken }: Session, replaced: { role?: string } = {}): string {
  const user = { ...profile, ...replaced, isAuthenticated: true, accessToken };
  return JSON.stringify({ state: { user }, version: 0 });
}
