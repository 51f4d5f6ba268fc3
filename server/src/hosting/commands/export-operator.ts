import { backUp } from '../../platform/backup/back-up.ts';
import { foldersIn } from '../../platform/backup/manifest.ts';
import { saveExport } from '../directory.queries.ts';
import { pushKeyOf } from '../host-key.ts';
import { databaseUrlOf, folderOf } from '../operator-config.ts';
import { type CommandContext, requireOperator } from './context.ts';

/**
 * Writes an operator's backup, as of one moment, while it is served: its data, pictures and secrets. The same file is
 * the backup of an installation of its own.
 */
export async function exportOperator(
  context: CommandContext,
  slug: string | undefined,
  fileOf: (usual: string) => string,
): Promise<void> {
  const operator = await requireOperator(context, slug);
  const { config, cluster, key, say } = context;
  const recipients = config.backupRecipients;
  const moment = new Date().toISOString().replace(/\..*/, '').replaceAll(':', '');
  const file = fileOf(`${operator.slug}-${moment}.zip${recipients.length > 0 ? '.age' : ''}`);
  const secret = key.unwrap(operator.wrapped_secret as Buffer, operator.slug);
  const { tables, files, vanished } = await backUp({
    connectionString: databaseUrlOf(operator, cluster, key),
    dataDir: folderOf(operator.slug, config),
    folders: foldersIn(config).filter((folder) => folder !== 'secrets'),
    more: { 'secrets/identity': secret, 'secrets/push': pushKeyOf(secret) },
    ...{ file, recipients },
  });
  await saveExport(context.pool, operator.slug);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const keep =
    recipients.length > 0 ? 'Encrypted: keep the secret key elsewhere.' : 'Keep it where others cannot read it.';
  say(`${file}: ${rows} rows of ${tables.length} tables, ${files.length} files. ${keep}`);
  if (vanished.length > 0) say(`Deleted meanwhile, and not in it: ${vanished.join(', ')}`);
  if (config.storage) say('The pictures are in the bucket of STORAGE_URL, which is backed up by itself.');
}
