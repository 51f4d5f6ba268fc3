import type pg from 'pg';

export type OperatorState = 'active' | 'suspended' | 'moving' | 'closed';

/** An operator as its row has it. */
export interface OperatorRow {
  slug: string;
  name: string;
  state: OperatorState;
  state_since: Date;
  database: string;
  wrapped_url: Buffer | null;
  version: string;
  problem: string | null;
  wrapped_secret: Buffer | null;
  key_id: string;
  due_at: Date | null;
  last_active_at: Date | null;
  exported_at: Date | null;
  /** Its database was restored: it is not opened before the log of erasures was read. */
  must_replay: boolean;
  created_at: Date;
  /** The primary one first. */
  domains: string[];
  /** Whether a server works for it. */
  is_awake: boolean;
}

/** A pool, or a client in a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

const SELECT = `
  select o.*,
    coalesce((select array_agg(domain order by is_primary desc, domain) from domains where slug = o.slug), '{}') as domains,
    exists (select from leases l where l.slug = o.slug and l.until > now()) as is_awake
  from operators o`;

export async function readOperators(db: Queryable): Promise<OperatorRow[]> {
  return (await db.query<OperatorRow>(`${SELECT} order by slug`)).rows;
}

export async function readOperator(db: Queryable, slug: string): Promise<OperatorRow | undefined> {
  return (await db.query<OperatorRow>(`${SELECT} where slug = $1`, [slug])).rows[0];
}

export async function insertOperator(
  db: Queryable,
  {
    slug,
    name,
    database,
    version,
    wrapped_secret,
    key_id,
    must_replay = false,
  }: Pick<OperatorRow, 'slug' | 'name' | 'database' | 'version' | 'wrapped_secret' | 'key_id'> &
    Partial<Pick<OperatorRow, 'must_replay'>>,
): Promise<void> {
  await db.query(
    `insert into operators (slug, name, database, version, wrapped_secret, key_id, must_replay)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [slug, name, database, version, wrapped_secret, key_id, must_replay],
  );
}

/** Adds a domain, or makes one of the operator's the primary one. */
export async function saveDomain(db: Queryable, slug: string, domain: string, isPrimary: boolean): Promise<void> {
  if (isPrimary) await db.query('update domains set is_primary = false where slug = $1 and is_primary', [slug]);
  await db.query(
    `insert into domains (domain, slug, is_primary) values ($1, $2, $3)
     on conflict (domain) do update set is_primary = excluded.is_primary where domains.slug = excluded.slug`,
    [domain, slug, isPrimary],
  );
}

export async function findDomain(
  db: Queryable,
  domain: string,
): Promise<{ slug: string; is_primary: boolean } | undefined> {
  const { rows } = await db.query<{ slug: string; is_primary: boolean }>(
    'select slug, is_primary from domains where domain = $1',
    [domain],
  );
  return rows[0];
}

export async function deleteDomains(db: Queryable, slug: string, domain?: string): Promise<void> {
  await db.query('delete from domains where slug = $1 and ($2::text is null or domain = $2)', [slug, domain]);
}

/** Changes the state; false if it is not one of `from` any more. */
export async function saveState(
  db: Queryable,
  slug: string,
  from: OperatorState[],
  to: OperatorState,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update operators set state = $3, state_since = now(), due_at = now() where slug = $1 and state = any ($2)`,
    [slug, from, to],
  );
  return rowCount === 1;
}

export async function saveExport(db: Queryable, slug: string): Promise<void> {
  await db.query('update operators set exported_at = now() where slug = $1', [slug]);
}

/** Ends an operator: its name is not given again, its secret is gone. */
export async function saveClosed(db: Queryable, slug: string): Promise<void> {
  await db.query(
    `update operators set state = 'closed', state_since = now(), wrapped_secret = null, wrapped_url = null, due_at = null
     where slug = $1`,
    [slug],
  );
}

/** Ends a move: the operator has another database. */
export async function savePlace(
  db: Queryable,
  slug: string,
  { wrappedUrl, database, state }: { wrappedUrl: Buffer; database: string; state: OperatorState },
): Promise<void> {
  await db.query(
    `update operators set wrapped_url = $2, database = $3, state = $4, state_since = now(), due_at = now()
     where slug = $1`,
    [slug, wrappedUrl, database, state],
  );
}

/** Notes how far an operator's database is migrated, and what stopped it. */
export async function saveVersion(db: Queryable, slug: string, version: string, problem: string | null): Promise<void> {
  await db.query('update operators set version = $2, problem = $3 where slug = $1', [slug, version, problem]);
}

export async function saveMustReplay(db: Queryable, slug: string, mustReplay: boolean): Promise<void> {
  await db.query('update operators set must_replay = $2 where slug = $1', [slug, mustReplay]);
}

/** Takes or prolongs a server's leases of operators. */
export async function saveLeases(db: Queryable, server: string, slugs: string[], seconds: number): Promise<void> {
  await db.query(
    `insert into leases (slug, server, until)
     select slug, $2::uuid, now() + $3::integer * interval '1 second' from unnest($1::text[]) as asked (slug)
     order by slug
     on conflict (slug, server) do update set until = excluded.until`,
    [slugs, server, seconds],
  );
}

/** Ends a server's lease of an operator that falls asleep, and notes when it has something to do. */
export async function endLease(
  db: Queryable,
  server: string,
  slug: string,
  { dueAt, usedAt }: { dueAt: Date; usedAt: Date },
): Promise<void> {
  await db.query(
    `with ended as (delete from leases where slug = $1 and server = $2::uuid)
     update operators set due_at = $3::timestamptz, last_active_at = greatest(last_active_at, $4::timestamptz) where slug = $1`,
    [slug, server, dueAt, usedAt],
  );
}

/**
 * Takes operators that nobody works for although something is due: their moment has come, or their server died. Two
 * servers never get the same one.
 */
export async function takeDue(
  db: Queryable,
  server: string,
  { seconds, atMost }: { seconds: number; atMost: number },
): Promise<string[]> {
  const { rows } = await db.query<{ slug: string }>(
    `with due as (
       select slug from operators o
       where state = 'active' and problem is null
         and not exists (select from leases l where l.slug = o.slug and l.until > now())
         and (due_at <= now() or exists (select from leases l where l.slug = o.slug))
       order by due_at nulls first limit $3
       for update skip locked
     ), lapsed as (
       delete from leases using due where leases.slug = due.slug and leases.server <> $1::uuid
     ), taken as (
       update operators set due_at = null from due where operators.slug = due.slug
     )
     insert into leases (slug, server, until) select slug, $1::uuid, now() + $2::integer * interval '1 second' from due
     on conflict (slug, server) do update set until = excluded.until
     returning slug`,
    [server, seconds, atMost],
  );
  return rows.map(({ slug }) => slug);
}
