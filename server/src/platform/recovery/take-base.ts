import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { z } from '@passeio/contract/zod';
import { type ArchiveWriter, checked, writeArchive } from '../backup/archive.ts';
import { listFiles } from '../backup/back-up.ts';
import { createClient } from '../database/connect.ts';
import { OWN_FOLDER } from '../database/embedded/spool.ts';
import type { Archiver } from './archiver.ts';
import { type Base, keyOfBase, stampOf, writeBaseFacts } from './line.ts';
import type { Scope } from './scope.ts';
import { withScratch } from './scratch.ts';

// Rebuilt by every start; WAL is archived by itself.
const EMPTIED = [
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
];
const LEFT_OUT = new Set(['postmaster.pid', 'postmaster.opts', OWN_FOLDER]);
const TEMPORARY = /(^|\/)(pgsql_tmp|pg_internal\.init)/;

/** What a base backup holds, in its last entry. */
export const baseContents = z.object({
  /** Folders of the database. */
  folders: z.array(z.string()),
  entries: z.array(checked),
});
export type BaseContents = z.output<typeof baseContents>;
export const CONTENTS = 'contents.json';

export interface BaseSource {
  archiver: Archiver;
  scope: Scope;
  connectionString: string;
  pgData: string;
  dataDir: string;
  signal: AbortSignal;
}

/** Copies the running database and the secrets into the archive. */
export async function takeBase({
  archiver,
  scope,
  connectionString,
  pgData,
  dataDir,
  signal,
}: BaseSource): Promise<Base> {
  const { store } = archiver;
  const { line, recipients } = await archiver.startBase();
  const client = createClient(connectionString);
  await client.connect();
  try {
    const ask = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows[0] as Row;
    const timeZone = await scope.readTimeZone(client);
    const started = await ask<{ startedAt: Date; segment: string }>(
      `select clock_timestamp() as "startedAt", pg_walfile_name(pg_backup_start('passeio', true)) as segment`,
    );
    const facts = { line, name: `base-${stampOf(started.startedAt)}`, isEncrypted: recipients.length > 0 };
    const bytes = await withScratch(dataDir, async (scratch) => {
      const file = join(scratch, 'base.zip');
      await writeArchive(file, recipients, async (archive) => {
        const contents = await copyDatabase(archive, pgData, signal);
        const label = await ask<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
        contents.entries.push(await archive.add('postgres/backup_label', Readable.from([label.label])));
        for (const path of await listFiles(join(dataDir, 'secrets'))) {
          contents.entries.push(await archive.add(nameIn(dataDir, path), createReadStream(path)));
        }
        await archive.add(CONTENTS, Readable.from([JSON.stringify(contents)]));
      });
      await store.write(keyOfBase(facts), createReadStream(file, { signal }));
      return (await stat(file)).size;
    });
    const { endedAt } = await ask<{ endedAt: Date }>('select clock_timestamp() as "endedAt"');
    const { files, filesAt } = await archiver.archiveFiles(line);
    const base: Base = {
      format: 'passeio-base-1',
      ...facts,
      startedAt: started.startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      segment: started.segment,
      timeZone,
      bytes,
      files,
      filesAt: filesAt.toISOString(),
    };
    await writeBaseFacts(store, base);
    return base;
  } finally {
    await client.end();
  }
}

// Files change while they are copied: WAL has whole pages of all that changes, and mends them.
async function copyDatabase(archive: ArchiveWriter, pgData: string, signal: AbortSignal): Promise<BaseContents> {
  const contents: BaseContents = { folders: [...EMPTIED], entries: [] };
  const found = await readdir(pgData, { recursive: true, withFileTypes: true });
  for (const entry of found) {
    signal.throwIfAborted();
    const path = join(entry.parentPath, entry.name);
    const name = nameIn(pgData, path);
    const top = name.split('/')[0] ?? '';
    if (LEFT_OUT.has(top) || EMPTIED.includes(top) || TEMPORARY.test(name)) continue;
    if (entry.isDirectory()) contents.folders.push(name);
    else if (entry.isFile()) {
      // Tables are dropped meanwhile.
      const file = await open(path).catch(() => undefined);
      if (!file) continue;
      contents.entries.push(await archive.add(`postgres/${name}`, file.createReadStream(), { compressionLevel: 1 }));
    }
  }
  return contents;
}

const nameIn = (folder: string, path: string): string => relative(folder, path).split(sep).join('/');
