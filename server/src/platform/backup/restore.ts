import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '../database/connect.ts';
import { differenceOf, knownMigrations, prepareDatabase, RESTORE_MARK } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveReader, readArchive } from './archive.ts';
import { withDecrypted } from './encryption.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { copyTarget, listMigrations, listTables, tableName } from './tables.ts';

const ERASURE_LOG = 'erasures';

export interface RestoreOptions {
  file: string;
  dataDir: string;
  /** Folders of the data folder to restore. */
  folders: string[];
  /** File with the secret keys of age that an encrypted backup needs. */
  identityFile?: string | undefined;
  /** Opens the target database, once the backup has been validated; returns its connection string. */
  openDatabase(): Promise<string>;
}

/**
 * Restores a backup into an empty database and data folder. Both are marked until it is complete, so that no start uses
 * a partial restore. Throws a StartError if the backup is invalid or the target is not empty.
 */
export function restore({ identityFile, ...options }: RestoreOptions): Promise<Manifest> {
  return withDecrypted(options.file, identityFile, (file) => restorePlain({ ...options, file }));
}

async function restorePlain({
  file,
  dataDir,
  folders,
  openDatabase,
}: Omit<RestoreOptions, 'identityFile'>): Promise<Manifest> {
  const archive = await readArchive(file);
  try {
    const manifest = await readManifest(archive);
    await rejectUnknownMigrations(manifest);
    await requireEmptyTarget(dataDir, folders);
    for (const entry of [...manifest.tables, ...manifest.files]) await archive.check(entry);
    const connectionString = await openDatabase();
    const client = createClient(connectionString);
    await client.connect();
    try {
      await client.query('set statement_timeout = 0');
      await markDatabase(client);
      await prepareDatabase(connectionString, () => copyTables(archive, manifest, client), {
        until: manifest.migrations.at(-1),
        isRestoring: true,
      });
      await copyFiles(archive, manifest, dataDir, folders);
      await client.query(`drop table ${RESTORE_MARK}`);
      await client.query('analyze');
    } finally {
      await client.end();
    }
    return manifest;
  } finally {
    archive.close();
  }
}

async function rejectUnknownMigrations({ migrations }: Manifest): Promise<void> {
  const known = await knownMigrations();
  const difference = differenceOf(migrations, known);
  if (difference) throw new StartError(`The backup ${difference}. Install the version that made it, then restore.`);
}

async function requireEmptyTarget(dataDir: string, folders: string[]): Promise<void> {
  for (const folder of folders) {
    const files = await readdir(join(dataDir, folder)).catch(() => []);
    // The log of erasures is brought along: a start erases again whom it names.
    if (files.some((name) => name !== ERASURE_LOG)) {
      throw new StartError(`${join(dataDir, folder)} is not empty. A backup is restored into an empty DATA_DIR only.`);
    }
  }
}

async function markDatabase(client: pg.Client): Promise<void> {
  const isEmpty = (await listMigrations(client)).length === 0 && (await listTables(client)).length === 0;
  if (!isEmpty) throw new StartError('The database is not empty. A backup is restored into an empty one only.');
  await client.query(`create table ${RESTORE_MARK} ()`);
}

async function copyTables(archive: ArchiveReader, { tables }: Manifest, client: pg.Client): Promise<void> {
  await client.query('begin');
  const made = (await listTables(client)).filter(({ table }) => table !== RESTORE_MARK);
  for (const table of made) await client.query(`alter table ${tableName(table)} disable trigger user`);
  // Rows written by the baseline and migrations are in the backup too.
  await client.query(`truncate ${made.map(tableName).join(', ')}`);
  for (const table of tables) {
    await pipeline(await archive.read(table.name), client.query(copyFrom(`copy ${copyTarget(table)} from stdin`)));
  }
  // Deferred constraints leave events that would block the next statements.
  await client.query('set constraints all immediate');
  for (const table of made) await client.query(`alter table ${tableName(table)} enable trigger user`);
  await client.query('commit');
}

async function copyFiles(archive: ArchiveReader, { files }: Manifest, dataDir: string, folders: string[]) {
  for (const entry of files.filter(({ name }) => folders.some((folder) => name.startsWith(`${folder}/`)))) {
    const path = join(dataDir, entry.name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(await archive.read(entry.name), createWriteStream(path, { mode: 0o600, flush: true }));
  }
}
