import type { BackupKind } from '@passeio/contract/health';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/connect.ts';

const KEPT_DAYS = 90;
// A row for each minute would itself be WAL to archive.
const ARCHIVING_EVERY = "interval '10 minutes'";
// A bucket may be unavailable for a while: WAL waits, and nothing is lost.
const ARCHIVING_MAY_FAIL_FOR = "interval '1 hour'";

/** The last run of a kind. */
export interface LastBackup {
  kind: BackupKind;
  startedAt: Date;
  finishedAt: Date;
  succeeded: boolean;
  /** A base backup has `bytes` and `files`, a proof `counts` and `seconds`, a failure `reason`. */
  details: Record<string, unknown>;
  /** When one succeeded last, up to ten minutes late; null: never. */
  lastSuccessAt: Date | null;
}

/** The last finished run of each kind that ever ran: base backup, proof of restoring, archiving of WAL. */
export async function lastBackups(db: Database): Promise<LastBackup[]> {
  const { rows } = await sql<LastBackup>`
    select distinct on (kind) kind, started_at as "startedAt", finished_at as "finishedAt", succeeded, details,
      (select least(s.finished_at, now()) from backup_runs s where s.kind = r.kind and s.succeeded
        order by s.number desc limit 1) as "lastSuccessAt"
    from backup_runs r where finished_at is not null order by kind, number desc`.execute(db);
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
      select * from backup_runs where kind = 'archive' and finished_at is not null order by number desc limit 1
    ), same as (
      select * from latest where succeeded = ${succeeded} and started_at > now() - interval '1 day'
    ), continued as (
      update backup_runs b set finished_at = now(), details = ${JSON.stringify(details)} from same
      where b.id = same.id and same.finished_at not between now() - ${sql.raw(ARCHIVING_EVERY)} and now()
    )
    insert into backup_runs (id, kind, finished_at, succeeded, details)
    select gen_random_uuid(), 'archive', now(), ${succeeded}, ${JSON.stringify(details)}
    where not exists (select from same)`.execute(db);
}

/**
 * The kinds whose last run failed and of which nobody was notified since one succeeded; archiving, once it has failed
 * for an hour. The server that asks notifies.
 */
export async function claimFailures(trx: DatabaseTransaction): Promise<BackupKind[]> {
  const { rows } = await sql<{ kind: BackupKind }>`
    update backup_runs b set notified_at = now()
    from (select distinct on (kind) * from backup_runs where finished_at is not null order by kind, number desc) last
    where b.id = last.id and not last.succeeded
      and (last.kind <> 'archive' or last.started_at < now() - ${sql.raw(ARCHIVING_MAY_FAIL_FOR)})
      and not exists (
        select from backup_runs told where told.kind = last.kind and told.notified_at is not null and not exists (
          select from backup_runs s where s.kind = told.kind and s.succeeded and s.number > told.number))
    returning b.kind`.execute(trx);
  return rows.map(({ kind }) => kind);
}

/** Deletes old runs, but the last of each kind and the last that succeeded. */
export async function deleteOldRuns(db: Database): Promise<void> {
  await sql`
    delete from backup_runs where started_at < now() - make_interval(days => ${KEPT_DAYS}) and id not in (
      (select distinct on (kind) id from backup_runs order by kind, number desc)
      union (select distinct on (kind) id from backup_runs where succeeded order by kind, number desc)
    )`.execute(db);
}
