import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { BackupKind } from '../database/schema/backup-schema.ts';

const KEPT_DAYS = 90;
// A row for each minute would itself be WAL to archive.
const ARCHIVING_EVERY = "interval '10 minutes'";

/** The last run of a kind. */
export interface LastBackup {
  kind: BackupKind;
  startedAt: Date;
  finishedAt: Date;
  succeeded: boolean;
  /** Of a base backup `bytes` and `files`, of a proof `counts` and `seconds`, of a failure `reason`. */
  details: Record<string, unknown>;
  /** When one succeeded last, up to ten minutes late; null: never. */
  lastSuccessAt: Date | null;
}

/** The last finished run of each kind that ever ran: base backup, proof of restoring, archiving of WAL. */
export async function lastBackups(db: Database): Promise<LastBackup[]> {
  const { rows } = await sql<LastBackup>`
    select distinct on (kind) kind, started_at as "startedAt", finished_at as "finishedAt", succeeded, details,
      (select max(s.finished_at) from backup_runs s where s.kind = r.kind and s.succeeded) as "lastSuccessAt"
    from backup_runs r where finished_at is not null order by kind, finished_at desc`.execute(db);
  return rows;
}

/** Runs something and records how it went. */
export async function recordRun<Result>(
  db: Database,
  kind: BackupKind,
  run: () => Promise<{ result: Result; details: object }>,
): Promise<Result> {
  const id = crypto.randomUUID();
  await db.insertInto('backup_runs').values({ id, kind }).execute();
  const finish = (succeeded: boolean, details: object) =>
    db
      .updateTable('backup_runs')
      .set({ finished_at: sql<Date>`now()`, succeeded, details: JSON.stringify(details) })
      .where('id', '=', id)
      .execute();
  try {
    const { result, details } = await run();
    await finish(true, details);
    return result;
  } catch (error) {
    await finish(false, { reason: (error as Error).message });
    throw error;
  }
}

/** Records that archiving works, or does not: a row for each change, and each day. */
export async function recordArchiving(db: Database, succeeded: boolean, details: object = {}): Promise<void> {
  await sql`
    with latest as (
      select * from backup_runs where kind = 'archive' and finished_at is not null order by finished_at desc limit 1
    ), same as (
      select * from latest where succeeded = ${succeeded} and started_at > now() - interval '1 day'
    ), continued as (
      update backup_runs b set finished_at = now(), details = ${JSON.stringify(details)} from same
      where b.id = same.id and same.finished_at < now() - ${sql.raw(ARCHIVING_EVERY)}
    )
    insert into backup_runs (id, kind, finished_at, succeeded, details)
    select gen_random_uuid(), 'archive', now(), ${succeeded}, ${JSON.stringify(details)}
    where not exists (select from same)`.execute(db);
}

/** Deletes old runs, but the last of each kind and the last that succeeded. */
export async function deleteOldRuns(db: Database): Promise<void> {
  await sql`
    delete from backup_runs where started_at < now() - make_interval(days => ${KEPT_DAYS}) and id not in (
      (select distinct on (kind) id from backup_runs order by kind, finished_at desc nulls last)
      union (select distinct on (kind) id from backup_runs where succeeded order by kind, finished_at desc)
    )`.execute(db);
}
