import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { DEMO_PASSWORD, demoAccounts } from '../demo/people.ts';
import { fetchAccessToken, insertIdentities, insertProfiles, insertSessions } from '../server/test/identity-rows.ts';
import type { Product } from './product.ts';

/** A distinct address for `X-Forwarded-For`. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** Lets few people at one address hold many places without money, and the same ones again. */
export async function allowUnpaid(database: pg.Pool | pg.Client): Promise<void> {
  await database.query('update operator set unpaid_places = 1000000, pause_minutes = 1');
}

/** Inserts people with a session each, as the identity provider would, and returns their tokens. */
export async function signInMany(
  product: Product,
  database: pg.Pool,
  count: number,
): Promise<{ people: string[]; tokens: string[] }> {
  const people = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const cpf = String(20_000_000_001 + index);
    const document = { cpf, rg: '1', emitter: 'SSP', birthdate: '1990-01-01' };
    return { id, name: 'Bench', email: `${id}@bench.example`, ...document, contact: '+5535999990000' };
  });
  const ids = people.map(({ id }) => id);
  await insertIdentities(database, people, { emailVerified: true });
  await insertProfiles(database, people);
  const cookies = await insertSessions(
    database,
    ids,
    await readFile(join(product.dataDir, 'secrets/identity'), 'utf8'),
  );
  await database.query('vacuum analyze');
  const tokens: string[] = [];
  for (const cookie of cookies) {
    tokens.push(await fetchAccessToken(product.url, cookie, { 'x-forwarded-for': anyAddress() }));
  }
  return { people: ids, tokens };
}

/** The token of a person of the demonstration. */
export async function signIn({ url }: Product, role: 'ADMIN' | 'CLIENT'): Promise<string> {
  const email = demoAccounts.find((account) => account.role === role)?.email;
  const signedIn = await fetch(`${url}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { token } = (await (await fetch(`${url}/identity/token`, { headers: { cookie } })).json()) as { token: string };
  return token;
}
