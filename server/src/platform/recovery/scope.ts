import type pg from 'pg';
import { withClient } from '../database/connect.ts';

/** Numbers of rows and sums of cents. */
export type Counts = Record<string, number>;

/** Whose databases, pictures and receipts are archived: an operator's, or those of all operators of a host. */
export interface Scope {
  /** The pictures and receipts: a folder of the data folder, and which files below it. */
  files: { folder: string; pattern: RegExp };
  /** The time zone in which people name a moment. */
  readTimeZone(client: pg.Client): Promise<string>;
  /** Compared after a restore: of rows that were made before a moment, in the cluster of that connection string. */
  count(connectionString: string, before: string): Promise<Counts>;
  /** Prepares what was restored for its next start. */
  prepare(connectionString: string): Promise<void>;
}

/** The scope of an installation with one operator. */
export const oneOperator: Scope = {
  files: { folder: 'files', pattern: /^/ },
  async readTimeZone(client) {
    const { rows } = await client.query<{ timeZone: string }>('select time_zone as "timeZone" from operator');
    return rows[0]?.timeZone ?? 'UTC';
  },
  count: countRows,
  prepare: dropJobs,
};

// Rows that were made before a moment: their numbers change rarely, so that two readings agree.
const COUNTS = `
  select (select count(*) from reservations where created_at < $1)::integer as reservations,
    (select count(*) from participants join reservations r on r.id = reservation_id where r.created_at < $1)::integer
      as participants,
    (select count(*) from charges where created_at < $1)::integer as charges,
    (select coalesce(sum(amount_cents), 0) from charges where created_at < $1)::float8 as "chargesCents",
    (select count(*) from transfers where recorded_at < $1)::integer as "ledgerEntries",
    (select coalesce(sum(case direction when 'in' then amount_cents else -amount_cents end), 0)
      from transfers where recorded_at < $1)::float8 as "ledgerCents"`;

/** Of one operator's database. */
export function countRows(connectionString: string, before: string): Promise<Counts> {
  return withClient(connectionString, async (client) => ({
    ...(await client.query<Counts>(COUNTS, [before])).rows[0],
  }));
}

/** As with other backups, e-mails that wait are lost rather than sent twice. What failed for good stays for staff. */
export function dropJobs(connectionString: string): Promise<void> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query("select to_regclass('pgboss.job') is not null as known");
    if (rows[0].known) await client.query("delete from pgboss.job where name not like '%-failed'");
  });
}
