import { pipeline } from 'node:stream/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createClient } from '../database/connect.ts';
import { StartError } from '../process/start-error.ts';
import { type ArchiveReader, readArchive } from './archive.ts';
import { type BackUpOptions, backUp } from './back-up.ts';
import { withDecryptedBy } from './encryption.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { tableName } from './tables.ts';

type Entry = Manifest['tables'][number];

/**
 * Writes a backup of a database that nobody changes meanwhile, reads all of it back, its tables into PostgreSQL, and
 * compares them with the database's, row by row. An encrypted one is read with a key that is forgotten. Throws a
 * StartError if it cannot be written, or is not what the database and the folders hold.
 */
export async function backUpVerified(options: BackUpOptions): Promise<Manifest> {
  const { file, recipients = [], connectionString } = options;
  if (recipients.length === 0) {
    const manifest = await backUp(options);
    await verify(file, connectionString);
    return manifest;
  }
  const key = await generateX25519Identity();
  const manifest = await backUp({ ...options, recipients: [...recipients, await identityToRecipient(key)] });
  await withDecryptedBy(file, [key], (plain) => verify(plain, connectionString));
  return manifest;
}

/** Throws a StartError unless the backup `file` holds what the database does. */
async function verify(file: string, connectionString: string): Promise<void> {
  const archive = await readArchive(file);
  const client = createClient(connectionString);
  try {
    await client.connect();
    await client.query('set statement_timeout = 0');
    const manifest = await readManifest(archive);
    for (const entry of [...manifest.tables, ...manifest.files]) await archive.check(entry);
    for (const table of manifest.tables) await compare(archive, table, client);
    if (manifest.vanished.length > 0) {
      throw new StartError(`The backup ${file} lacks ${manifest.vanished.join(', ')}: stop what deletes files.`);
    }
  } finally {
    archive.close();
    await client.end();
  }
}

async function compare(archive: ArchiveReader, table: Entry, client: pg.Client): Promise<void> {
  const columns = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  await client.query(`create temporary table read_back as select ${columns} from ${tableName(table)} with no data`);
  await pipeline(await archive.read(table.name), client.query(copyFrom(`copy read_back (${columns}) from stdin`)));
  const digest = async (from: string) => {
    const { rows } = await client.query<{ rows: number; digest: string }>(
      `select count(*)::float8 as rows, coalesce(sum(hashtextextended(one::text, 0)::numeric), 0)::text as digest
      from (select ${columns} from ${from}) one`,
    );
    return rows[0] as { rows: number; digest: string };
  };
  const [found, expected] = [await digest('pg_temp.read_back'), await digest(tableName(table))];
  await client.query('drop table pg_temp.read_back');
  if (found.rows !== table.rows || found.rows !== expected.rows || found.digest !== expected.digest) {
    throw new StartError(`The backup is not what the database holds: ${table.schema}.${table.table} differs.`);
  }
}
