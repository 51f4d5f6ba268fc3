import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '../database/connect.ts';
import { RESTORE_MARK } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveWriter, type Checked, writeArchive } from './archive.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { copyTarget, listMigrations, listTables, type Table } from './tables.ts';

export interface BackUpOptions {
  connectionString: string;
  dataDir: string;
  /** Folders of the data folder to include. */
  folders: string[];
  /** The ZIP file to write; it must not exist. */
  file: string;
}

/**
 * Writes tables, as of one snapshot, and folders into one ZIP file, while the product runs. Throws a StartError if
 * there is nothing to back up or the file exists.
 */
export async function backUp({ connectionString, dataDir, folders, file }: BackUpOptions): Promise<Manifest> {
  const client = createClient(connectionString);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set datestyle = iso; set intervalstyle = postgres');
    await client.query('begin transaction isolation level repeatable read, read only');
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new StartError('There is nothing to back up: the database is empty.');
    const tables = await listTables(client);
    if (tables.some(({ table }) => table === RESTORE_MARK)) {
      throw new StartError('The database was restored in part, or is being restored: that is nothing to back up.');
    }
    let manifest: Manifest | undefined;
    await writeArchive(file, async (archive) => {
      const written = await addTables(archive, client, tables);
      const files = await addFolders(archive, dataDir, folders);
      manifest = await writeManifest(archive, { migrations, tables: written, files });
    });
    return manifest as Manifest;
  } finally {
    await client.end();
  }
}

async function addTables(archive: ArchiveWriter, client: pg.Client, tables: Table[]): Promise<Manifest['tables']> {
  const added: Manifest['tables'] = [];
  for (const table of tables) {
    const rows = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
    const entry = await archive.add(`database/${table.schema}.${table.table}.copy`, rows);
    added.push({ ...table, ...entry, rows: rows.rowCount });
  }
  return added;
}

async function addFolders(archive: ArchiveWriter, dataDir: string, folders: string[]): Promise<Checked[]> {
  const added: Checked[] = [];
  for (const folder of folders) {
    for (const path of await listFiles(join(dataDir, folder))) {
      const name = relative(dataDir, path).split(sep).join('/');
      // Pictures are compressed already.
      added.push(await archive.add(name, createReadStream(path), { compress: false }));
    }
  }
  return added;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
