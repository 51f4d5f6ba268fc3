import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DataFolderInUse, type FolderLock, lockFolder, prepareDataFolder } from '../../process/data-folder.ts';
import { diskFailureIn, StartError } from '../../process/start-error.ts';
import { findPlace, type PostgresPlace } from './place.ts';
import {
  initialise,
  isPostgres,
  makeSocketDir,
  readLockFile,
  readLog,
  rotateLog,
  sizeOf,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { prepareSpool } from './spool.ts';
import { postgresUser } from './system-user.ts';

const DATABASE = 'passeio';
const START_WAIT_MS = 30_000;
const POLL_MS = 25;
const MAX_RETRY_DELAY_MS = 2_000;
const LOG_ROTATION_MS = 60_000;

/** A supervised PostgreSQL server: restarted when it dies, stopped with the application. */
export interface EmbeddedPostgres {
  /** The connection string of the application's database; unchanged by restarts. */
  connectionString: string;
  place: PostgresPlace;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, creating the cluster if missing. A server left over from a crash is stopped first.
 * With `archives` it copies finished WAL into its spool. Throws {@link DataFolderInUse} if another application owns the
 * folder.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  say: (line: string) => void,
  { archives = false, settings = {} }: { archives?: boolean; settings?: Readonly<Record<string, string>> } = {},
): Promise<EmbeddedPostgres> {
  const user = postgresUser();
  await prepareDataFolder(dataDir, user?.gid);
  const locks = [takeLock(dataDir, dataDir)];
  try {
    const place = await findPlace(dataDir, user, say);
    // A copied data folder may link to the same database.
    if (place.pgData !== place.link) locks.push(takeLock(dirname(place.pgData), dataDir));
    await initialise(place);
    await stopLeftOver(place);
    const all = { ...settings, ...(archives && (await prepareSpool(place))) };
    const server = new SupervisedServer(place, dataDir, await makeSocketDir(place), say, all);
    await server.start(Date.now() + START_WAIT_MS);
    return {
      connectionString: server.connectionString,
      place,
      async stop() {
        await server.stop();
        for (const lock of locks) lock.release();
      },
    };
  } catch (error) {
    for (const lock of locks) lock.release();
    throw error;
  }
}

function takeLock(folder: string, dataDir: string): FolderLock {
  const lock = lockFolder(folder);
  if (!lock) throw new DataFolderInUse(dataDir);
  return lock;
}

/** The connection string of the database that another process runs on `dataDir`. */
export async function findRunningPostgres(dataDir: string): Promise<string> {
  const { pgData } = await findPlace(dataDir, postgresUser(), () => undefined);
  const running = await readLockFile(pgData);
  if (!running?.socketDir) throw new Error(`no PostgreSQL is running on ${dataDir}`);
  return socketUrl(running.socketDir);
}

class SupervisedServer {
  readonly connectionString: string;
  readonly #place: PostgresPlace;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #logFile: string;
  readonly #logRotation: NodeJS.Timeout;
  readonly #socketDir: string;
  readonly #say: (line: string) => void;
  #child: ChildProcess | undefined;
  #stopping = false;

  constructor(
    place: PostgresPlace,
    dataDir: string,
    socketDir: string,
    say: (line: string) => void,
    settings: Readonly<Record<string, string>>,
  ) {
    this.#settings = settings;
    this.connectionString = socketUrl(socketDir);
    this.#place = place;
    this.#logFile = join(dataDir, 'postgres.log');
    this.#logRotation = setInterval(() => void this.#rotateLog(), LOG_ROTATION_MS).unref();
    this.#socketDir = socketDir;
    this.#say = say;
  }

  /**
   * Retries until the server is ready: after a crash its old processes need a moment to exit. With a deadline (first
   * start), an unwritable disk fails at once; without, space may be freed.
   */
  async start(deadline: number): Promise<void> {
    for (let pause = POLL_MS; ; pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)) {
      try {
        return await this.#launch();
      } catch (error) {
        const isHopeless = error instanceof StartError && Number.isFinite(deadline);
        if (this.#stopping || isHopeless || Date.now() > deadline) throw error;
        await sleep(pause);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#logRotation);
    const child = this.#child;
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
    }
    await rm(this.#socketDir, { recursive: true, force: true });
  }

  async #launch(): Promise<void> {
    await this.#rotateLog();
    const logged = await sizeOf(this.#logFile);
    const child = await spawnPostmaster(this.#place, this.#socketDir, this.#logFile, this.#settings);
    this.#child = child;
    const failed = new AbortController();
    const exited = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void exited.then(() => failed.abort());
    if (!(await this.#waitUntilReady(failed.signal))) {
      const output = await readLog(this.#logFile, logged);
      throw diskFailureIn(output, this.#place.pgData) ?? new Error(`PostgreSQL did not start:\n${output}`);
    }
    void exited.then(() => this.#restart());
  }

  // A full disk, for example, may be freed.
  async #rotateLog(): Promise<void> {
    await rotateLog(this.#logFile).catch(() => undefined);
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    this.#say('PostgreSQL stopped unexpectedly; starting it again');
    await this.start(Number.POSITIVE_INFINITY).then(
      () => this.#say('PostgreSQL is running again'),
      () => undefined,
    );
  }

  // Ready: it accepts connections, and our database exists.
  async #waitUntilReady(failed: AbortSignal): Promise<boolean> {
    const deadline = Date.now() + START_WAIT_MS;
    while (!failed.aborted && Date.now() < deadline) {
      const client = await connect(this.#socketDir);
      if (client) {
        await createDatabase(client).finally(() => client.end());
        return true;
      }
      await sleep(POLL_MS);
    }
    return false;
  }
}

// We hold the folder's lock, so the server's owner is gone.
async function stopLeftOver(place: PostgresPlace): Promise<void> {
  const left = await readLockFile(place.pgData);
  if (!left) return;
  const deadline = Date.now() + START_WAIT_MS;
  // A server that is starting or recovering does not accept connections yet.
  while ((await isPostgres(left.pid)) && Date.now() < deadline) {
    const client = left.socketDir ? await connect(left.socketDir) : undefined;
    if (client) {
      await client.end();
      return stopPostmaster(left);
    }
    await sleep(POLL_MS);
  }
  await rm(join(place.pgData, 'postmaster.pid'), { force: true });
}

/** A connection to the server's own database; undefined while it accepts none. */
export async function connect(socketDir: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir, 'postgres') });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

/** The connection string of a database, by default the application's. */
export function socketUrl(socketDir: string, database = DATABASE): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}
