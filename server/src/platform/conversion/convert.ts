import { join } from 'node:path';
import { sql } from 'kysely';
import type { BackUpOptions } from '../backup/back-up.ts';
import type { Manifest } from '../backup/manifest.ts';
import { backUpVerified } from '../backup/verify.ts';
import { createDatabase, createPool, type Database, type DatabaseTransaction } from '../database/connect.ts';
import { findFaults } from '../database/find-faults.ts';
import { BASELINE, MIGRATIONS_DIR, readSql } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import {
  lockStarts,
  rejectFaults,
  requireAlone,
  requireConvertible,
  requireFaultless,
  requireReadableJobs,
} from './requirements.ts';

export const CONVERSION_DIR = join(import.meta.dirname, '../../../conversion');
const LOCK_TIMEOUT = '10s';

interface ConversionFile {
  name: string;
  text: string;
}

export interface ConvertOptions extends BackUpOptions {
  /** Names of the queues that this version works, those of failed jobs included. */
  queues: readonly string[];
  /** Called once everything is converted and checked, before it is committed. */
  beforeCommit?: (trx: DatabaseTransaction) => Promise<void>;
  /** What is run, in this order; by default the files of this release. */
  files?: readonly ConversionFile[];
  say?: (line: string) => void;
}

/**
 * Converts a database of the last release of the line before into this one, after a verified backup, in one transaction
 * in which nobody else is connected. Returns what the backup holds. Throws a StartError, with nothing changed but for
 * the backup's file, where anything is off.
 */
export async function convert({
  queues,
  beforeCommit,
  files,
  say,
  connectionString,
  ...backup
}: ConvertOptions): Promise<Manifest> {
  const pool = createPool({ connectionString, max: 1, hasTimeouts: false, onError: () => undefined });
  const db = createDatabase(pool);
  try {
    const manifest = await db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(trx);
      await lockStarts(trx);
      await requireConvertible(trx);
      await requireAlone(trx);
      // The backup can read meanwhile, and nobody can write.
      await lockTables(trx, 'share');
      const known = new Set(await requireFaultless(trx));
      await requireReadableJobs(trx, queues);
      say?.('Writing and verifying the backup …');
      const written = await backUpVerified({ connectionString, ...backup }).catch(rejectBackup);
      await lockTables(trx, 'access exclusive');
      await requireAlone(trx);
      say?.('Converting. With much data this takes minutes; when it is interrupted, nothing is changed …');
      await applyFiles(trx, files ?? (await readSql(CONVERSION_DIR)));
      const migrations = await readSql(MIGRATIONS_DIR);
      for (const migration of migrations) await applyFile(trx, migration);
      rejectFaults((await findFaults(trx)).filter((fault) => !known.has(fault)));
      await sql`delete from kysely_migration`.execute(trx);
      for (const { name } of [{ name: BASELINE }, ...migrations]) {
        await sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
          trx,
        );
      }
      await requireAlone(trx);
      await beforeCommit?.(trx);
      return written;
    });
    // Nothing is known yet of new tables.
    await sql`analyze`.execute(db);
    return manifest;
  } finally {
    await db.destroy();
  }
}

function rejectBackup(error: Error): never {
  throw error instanceof StartError
    ? error
    : new StartError(`The backup cannot be written: ${error.message}. Nothing was changed.`);
}

/** Runs the files in their order, without triggers: what they change is not news, and was final. Keys are checked. */
async function applyFiles(trx: DatabaseTransaction, files: readonly ConversionFile[]): Promise<void> {
  await setTriggers(trx, 'disable');
  for (const file of files) {
    await applyFile(trx, file);
    // Triggers of tables that it made, too.
    await setTriggers(trx, 'disable');
  }
  await setTriggers(trx, 'enable');
}

async function applyFile(trx: DatabaseTransaction, { name, text }: ConversionFile): Promise<void> {
  try {
    await sql.raw(text).execute(trx);
    // What is deferred would block the next change of its table.
    await sql`set constraints all immediate`.execute(trx);
    await sql`set constraints all deferred`.execute(trx);
  } catch (error) {
    throw new StartError(`The conversion failed at ${name}, and nothing was changed: ${(error as Error).message}.`);
  }
}

async function lockTables(trx: Database, mode: 'share' | 'access exclusive'): Promise<void> {
  await sql`lock table ${sql.join((await ourTables(trx)).map((name) => sql.raw(name)))} in ${sql.raw(mode)} mode`.execute(
    trx,
  );
}

async function setTriggers(trx: Database, state: 'enable' | 'disable'): Promise<void> {
  for (const name of await ourTables(trx)) {
    await sql`alter table ${sql.raw(name)} ${sql.raw(state)} trigger user`.execute(trx);
  }
}

/** Quoted names of the application's tables, those of queues and accounts included. */
async function ourTables(trx: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'identity', 'pgboss') order by 1`.execute(trx);
  return rows.map(({ name }) => name);
}
