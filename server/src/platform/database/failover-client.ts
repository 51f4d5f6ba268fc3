import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';

// Hosts are probed concurrently; one that times out counts as down.
const PROBE_TIMEOUT_MS = 2_000;
const READ_ONLY = '25006';
// What pg says after `query_timeout`.
const SILENT = 'Query read timeout';
/** Marks a client: another server may be the primary by now. */
const DOUBTED = 'doubted';
const KEEP_ALIVE_MS = 10_000;
// Where no server accepts writes, each one refused would replace all connections.
const REPLACEMENT_PAUSE_MS = 1_000;

interface Host {
  host: string;
  port: number;
}

/**
 * Splits a connection string with several hosts, as in "postgresql://user@one:5432,two:5432/db", into one per host,
 * without `target_session_attrs`: we always write.
 */
export function addressesOf(connectionString: string): string[] {
  const [, start, hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString) ?? [];
  if (!hosts.includes(',')) return [connectionString];
  const withoutTarget = rest.replace(/([?&])target_session_attrs=[\w-]*(&|$)/, (_, before, after) => after && before);
  return hosts.split(',').map((host) => `${start}${host}${withoutTarget}`);
}

/** Finds the primary among several hosts; `forget` it when a connection to it is lost. */
class Primary {
  readonly #addresses: string[];
  #found: Promise<Host> | undefined;

  constructor(addresses: string[]) {
    this.#addresses = addresses;
  }

  find(): Promise<Host> {
    this.#found ??= this.#search();
    return this.#found;
  }

  forget(): void {
    this.#found = undefined;
  }

  async #search(): Promise<Host> {
    try {
      return await Promise.any(this.#addresses.map(writableHost));
    } catch (error) {
      this.forget();
      throw (error as AggregateError).errors[0];
    }
  }
}

// Shared by all connections to the same hosts.
const primaries = new Map<string, Primary>();

function primaryOf(connectionString: string): Primary | undefined {
  const addresses = addressesOf(connectionString);
  if (addresses.length === 1) return undefined;
  const primary = primaries.get(connectionString) ?? new Primary(addresses);
  primaries.set(connectionString, primary);
  return primary;
}

// As libpq does for target_session_attrs=read-write.
async function writableHost(connectionString: string): Promise<Host> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PROBE_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0].transaction_read_only === 'off') return { host: client.host, port: client.port };
    throw Object.assign(new Error(`the database at ${client.host}:${client.port} only reads`), { code: READ_ONLY });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Connects to the primary among the hosts of the connection string, and looks for it again after a connection was lost.
 * `connect` rejects with SQLSTATE 25006 if no host accepts writes, or with a host's connection error.
 */
export class FailoverClient extends pg.Client {
  readonly #primary: Primary | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString } = config;
    super({
      // A host that vanished without a word is noticed within half a minute.
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...config,
      ...(connectionString ? { connectionString: addressesOf(connectionString)[0] as string } : {}),
    });
    this.#primary = connectionString ? primaryOf(connectionString) : undefined;
    // The next statement reports a broken connection; without a listener the event would end the process.
    this.on('error', () => this.#primary?.forget());
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY) this.#doubt();
    });
  }

  // pg's `query` has many overloads.
  override query(...given: unknown[]): never {
    const answer: unknown = super.query(...(given as [never]));
    if (answer instanceof Promise) {
      answer.catch(({ message }: Error) => {
        if (message !== SILENT) return;
        // What is asked next would wait behind what was not answered.
        (this as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
        if (this.#primary) this.#doubt();
      });
    }
    return answer as never;
  }

  #doubt(): void {
    this.#primary?.forget();
    this.emit(DOUBTED);
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(() => callback(null as unknown as Error), callback);
    return undefined;
  }

  async #connect(): Promise<this> {
    const primary = this.#primary;
    if (primary) Object.assign(this, await primary.find());
    try {
      await super.connect();
      return this;
    } catch (error) {
      primary?.forget();
      throw error;
    }
  }
}

/**
 * Replaces all connections of the pool once a server is no longer the primary: it refuses a write as read-only, or is
 * silent where there is another one.
 */
export function replaceWhenDoubted(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  const busy = new Set<pg.PoolClient>();
  const doubted = new WeakSet<pg.PoolClient>();
  let replacedAt = Number.NEGATIVE_INFINITY;
  const replaceAll = () => {
    if (performance.now() - replacedAt < REPLACEMENT_PAUSE_MS) return;
    replacedAt = performance.now();
    for (const client of busy) doubted.add(client);
    // The pool removes an idle client that reports an error.
    for (const client of idle) client.emit('error', new Error('the database accepts no writes, or is silent'));
  };
  pool.on('connect', (client) => (client as EventEmitter).on(DOUBTED, replaceAll));
  pool.on('acquire', (client) => {
    idle.delete(client);
    busy.add(client);
  });
  pool.on('release', (_, client) => {
    busy.delete(client);
    if (doubted.has(client)) (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
    else idle.add(client);
  });
  pool.on('remove', (client) => {
    idle.delete(client);
    busy.delete(client);
  });
}
