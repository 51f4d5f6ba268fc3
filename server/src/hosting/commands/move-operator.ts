import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { queueWork } from '../../background-work.ts';
import { databaseUrl } from '../../config-values.ts';
import { backUp } from '../../platform/backup/back-up.ts';
import { restore } from '../../platform/backup/restore.ts';
import { createPool, withClient } from '../../platform/database/connect.ts';
import { requireSessionMode } from '../../platform/database/pooling.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLogger } from '../../platform/process/logging.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { administer, withDatabase } from '../cluster.ts';
import { savePlace, saveState } from '../directory.queries.ts';
import { databaseUrlOf, folderOf } from '../operator-config.ts';
import { type CommandContext, requireOperator } from './context.ts';
import { asideOf, renameDatabase, undoMove, untilAsleep } from './set-aside.ts';

// What a backup leaves out: nobody signs in again, and no e-mail that waits is lost.
const LEFT_OUT = [
  { table: 'identity.session', where: 'true' },
  { table: 'identity.verification', where: 'true' },
  { table: 'pgboss.job', where: `state < 'completed' and name !~ '^__pgboss'` },
];

/** Moves an operator to an empty database of another cluster. Its old one takes no connection before the new one opens. */
export async function moveOperator(
  context: CommandContext,
  slug: string | undefined,
  to: string | undefined,
): Promise<void> {
  const operator = await requireOperator(context, slug);
  const target = databaseUrl.safeParse(to).data;
  if (!target) throw new StartError('Say where to: --to postgresql://USER:PASSWORD@HOST:PORT/DATABASE');
  const { name, state, slug: known, database } = operator;
  const { pool, cluster, key, config, say } = context;
  await requireSessionMode(target);
  if (!(await saveState(pool, known, ['active', 'suspended'], 'moving'))) {
    throw new StartError(`${name} is being moved already. To undo that: npm run operators -- resume ${known}`);
  }
  const url = databaseUrlOf(operator, cluster, key);
  const aside = asideOf(database);
  const file = join(config.dataDir, `moving-${known}-${Date.now()}.zip`);
  try {
    await untilAsleep(context, known);
    await renameDatabase(withDatabase(url, 'postgres'), database, aside);
    const source = withDatabase(url, aside);
    await backUp({ connectionString: source, dataDir: folderOf(known, config), folders: [], file });
    await restore({ file, dataDir: folderOf(known, config), folders: [], openDatabase: async () => target });
    await copyLeftOut(source, target);
  } catch (error) {
    await undoMove(context, operator);
    await saveState(pool, known, ['moving'], state);
    throw error;
  } finally {
    await rm(file, { force: true });
  }
  const place = new URL(target.replace(/,[^/]*/, '')).pathname.slice(1);
  await savePlace(pool, known, {
    wrappedUrl: key.wrap(target, `${known} database`),
    database: decodeURIComponent(place),
    state,
  });
  await administer(
    withDatabase(url, 'postgres'),
    `alter database ${pg.escapeIdentifier(aside)} allow_connections false`,
  );
  say(`${name} was moved. Its earlier database, now ${aside}, takes no connections; drop it when you need it no more.`);
}

async function copyLeftOut(source: string, target: string): Promise<void> {
  const pool = createPool({ connectionString: target, max: 2, hasTimeouts: false, onError: () => undefined });
  const jobs = await startJobs(pool, createLogger('silent'));
  await jobs.prepare(queueWork.map(({ queue }) => queue));
  await jobs.stop();
  await pool.end();
  await withClient(source, (from) =>
    withClient(target, async (into) => {
      for (const { table, where } of LEFT_OUT) {
        const { rows } = await from.query<{ columns: string }>(
          `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
           where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
          [table],
        );
        const columns = rows[0]?.columns;
        const read = from.query(copyTo(`copy (select ${columns} from ${table} where ${where}) to stdout`));
        await pipeline(read, into.query(copyFrom(`copy ${table} (${columns}) from stdin`)));
      }
    }),
  );
}
