import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openArchive } from './adapters.ts';
import { resolveDatabase } from './command-database.ts';
import { type Config, readConfigOfOne } from './config.ts';
import { foldersIn } from './platform/backup/manifest.ts';
import { restore } from './platform/backup/restore.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';
import { restoreAt } from './platform/recovery/restore-at.ts';

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --at 2026-11-24T10:15 [--from ARCHIVE] [--line LINE]
       npm run restore -- --at latest [--from ARCHIVE] [--line LINE]`;
const here = process.env.INIT_CWD ?? process.cwd();

interface Arguments {
  file?: string | undefined;
  at?: string | undefined;
  from?: string | undefined;
  line?: string | undefined;
}

function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { at: text, from: text, line: text },
    });
    if (positionals.length !== (values.at ? 0 : 1)) throw new Error();
    return { ...values, file: positionals[0] };
  } catch {
    throw new StartError(USAGE);
  }
}

// Restores a backup into an empty data folder, and an empty database if DATABASE_URL names one; or the embedded
// database, as of a moment, from its archive.
await runCommand(async () => {
  const config = readConfigOfOne(process.env);
  const { file, at, ...archive } = readArguments();
  if (at) await restoreMoment(config, at, archive);
  else await restoreFile(config, file ?? '');
});

async function restoreMoment(config: Config, at: string, { from, line }: Arguments): Promise<void> {
  if (config.databaseUrl) {
    throw new StartError('The database of DATABASE_URL is not archived by Passeio: docs/operations.md says how to.');
  }
  const { last, moment, files, problem } = await restoreAt({
    store: await openArchive(config, from && resolve(here, from)),
    at,
    line,
    dataDir: config.dataDir,
    identityFile: identityFile(config),
    say: (text) => console.log(text),
  });
  const what = moment ? `the moment ${moment.toISOString()}` : 'all that the archive has';
  const until = last ? `; its last change is of ${last.toISOString()}` : '';
  console.log(`Restored ${what}${until}. ${files} files.`);
  if (problem) console.log(`What followed is lost: ${problem}`);
}

async function restoreFile(config: Config, name: string): Promise<void> {
  let close = async () => {};
  try {
    const { createdAt, tables, files } = await restore({
      file: resolve(here, name),
      identityFile: identityFile(config),
      dataDir: config.dataDir,
      folders: foldersIn(config),
      async openDatabase() {
        if (config.databaseUrl) await prepareDataFolder(config.dataDir);
        const database = await resolveDatabase(config);
        ({ close } = database);
        return database.connectionString;
      },
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`Restored the backup of ${createdAt}: ${rows} rows of ${tables.length} tables, ${files.length} files.`);
  } finally {
    await close();
  }
}

function identityFile({ backupIdentity }: Config): string | undefined {
  return backupIdentity && resolve(here, backupIdentity);
}
