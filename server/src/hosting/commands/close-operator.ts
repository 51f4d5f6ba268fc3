import { rm } from 'node:fs/promises';
import { StartError } from '../../platform/process/start-error.ts';
import { withDatabase } from '../cluster.ts';
import { deleteDomains, saveClosed } from '../directory.queries.ts';
import { databaseUrlOf, folderOf } from '../operator-config.ts';
import { dropDatabase } from '../template.ts';
import { type CommandContext, inDirectory, requireOperator } from './context.ts';

/** Deletes an operator for good, after it was suspended and exported, and its name typed. */
export async function closeOperator(context: CommandContext, slug: string | undefined): Promise<void> {
  const operator = await requireOperator(context, slug);
  const { name, state, state_since: since, exported_at: exported, slug: known } = operator;
  const { config, cluster, key, say } = context;
  if (state !== 'suspended') {
    throw new StartError(`Suspend ${name} first, then export it: npm run operators -- suspend ${known}`);
  }
  if (!exported || exported < since) {
    throw new StartError(`${name} was not exported since it is suspended: npm run operators -- export ${known}`);
  }
  const typed = await context.ask(`All data of ${name} will be deleted. To go on, type its name: `);
  if (typed.trim() !== name) throw new StartError('That is another name. Nothing was deleted.');
  const url = databaseUrlOf(operator, cluster, key);
  await inDirectory(context, async (directory) => {
    await deleteDomains(directory, known);
    await saveClosed(directory, known);
  });
  await dropDatabase(withDatabase(url, 'postgres'), operator.database);
  await rm(folderOf(known, config), { recursive: true, force: true });
  if (config.storage) {
    // Loaded on demand: it loads every adapter.
    const { openStorage } = await import('../../adapters.ts');
    await (await openStorage(config)).removeFolder(`operators/${known}`);
  }
  say(`${name} is closed. Its name and its domains answer nothing; the name "${known}" is not given again.`);
}
