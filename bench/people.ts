import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Product } from './product.ts';

/** An address for `X-Forwarded-For`: everybody comes from another one. */
export function anyAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

/** People with a session each, written as the identity provider writes them, and their tokens. */
export async function signInMany(
  product: Product,
  database: pg.Pool,
  count: number,
): Promise<{ people: string[]; tokens: string[] }> {
  const secret = await readFile(join(product.dataDir, 'secrets/identity'), 'utf8');
  const members = Array.from({ length: count }, () => ({
    id: randomUUID(),
    session: randomBytes(24).toString('base64url'),
  }));
  const ids = members.map(({ id }) => id);
  await database.query(
    `insert into identity."user" (id, name, email, "emailVerified") select id, 'Bench', id || '@bench.example', true
     from unnest($1::uuid[]) id`,
    [ids],
  );
  await database.query(
    `insert into identity.session (id, "expiresAt", token, "updatedAt", "userId")
     select gen_random_uuid(), now() + interval '1 day', token, now(), id from unnest($1::uuid[], $2::text[]) as p (id, token)`,
    [ids, members.map(({ session }) => session)],
  );
  await database.query(
    `insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact)
     select id, $2, id, 'Bench', id || '@bench.example', lpad((n + 20000000000)::text, 11, '0'), '1', 'SSP', '1990-01-01',
       '+5535999990000' from unnest($1::uuid[]) with ordinality as p (id, n)`,
    [ids, product.issuer],
  );
  await database.query('vacuum analyze');
  const tokens: string[] = [];
  for (const { session } of members) tokens.push(await tokenOf(product, session, secret));
  return { people: ids, tokens };
}

async function tokenOf({ url }: Product, session: string, secret: string): Promise<string> {
  const signature = createHmac('sha256', secret).update(session).digest('base64');
  const cookie = `passeio.session_token=${encodeURIComponent(`${session}.${signature}`)}`;
  const answer = await fetch(`${url}/identity/token`, { headers: { cookie, 'x-forwarded-for': anyAddress() } });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { token: string }).token;
}
