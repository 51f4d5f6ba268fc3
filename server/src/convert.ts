import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { queueWork } from './background-work.ts';
import { resolveDatabase } from './command-database.ts';
import { readConfigOfOne } from './config.ts';
import { giveBackWhatIsDue } from './domains/reservations/index.ts';
import { foldersIn } from './platform/backup/manifest.ts';
import { convert } from './platform/conversion/convert.ts';
import type { DatabaseTransaction } from './platform/database/connect.ts';
import { CONVERTED_RELEASE } from './platform/database/earlier-line.ts';
import { deadLetterQueueOf } from './platform/jobs/jobs.ts';
import { runCommand, StartError } from './platform/process/start-error.ts';
import { requireBase } from './platform/recovery/archiver.ts';

const USAGE = 'Usage: npm run convert -- BACKUP.zip';
const here = process.env.INIT_CWD ?? process.cwd();
const queues = queueWork.flatMap(({ queue }) => [queue.name, deadLetterQueueOf(queue)]);

// What waited for the sweep that this version does not have.
async function returnToGiftCards(trx: DatabaseTransaction): Promise<void> {
  const paidByCard = trx.selectFrom('entries').select('reservation_id').where('method', '=', 'gift_card');
  const due = trx.selectFrom('refunds').select('reservation_id').where('state', '=', 'due');
  const waiting = await due.where('reservation_id', 'in', paidByCard).execute();
  for (const { reservation_id } of waiting) await giveBackWhatIsDue(trx, reservation_id);
}

// Converts the database of the release before this line of versions, while no server runs, after a backup.
await runCommand(async () => {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) throw new StartError(USAGE);
  const config = readConfigOfOne(process.env);
  const { dataDir, databaseUrl, backupRecipients: recipients } = config;
  if (!databaseUrl && !(await stat(join(dataDir, 'postgres')).catch(() => undefined))) {
    throw new StartError(`There is nothing to convert: ${dataDir} holds no database.`);
  }
  const file = resolve(here, name);
  const database = await resolveDatabase(config, { isAlone: true });
  const { connectionString, place } = database;
  try {
    const since = performance.now();
    const archives = place && config.backupDays > 0;
    const { tables, files } = await convert({
      ...{ connectionString, dataDir, folders: foldersIn(config), file, recipients, queues },
      beforeCommit: async (trx) => {
        await returnToGiftCards(trx);
        if (archives) await requireBase(place.pgData);
      },
      say: (line) => console.log(line),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - since) / 1_000).toFixed(1);
    console.log(`Converted in ${seconds} s. As it was: ${file}, ${rows} rows of ${tables.length} tables,
${files.length} files, which release ${CONVERTED_RELEASE} restores.`);
    console.log(
      archives
        ? 'Start this version now: it begins with a base backup.'
        : "Make a base backup of the database now, if its WAL is archived; then start this version's servers.",
    );
  } finally {
    await database.close();
  }
});
