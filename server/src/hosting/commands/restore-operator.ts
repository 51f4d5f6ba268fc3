import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openArchive, openRecoveryOf, openStorage } from '../../adapters.ts';
import { finishErasure, type QueuedErasure } from '../../domains/privacy/index.ts';
import { backUp } from '../../platform/backup/back-up.ts';
import { secretKeys } from '../../platform/backup/encryption.ts';
import { restore } from '../../platform/backup/restore.ts';
import { createDatabase, createPool, withClient } from '../../platform/database/connect.ts';
import { findPlace, type PostgresPlace } from '../../platform/database/embedded/place.ts';
import { postgresUser } from '../../platform/database/embedded/system-user.ts';
import { prepareDatabase } from '../../platform/database/migrate.ts';
import { createLogger } from '../../platform/process/logging.ts';
import { StartError } from '../../platform/process/start-error.ts';
import { listLines, listSegments, partsOf } from '../../platform/recovery/line.ts';
import { replay } from '../../platform/recovery/replay.ts';
import { chooseBase, restoreFiles } from '../../platform/recovery/restore-at.ts';
import { withScratch } from '../../platform/recovery/scratch.ts';
import type { ArchiveStore } from '../../ports/storage/port.ts';
import { administer, DIRECTORY, withDatabase } from '../cluster.ts';
import { type OperatorRow, readOperator, saveMustReplay, saveState, saveVersion } from '../directory.queries.ts';
import { allOperators } from '../host-recovery.ts';
import { storageOf } from '../open-operator.ts';
import { configOf, folderOf } from '../operator-config.ts';
import { currentVersion, dropDatabase } from '../template.ts';
import { addressOf } from './add-operator.ts';
import { type CommandContext, requireOperator } from './context.ts';
import { replaceDatabase, untilAsleep } from './set-aside.ts';

const ARCHIVED_WITHIN_MS = 120_000;
const POLL_MS = 250;
// The others come first, but this one's people wait.
const NICENESS = 5;

interface Moment {
  slug: string;
  /** As people write it, in the operator's time zone unless it names an offset. */
  at: string;
  /** The folder of an archive that is not the configured one. */
  from?: string | undefined;
  line?: string | undefined;
  identityFile?: string | undefined;
}

/**
 * Puts one operator back to a moment, from the archive of the embedded PostgreSQL, while the others are served: its
 * database as it was then takes the place of the present one, which is renamed. Secret, domains and pictures stay, and
 * pictures that it had then come back. The next opening erases again who was erased since.
 */
export async function restoreOperator(
  context: CommandContext,
  given: Moment,
  started: PostgresPlace | undefined,
): Promise<void> {
  const operator = await requireOperator(context, given.slug);
  const { slug, name, state, database } = operator;
  const { pool, cluster, config, say } = context;
  rejectForeign(context, operator);
  const store = await openArchive(config, given.from);
  const timeZone = await readTimeZone(cluster.urlOf(database));
  // Before anything is stopped: the archive may not have it.
  await chooseBase(store, given.at, given.line, timeZone);
  if (!(await saveState(pool, slug, ['active', 'suspended'], 'moving'))) {
    throw new StartError(
      `${name} is being moved or restored already. To end that: npm run operators -- resume ${slug}`,
    );
  }
  const administrationUrl = cluster.urlOf('postgres');
  const restoring = `${database}_restoring`;
  let aside: string;
  try {
    await untilAsleep(context, slug);
    if (!given.from) await archiveNow(context, store, started);
    await dropDatabase(administrationUrl, restoring);
    await restoreInto(context, { ...given, store, timeZone }, restoring);
    await logErasures(context, operator);
    await saveMustReplay(pool, slug, true);
    aside = await replaceDatabase(administrationUrl, database, restoring);
  } catch (error) {
    await dropDatabase(administrationUrl, restoring);
    await saveState(pool, slug, ['moving'], state);
    throw error;
  }
  await saveVersion(pool, slug, await currentVersion(), null);
  await saveState(pool, slug, ['moving'], state);
  say(`${name} is at ${addressOf(context, operator.domains)} again. Everybody signs in anew.`);
  say(`Its database of before is ${aside} and takes no connections; drop it when you need it no more.`);
}

function rejectForeign({ hosting, config }: CommandContext, { name, wrapped_url: url }: OperatorRow): void {
  if (hosting.databaseUrl || url) {
    throw new StartError(
      `${name} is in a PostgreSQL that is not archived by Passeio: docs/hosting.md says how to put it back.`,
    );
  }
  if (config.backupDays === 0) throw new StartError('BACKUP_DAYS is 0: there is no archive.');
}

function readTimeZone(url: string): Promise<string | undefined> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ zone: string }>('select time_zone as zone from operator');
    return rows[0]?.zone;
  }).catch(() => undefined);
}

/** Waits until all that was written is archived: by the server, or by this program if that runs the database. */
async function archiveNow(
  { config, cluster, pool }: CommandContext,
  store: ArchiveStore,
  started: PostgresPlace | undefined,
): Promise<void> {
  const { rows } = await pool.query<{ segment: string }>('select pg_walfile_name(pg_switch_wal()) as segment');
  const segment = rows[0]?.segment ?? '';
  const deadline = Date.now() + ARCHIVED_WITHIN_MS;
  const own = { connectionString: cluster.directoryUrl, max: 1, onError: () => undefined };
  const db = createDatabase(createPool(own));
  try {
    const database = { connectionString: cluster.directoryUrl, scope: allOperators };
    const recovery =
      started && (await openRecoveryOf(config, { ...database, place: started }, createLogger(config.logLevel)));
    while (!(await listSegments(store, await listLines(store))).has(segment)) {
      await recovery?.ship(db);
      // What the archive lacks is said once it is read.
      if (Date.now() > deadline) return;
      await wait(POLL_MS);
    }
  } finally {
    await db.destroy();
  }
}

interface Source extends Moment {
  store: ArchiveStore;
  timeZone: string | undefined;
}

/** Makes the database `into` as the operator's was at the moment, by a cluster of its own that lasts for this only. */
async function restoreInto(context: CommandContext, source: Source, into: string): Promise<void> {
  const { config, cluster, say } = context;
  const { slug, store, identityFile } = source;
  const { base, moment } = await chooseBase(store, source.at, source.line, source.timeZone);
  const lines = await partsOf(store, base.line);
  const keys = base.isEncrypted && identityFile ? await secretKeys(identityFile) : [];
  const place = await findPlace(config.dataDir, postgresUser(), () => undefined);
  say(`Restoring the base backup of ${base.endedAt}, and replaying what followed, beside the running operators`);
  await withScratch(config.dataDir, async (workshop) => {
    const file = join(workshop, 'operator.zip');
    const replayIn = async (folder: string) => {
      const from = { store, keys, base, lines, target: { time: moment }, place, folder, niceness: NICENESS };
      await replay(from, async (url) => {
        const connectionString = withDatabase(url, await databaseThen(url, slug, moment));
        await backUp({ connectionString, dataDir: config.dataDir, folders: [], file });
      });
    };
    await withScratch(dirname(place.pgData), replayIn, place.user);
    await restore({
      ...{ file, dataDir: folderOf(slug, config), folders: [] },
      async openDatabase() {
        await administer(cluster.urlOf('postgres'), `create database "${into}" template template0`);
        return cluster.urlOf(into);
      },
    });
  });
  // It may be of an earlier version.
  await prepareDatabase(cluster.urlOf(into), async () => undefined);
  if (config.storage) return;
  const folder = dirname(folderOf(slug, config));
  const isMissing = (name: string) => name.startsWith(`${slug}/`) && !existsSync(join(folder, name));
  const files = await restoreFiles({ store, lines, base, keys, moment }, folder, isMissing);
  if (files > 0) say(`${files} pictures and receipts are back.`);
}

/** Brings the log of erasures up to date, which a job of the present database may still have to. */
async function logErasures({ config, cluster, key }: CommandContext, operator: OperatorRow): Promise<void> {
  const url = cluster.urlOf(operator.database);
  const { rows } = await withClient(url, (client) =>
    client.query<Pick<QueuedErasure, 'id' | 'subject'>>('select id, subject from erasures'),
  );
  const bucket = config.storage && (await openStorage(config));
  const storage = await storageOf(configOf(operator, config, cluster, key), operator.slug, bucket);
  for (const erasure of rows) await finishErasure(storage, { ...erasure, files: [] });
}

async function databaseThen(url: string, slug: string, moment: Date): Promise<string> {
  const then = await withClient(withDatabase(url, DIRECTORY), (client) => readOperator(client, slug));
  if (then && then.state !== 'closed' && !then.wrapped_url) return then.database;
  throw new StartError(`At ${moment.toISOString()} the archive has no database of "${slug}". Choose another moment.`);
}
