import { createHmac, randomBytes } from 'node:crypto';
import type pg from 'pg';

const SESSION_COOKIE = 'passeio.session_token';

/** A person with an identity at the embedded provider; both rows have the same id. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  /** 11 digits. */
  cpf: string;
  rg: string;
  emitter: string;
  /** As in "1990-12-05". */
  birthdate: string;
  /** As in "+5535999990000". */
  contact: string;
}

interface IdentityOptions {
  /** As the provider hashes passwords; without one, nobody can sign in with a password. */
  passwordHash?: string;
  emailVerified: boolean;
}

/** Writes identities as the embedded provider does at sign-up, without their profiles. */
export async function insertIdentities(
  database: pg.Pool,
  people: Pick<PersonRow, 'id' | 'name' | 'email'>[],
  { passwordHash, emailVerified }: IdentityOptions,
): Promise<void> {
  const rows = JSON.stringify(people);
  await database.query(
    `insert into identity."user" (id, name, email, "emailVerified")
     select id, name, email, $2 from jsonb_to_recordset($1) as p (id uuid, name text, email text)`,
    [rows, emailVerified],
  );
  if (!passwordHash) return;
  await database.query(
    `insert into identity.account (id, "accountId", "providerId", "userId", password, "updatedAt")
     select gen_random_uuid(), id, 'credential', id, $2, now() from jsonb_to_recordset($1) as p (id uuid)`,
    [rows, passwordHash],
  );
}

/** Writes the profiles of identities of the embedded provider. */
export async function insertProfiles(database: pg.Pool, people: PersonRow[]): Promise<void> {
  await database.query(
    `insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact)
     select id, (select name from identity.issuer), id, p.name, email, cpf, rg, emitter, birthdate, contact
     from jsonb_to_recordset($1) as p (id uuid, name text, email text, cpf text, rg text, emitter text,
       birthdate date, contact text)`,
    [JSON.stringify(people)],
  );
}

/**
 * Writes a session for each identity, good for a day, and answers their cookies in the same order: name and value as a
 * browser stores them. `secret` is the provider's, which signs them.
 */
export async function insertSessions(
  database: pg.Pool,
  identityIds: string[],
  secret: string,
): Promise<{ name: string; value: string }[]> {
  const tokens = identityIds.map(() => randomBytes(24).toString('base64url'));
  await database.query(
    `insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
     select gen_random_uuid(), now() + interval '1 day', token, now(), id
     from unnest($1::uuid[], $2::text[]) as p (id, token)`,
    [identityIds, tokens],
  );
  return tokens.map((token) => {
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    return { name: SESSION_COOKIE, value: encodeURIComponent(`${token}.${signature}`) };
  });
}

/** A token for the API, which the provider at `url` issues to the session of `cookie`. */
export async function fetchAccessToken(
  url: string,
  cookie: { name: string; value: string },
  headers: Record<string, string> = {},
): Promise<string> {
  const response = await fetch(`${url}/identity/token`, {
    headers: { cookie: `${cookie.name}=${cookie.value}`, ...headers },
  });
  if (!response.ok) throw new Error(`no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}
