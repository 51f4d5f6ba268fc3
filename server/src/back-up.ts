import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { resolveDatabase } from './command-database.ts';
import { readConfigOfOne } from './config.ts';
import { backUp } from './platform/backup/back-up.ts';
import { foldersIn } from './platform/backup/manifest.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';

// npm changes to the project's folder: resolve the file name against the caller's.
const here = process.env.INIT_CWD ?? process.cwd();

// Writes a backup, with or without a running server.
await runCommand(async () => {
  const config = readConfigOfOne(process.env);
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !(await stat(join(dataDir, 'postgres')).catch(() => undefined))) {
    throw new StartError(`There is nothing to back up: ${dataDir} holds no database.`);
  }
  const recipients = config.backupRecipients;
  const usual = `passeio-${new Date().toISOString().replace(/\..*/, '').replaceAll(':', '')}.zip`;
  const name = process.argv[2] ?? (recipients.length > 0 ? `${usual}.age` : usual);
  const file = resolve(here, name);
  const database = await resolveDatabase(config);
  try {
    const { connectionString } = database;
    const folders = foldersIn(config);
    const { tables, files, vanished } = await backUp({ connectionString, dataDir, folders, file, recipients });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const keep =
      recipients.length > 0 ? 'Encrypted: keep the secret key elsewhere.' : 'Keep it where others cannot read it.';
    console.log(`${file}: ${rows} rows of ${tables.length} tables, ${files.length} files. ${keep}`);
    if (vanished.length > 0) console.log(`Deleted meanwhile, and not in it: ${vanished.join(', ')}`);
    if (config.storage) console.log('The pictures are in the bucket of STORAGE_URL, which is backed up by itself.');
  } finally {
    await database.close();
  }
});
