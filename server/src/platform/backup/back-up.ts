import { open, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { createClient } from '../database/connect.ts';
import { RESTORE_MARK } from '../database/migrate.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveWriter, type Checked, writeArchive } from './archive.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { copyTarget, listMigrations, listTables, type Table } from './tables.ts';

// Who has a session's token is signed in, and who has a link's code gets in: after a restore everybody signs in again.
const SESSIONS = new Set(['identity.session', 'identity.verification']);

export interface BackUpOptions {
  connectionString: string;
  dataDir: string;
  /** Folders of the data folder to include. */
  folders: string[];
  /** The ZIP file to write; it must not exist. */
  file: string;
  /** Public keys of age for which it is encrypted; none: it is not. */
  recipients?: readonly string[];
  /** Files that are not in the data folder, by their path as if they were. */
  more?: Readonly<Record<string, string>>;
}

/**
 * Writes tables, as of one snapshot, and folders into one ZIP file, while the product runs. Throws a StartError if
 * there is nothing to back up or the file exists.
 */
export async function backUp({
  connectionString,
  dataDir,
  folders,
  file,
  recipients = [],
  more = {},
}: BackUpOptions): Promise<Manifest> {
  const client = createClient(connectionString);
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set datestyle = iso; set intervalstyle = postgres');
    await client.query('begin transaction isolation level repeatable read, read only');
    const migrations = await listMigrations(client);
    if (migrations.length === 0) throw new StartError('There is nothing to back up: the database is empty.');
    const tables = (await listTables(client)).filter(({ schema, table }) => !SESSIONS.has(`${schema}.${table}`));
    if (tables.some(({ table }) => table === RESTORE_MARK)) {
      throw new StartError('The database was restored in part, or is being restored: that is nothing to back up.');
    }
    let manifest: Manifest | undefined;
    await writeArchive(file, recipients, async (archive) => {
      const written = await addTables(archive, client, tables);
      const { files, vanished } = await addFolders(archive, dataDir, folders);
      for (const [name, content] of Object.entries(more)) {
        files.push(await archive.add(name, Readable.from([Buffer.from(content)])));
      }
      manifest = await writeManifest(archive, { migrations, tables: written, files, vanished });
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

// People delete pictures meanwhile; what is open can be read to its end.
async function addFolders(archive: ArchiveWriter, dataDir: string, folders: string[]) {
  const files: Checked[] = [];
  const vanished: string[] = [];
  for (const folder of folders) {
    for (const path of await listFiles(join(dataDir, folder))) {
      const name = relative(dataDir, path).split(sep).join('/');
      const file = await open(path).catch(ignoreMissing);
      // Pictures are compressed already.
      if (file) files.push(await archive.add(name, file.createReadStream(), { compress: false }));
      else vanished.push(name);
    }
  }
  return { files, vanished };
}

/** The paths of the files below a folder; none if it is missing. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  const lists = (entries ?? []).map((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(lists)).flat();
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
