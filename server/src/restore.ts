import { resolve } from 'node:path';
import { resolveDatabase } from './adapters.ts';
import { readConfig } from './config.ts';
import { foldersIn } from './platform/backup/manifest.ts';
import { restore } from './platform/backup/restore.ts';
import { prepareDataFolder } from './platform/process/data-folder.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';

const here = process.env.INIT_CWD ?? process.cwd();

// Restores a backup into an empty data folder, and an empty database if DATABASE_URL names one.
await runCommand(async () => {
  const config = readConfig(process.env);
  const [name] = process.argv.slice(2);
  if (!name) throw new StartError('Usage: npm run restore -- FILE');
  let close = async () => {};
  try {
    const { createdAt, tables, files } = await restore({
      file: resolve(here, name),
      identityFile: config.backupIdentity && resolve(here, config.backupIdentity),
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
});
