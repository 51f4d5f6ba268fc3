import type pg from 'pg';
import type { Logger } from 'pino';
import { type ChangeNotifier, createChangeNotifier } from '../platform/changes/change-notifier.ts';
import { createDatabase, createPool, type Database } from '../platform/database/connect.ts';
import type { Cluster } from './cluster.ts';
import { type OperatorRow, readOperators } from './directory.queries.ts';

const CONNECTIONS = 3;
const RETRY_MS = 1_000;

/** What a server knows of the operators: read at the start, and again whenever the directory says that it changed. */
export class Directory {
  readonly pool: pg.Pool;
  /** The same, for the tables that it has in common with operators' databases. */
  readonly db: Database;
  readonly #changes: ChangeNotifier;
  readonly #logger: Logger;
  readonly #listeners: (() => void)[] = [];
  #bySlug = new Map<string, OperatorRow>();
  #byDomain = new Map<string, OperatorRow>();
  #reading: Promise<void> | undefined;
  #isOutdated = false;
  #isClosed = false;

  constructor({ directoryUrl }: Cluster, logger: Logger) {
    const onError = ({ message }: Error) =>
      this.#isClosed || logger.warn({ reason: message }, 'a connection to the directory of operators broke');
    this.#logger = logger;
    this.pool = createPool({ connectionString: directoryUrl, max: CONNECTIONS, onError });
    this.db = createDatabase(this.pool);
    this.#changes = createChangeNotifier({ connectionString: directoryUrl, onError });
    this.#changes.onChange(() => void this.read());
  }

  /** Whether changes are heard of. */
  get isListening(): boolean {
    return this.#changes.isListening;
  }

  get all(): Iterable<OperatorRow> {
    return this.#bySlug.values();
  }

  /** The operator of a domain in small letters. */
  ofDomain(domain: string): OperatorRow | undefined {
    return this.#byDomain.get(domain);
  }

  get(slug: string): OperatorRow | undefined {
    return this.#bySlug.get(slug);
  }

  /** Calls `listener` whenever the directory was read again. */
  onRead(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the directory; changes meanwhile are read once more. Never throws: it is tried again. */
  async read(): Promise<void> {
    this.#isOutdated = true;
    this.#reading ??= this.#readWhileOutdated().finally(() => (this.#reading = undefined));
    await this.#reading;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changes.stop();
    await this.db.destroy();
  }

  async #readWhileOutdated(): Promise<void> {
    while (this.#isOutdated && !this.#isClosed) {
      this.#isOutdated = false;
      try {
        this.#keep(await readOperators(this.pool));
      } catch (error) {
        if (this.#isClosed) return;
        this.#logger.warn({ reason: (error as Error).message }, 'the directory of operators cannot be read');
        setTimeout(() => void this.read(), RETRY_MS).unref();
      }
    }
  }

  #keep(rows: OperatorRow[]): void {
    const open = rows.filter(({ state }) => state !== 'closed');
    this.#bySlug = new Map(open.map((row) => [row.slug, row]));
    this.#byDomain = new Map(open.flatMap((row) => row.domains.map((domain) => [domain, row])));
    for (const listener of this.#listeners) listener();
  }
}
