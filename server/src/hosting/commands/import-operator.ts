import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { foldersIn } from '../../platform/backup/manifest.ts';
import { restore } from '../../platform/backup/restore.ts';
import { prepareDatabase } from '../../platform/database/migrate.ts';
import { prepareDataFolder } from '../../platform/process/data-folder.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { administer } from '../cluster.ts';
import { folderOf } from '../operator-config.ts';
import { currentVersion, dropDatabase } from '../template.ts';
import { addressOf, enterOperator } from './add-operator.ts';
import { type CommandContext, databaseOf, readNewOperator } from './context.ts';

/** The backup of an operator or of an installation, and the names that it gets here. */
interface Import {
  file: string;
  identityFile: string | undefined;
  slug: string | undefined;
  name: string | undefined;
  domain: string | undefined;
}

/** Makes an operator of a backup, with its own secret: links and codes that it has given stay valid. */
export async function importOperator(context: CommandContext, { file, identityFile, ...given }: Import): Promise<void> {
  const { config, cluster, say } = context;
  const operator = await readNewOperator(context, given);
  const database = databaseOf(operator.slug);
  const folder = folderOf(operator.slug, config);
  const administrationUrl = cluster.urlOf('postgres');
  let isMade = false;
  try {
    const { tables, files } = await restore({
      ...{ file, identityFile, dataDir: folder, folders: foldersIn(config) },
      async openDatabase() {
        await prepareDataFolder(folder);
        await administer(administrationUrl, `create database ${pg.escapeIdentifier(database)} template template0`);
        isMade = true;
        return cluster.urlOf(database);
      },
    });
    const secret = await readSecret(join(folder, 'secrets'));
    await prepareDatabase(cluster.urlOf(database), async () => undefined);
    await enterOperator(context, { ...operator, database, secret, version: await currentVersion(), must_replay: true });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    say(`${operator.name} (${operator.slug}) is at ${addressOf(context, operator.domains)}`);
    say(`${rows} rows of ${tables.length} tables, ${files.length} files.`);
  } catch (error) {
    if (isMade) {
      await dropDatabase(administrationUrl, database);
      await rm(folder, { recursive: true, force: true });
    }
    throw error;
  }
}

// In the directory it is encrypted: the file goes.
async function readSecret(folder: string): Promise<string> {
  const secret = await readFile(join(folder, 'identity'), 'utf8').catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
  if (secret) return secret;
  throw new StartError(
    'The backup has no secrets/identity: its server had IDENTITY_SECRET. Write that into the file secrets/identity of its ' +
      'data folder, and back it up again.',
  );
}
