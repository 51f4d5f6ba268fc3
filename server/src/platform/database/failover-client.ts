import pg from 'pg';

// Hosts are asked at the same time; one that does not answer is a host that is down.
const ANSWER_TIMEOUT_MS = 2_000;
const READ_ONLY = '25006';

interface Host {
  host: string;
  port: number;
}

/**
 * The addresses in a connection string that names several hosts, as in "postgresql://user@one:5432,two:5432/db": one for
 * each, and the string itself where it names one. `target_session_attrs` is left out: we always write.
 */
export function addressesOf(connectionString: string): string[] {
  const [, start, hosts = '', rest = ''] = /^(\w+:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/s.exec(connectionString) ?? [];
  if (!hosts.includes(',')) return [connectionString];
  const withoutTarget = rest.replace(/([?&])target_session_attrs=[\w-]*(&|$)/, (_, before, after) => after && before);
  return hosts.split(',').map((host) => `${start}${host}${withoutTarget}`);
}

/** The one of several hosts that takes writes; whoever loses a connection to it says so with `forget`. */
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

// Connections to the same hosts share what they know of them.
const primaries = new Map<string, Primary>();

function primaryOf(connectionString: string): Primary | undefined {
  const addresses = addressesOf(connectionString);
  if (addresses.length === 1) return undefined;
  const primary = primaries.get(connectionString) ?? new Primary(addresses);
  primaries.set(connectionString, primary);
  return primary;
}

// As libpq tells with target_session_attrs=read-write.
async function writableHost(connectionString: string): Promise<Host> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_TIMEOUT_MS });
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
 * A connection to the host that takes writes, where the connection string names several; after it is lost the next
 * one looks for it anew. `connect` rejects with SQLSTATE 25006, or why a host cannot be reached, where none does.
 */
export class FailoverClient extends pg.Client {
  readonly #primary: Primary | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString } = config;
    super(connectionString ? { ...config, connectionString: addressesOf(connectionString)[0] as string } : config);
    this.#primary = connectionString ? primaryOf(connectionString) : undefined;
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
    if (primary) {
      this.on('error', () => primary.forget());
      Object.assign(this, await primary.find());
    }
    try {
      await super.connect();
      return this;
    } catch (error) {
      primary?.forget();
      throw error;
    }
  }
}
