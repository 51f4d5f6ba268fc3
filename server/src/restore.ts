import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openArchive } from './adapters.ts';
import { resolveDatabase } from './command-database.ts';
import { type Config, readConfig, readConfigOfOne } from './config.ts';
import { foldersIn } from './platform/backup/manifest.ts';
import { restore } from './platform/backup/restore.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';
import { restoreAt } from './platform/recovery/restore-at.ts';
import { oneOperator } from './platform/recovery/scope.ts';

const USAGE = `Usage: npm run restore -- FILE
       npm run restore -- --at 2026-11-24T10:15 [--from ARCHIVE] [--line LINE]
       npm run restore -- --at latest [--from ARCHIVE] [--line LINE]
       npm run restore -- --operator SLUG --at 2026-11-24T10:15 [--from ARCHIVE] [--line LINE]   one of a host's`;
const here = process.env.INIT_CWD ?? process.cwd();

interface Arguments {
  operator?: string | undefined;
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
      options: { at: text, from: text, line: text, operator: text },
    });
    if (positionals.length !== (values.at ? 0 : 1) || (values.operator && !values.at)) throw new Error();
    return { ...values, file: positionals[0] };
  } catch {
    throw new StartError(USAGE);
  }
}

// Restores a backup into an empty data folder, and an empty database if DATABASE_URL names one; or the embedded
// database, as of a moment, from its archive; or one operator of a host, beside the others.
await runCommand(async () => {
  const config = readConfig(process.env);
  const { file, at, operator, ...archive } = readArguments();
  if (operator && at) await restoreOne(config, operator, at, archive);
  else if (at) await restoreMoment(config, at, archive);
  else await restoreFile(readConfigOfOne(process.env), file ?? '');
});

async function restoreOne(config: Config, slug: string, at: string, { from, line }: Arguments): Promise<void> {
  // Loaded on demand: it loads all of the product.
  const [{ withHost }, { restoreOperator }] = await Promise.all([
    import('./hosting/commands/open-context.ts'),
    import('./hosting/commands/restore-operator.ts'),
  ]);
  const given = { slug, at, line, from: from && resolve(here, from), identityFile: identityFile(config) };
  const terminal = { say: (text: string) => console.log(text), ask: async () => '' };
  await withHost(config, terminal, (context, { place }) => restoreOperator(context, given, place));
}

async function restoreMoment(config: Config, at: string, { from, line }: Arguments): Promise<void> {
  if (config.databaseUrl || config.hosting?.databaseUrl) {
    throw new StartError('This PostgreSQL is not archived by Passeio: docs/operations.md says how to.');
  }
  const { last, moment, files, problem } = await restoreAt({
    store: await openArchive(config, from && resolve(here, from)),
    at,
    line,
    dataDir: config.dataDir,
    scope: config.hosting ? (await import('./hosting/host-recovery.ts')).allOperators : oneOperator,
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
