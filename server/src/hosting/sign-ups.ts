import { hashToken, newToken } from '../platform/http/link-token.ts';
import { StartError } from '../platform/process/start-error.ts';
import { makeOperator } from './commands/add-operator.ts';
import { type CommandContext, databaseOf } from './commands/context.ts';
import { type Queryable, readOperator } from './directory.queries.ts';
import { dropDatabase } from './template.ts';

export const CONFIRMATION_HOURS = 24;
/** Far longer than making takes. */
const MAKING = '10 minutes';

export interface NewSignUp {
  slug: string;
  name: string;
  email: string;
}

/** A sign-up, `waiting` for its confirmation, or what became of it. */
export interface SignUp extends NewSignUp {
  state: 'waiting' | 'making' | 'made';
}

/** Notes a sign-up; returns the token that confirms it. Others of the same name may wait beside it: the first gets it. */
export async function startSignUp(db: Queryable, { slug, name, email }: NewSignUp): Promise<string> {
  const token = newToken();
  await deleteOldSignUps(db);
  await db.query(
    `insert into sign_ups (token_hash, slug, name, email, expires_at)
     values ($1, $2, $3, $4, now() + $5 * interval '1 hour')`,
    [hashToken(token), slug, name, email, CONFIRMATION_HOURS],
  );
  return token;
}

export async function deleteOldSignUps(db: Queryable): Promise<void> {
  await db.query('delete from sign_ups where expires_at < now()');
}

export async function readSignUp(db: Queryable, token: string): Promise<SignUp | undefined> {
  const { rows } = await db.query<SignUp>(
    `select slug, name, email,
       case when operator is not null then 'made' when making_until > now() then 'making' else 'waiting' end as state
     from sign_ups where token_hash = $1 and expires_at > now()`,
    [hashToken(token)],
  );
  return rows[0];
}

/**
 * Makes the operator of a confirmed sign-up, once for however many confirmations. False if its name was taken
 * meanwhile.
 */
export async function confirmSignUp(context: CommandContext, token: string): Promise<boolean> {
  const { pool } = context;
  const hash = hashToken(token);
  const { rows } = await pool.query<{ slug: string; name: string; was_left: boolean }>(
    `with before as (
       select * from sign_ups where token_hash = $1 and expires_at > now() and operator is null
         and (making_until is null or making_until <= now()) for update
     )
     update sign_ups set making_until = now() + interval '${MAKING}' from before
     where sign_ups.token_hash = before.token_hash
     returning before.slug, before.name, before.making_until is not null as was_left`,
    [hash],
  );
  const [claimed] = rows;
  if (!claimed) return true;
  const { slug, name, was_left: wasLeft } = claimed;
  try {
    if (wasLeft) await dropLeftover(context, slug);
    await makeOperator(context, { slug, name, domain: undefined }, async (directory) => {
      await directory.query('update sign_ups set operator = $2 where token_hash = $1', [hash, slug]);
    });
    return true;
  } catch (error) {
    await pool.query('update sign_ups set making_until = null where token_hash = $1', [hash]);
    if (error instanceof StartError) return false;
    throw error;
  }
}

// Of a server that died while it made the operator. One that is in the directory is somebody's.
async function dropLeftover({ pool, cluster }: CommandContext, slug: string): Promise<void> {
  if (!(await readOperator(pool, slug))) await dropDatabase(cluster.urlOf('postgres'), databaseOf(slug));
}
