import type { ChildProcess } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPlace, type PostgresPlace } from './place.ts';
import { initialise, isPostgres, makeSocketDir, readLockFile, spawnPostmaster, stopPostmaster } from './postmaster.ts';

const DATABASE = 'passeio';
const START_WAIT_MS = 30_000;
const POLL_MS = 25;
const LONGEST_PAUSE_MS = 2_000;
const OWNER_LOCK_WAIT_MS = 2_000;
// Any fixed number: whoever holds this advisory lock is the one application on this data folder.
const OWNER_LOCK = 7_277_346;

/** Another process runs the application on the same data folder. */
export class DataFolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another Passeio is already running on the data folder ${dataDir}. Stop it first, or choose another DATA_DIR.`,
    );
  }
}

/** A PostgreSQL server of our own: started, restarted when it dies, stopped with us. */
export interface EmbeddedPostgres {
  /** The address of the application's database; it stays the same when the server is restarted. */
  connectionString: string;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on `dataDir`, creating the database first if there is none. A server left behind by a crash is
 * stopped and started anew. Throws {@link DataFolderInUse} when a living application owns the folder.
 */
export async function startEmbeddedPostgres(dataDir: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const place = await findPlace(dataDir, say);
  await initialise(place);
  await stopLeftOver(place, dataDir);
  const server = new SupervisedServer(place, dataDir, await makeSocketDir(place), say);
  await server.start(Date.now() + START_WAIT_MS);
  return server;
}

/** The address of the database that another process of ours runs on `dataDir`. */
export async function findRunningPostgres(dataDir: string): Promise<string> {
  const { pgData } = await findPlace(dataDir, () => undefined);
  const running = await readLockFile(pgData);
  if (!running?.socketDir) throw new Error(`no PostgreSQL is running on ${dataDir}`);
  return socketUrl(running.socketDir, DATABASE);
}

class SupervisedServer implements EmbeddedPostgres {
  readonly connectionString: string;
  readonly #place: PostgresPlace;
  readonly #dataDir: string;
  readonly #socketDir: string;
  readonly #say: (line: string) => void;
  #child: ChildProcess | undefined;
  #owner: pg.Client | undefined;
  #stopping = false;

  constructor(place: PostgresPlace, dataDir: string, socketDir: string, say: (line: string) => void) {
    this.connectionString = socketUrl(socketDir, DATABASE);
    this.#place = place;
    this.#dataDir = dataDir;
    this.#socketDir = socketDir;
    this.#say = say;
  }

  /** Tries until the server is ready: after a crash its old processes may take a moment to go away. */
  async start(deadline: number): Promise<void> {
    for (let pause = POLL_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.#launch();
      } catch (error) {
        if (error instanceof DataFolderInUse || this.#stopping || Date.now() > deadline) throw error;
        await sleep(pause);
      }
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#owner?.end().catch(() => undefined);
    const child = this.#child;
    if (child?.pid && child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
    }
    await rm(this.#socketDir, { recursive: true, force: true });
  }

  async #launch(): Promise<void> {
    const logFile = join(this.#dataDir, 'postgres.log');
    const child = await spawnPostmaster(this.#place, this.#socketDir, logFile);
    this.#child = child;
    const failed = new AbortController();
    const exited = new Promise<void>((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void exited.then(() => failed.abort());
    if (!(await this.#waitUntilReady(failed.signal))) throw new Error(`PostgreSQL did not start; see ${logFile}`);
    void exited.then(() => this.#restart());
  }

  async #restart(): Promise<void> {
    if (this.#stopping) return;
    this.#say('PostgreSQL stopped unexpectedly; starting it again');
    await this.start(Number.POSITIVE_INFINITY).then(
      () => this.#say('PostgreSQL is running again'),
      () => undefined,
    );
  }

  // Ready means: it takes connections, we own it, and our database exists.
  async #waitUntilReady(failed: AbortSignal): Promise<boolean> {
    const deadline = Date.now() + START_WAIT_MS;
    while (!failed.aborted && Date.now() < deadline) {
      const owner = await connect(this.#socketDir);
      if (owner) {
        if (!(await takeOwnerLock(owner))) throw new DataFolderInUse(this.#dataDir);
        await createDatabase(owner);
        this.#owner = owner;
        return true;
      }
      await sleep(POLL_MS);
    }
    return false;
  }
}

async function stopLeftOver(place: PostgresPlace, dataDir: string): Promise<void> {
  const left = await readLockFile(place.pgData);
  if (!left) return;
  const deadline = Date.now() + START_WAIT_MS;
  // It may just be starting or recovering: then it takes no connections yet.
  while ((await isPostgres(left.pid)) && Date.now() < deadline) {
    const client = left.socketDir ? await connect(left.socketDir) : undefined;
    if (client) {
      const isOrphan = await takeOwnerLock(client);
      await client.end();
      if (!isOrphan) throw new DataFolderInUse(dataDir);
      return stopPostmaster(left);
    }
    await sleep(POLL_MS);
  }
  await rm(join(place.pgData, 'postmaster.pid'), { force: true });
}

async function connect(socketDir: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir, 'postgres') });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch {
    return undefined;
  }
}

async function takeOwnerLock(client: pg.Client): Promise<boolean> {
  // The lock of an owner that was just killed is released as soon as the server notices.
  const deadline = Date.now() + OWNER_LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [OWNER_LOCK]);
    if (rows[0].taken) return true;
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await client.query(`create database ${DATABASE}`);
}

function socketUrl(socketDir: string, database: string): string {
  return `postgresql://postgres@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}
