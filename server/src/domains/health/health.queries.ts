import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** What is known of a provider of payments; nulls before it has been asked, or has sent a notice. */
export interface ProviderFigures {
  askedAt: Date | null;
  noticedAt: Date | null;
  openCharges: number;
}

/** Figures by the provider's name; providers without a charge and without an answer are missing. */
export async function readProviders(db: Database): Promise<Map<string, ProviderFigures>> {
  const { rows } = await sql<{ provider: string; asked_at: Date | null; noticed_at: Date | null; open: number }>`
    select provider, asked_at, noticed_at, coalesce(open, 0)::integer as open
    from provider_polls full join (
      select provider, count(*) as open from charges where state = 'open' group by provider
    ) charged using (provider)`.execute(db);
  return new Map(
    rows.map(({ provider, asked_at, noticed_at, open }) => [
      provider,
      { askedAt: asked_at, noticedAt: noticed_at, openCharges: open },
    ]),
  );
}

/** When work that every server repeats last succeeded on any of them, by its name. */
export async function readSweepRuns(db: Database): Promise<Map<string, Date>> {
  const runs = await db.selectFrom('sweep_runs').selectAll().execute();
  return new Map(runs.map(({ name, succeeded_at }) => [name, succeeded_at]));
}

/** When an e-mail about a reservation last left; of those queued last. */
export async function readLastSent(db: Database): Promise<Date | null> {
  const sent = await db
    .selectFrom('reservation_emails')
    .select('settled_at')
    .where('state', '=', 'sent')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sent?.settled_at ?? null;
}

/** The size of the database, who follows it, and which version it has. */
export async function readDatabase(
  db: Database,
): Promise<{ size: number; standbys: number | null; postgres: string; schema: string }> {
  const { rows } = await sql<{ size: number; standbys: number | null; postgres: string; schema: string }>`
    select pg_database_size(current_database())::float8 as size,
      case when pg_has_role('pg_read_all_stats', 'usage')
        then (select count(*)::integer from pg_stat_replication where state = 'streaming') end as standbys,
      current_setting('server_version') as postgres,
      (select max(name) from kysely_migration) as schema`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a select without a table answers one row');
  return row;
}
