import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { FailoverClient } from './failover-client.ts';
import { PreparingClient } from './preparing-client.ts';
import type { Schema } from './schema.ts';

/**
 * The database, outside or inside a transaction: what every query function takes first. Transactions are begun by
 * `inTransaction` alone, which retries them.
 */
export type Database = Omit<Kysely<Schema>, 'transaction' | 'startTransaction'>;
export type DatabaseTransaction = Transaction<Schema>;

// The longest that a request waits for a free connection, and for one statement, before it is answered 503.
const CONNECTION_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 4_000;
// The longest that it waits for somebody else's lock, holding a connection, before it is answered 503.
const LOCK_TIMEOUT_MS = 2_000;

// Calendar dates stay text: a Date would move them by a day west of Greenwich.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

// Disks without a moving head read here and there about as fast as in a row; PostgreSQL takes four times as long for
// granted, and would read a whole table of some thousand rows rather than go by an index.
const PLANNING = 'set random_page_cost = 1.1';
const NO_TIMEOUTS = 'set statement_timeout = 0; set lock_timeout = 0';
const TIMEOUTS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set lock_timeout = ${LOCK_TIMEOUT_MS}`;

export interface PoolOptions {
  connectionString: string;
  max: number;
  /** Whether statements and waits for locks end after some seconds; they do where nothing is said. */
  hasTimeouts?: boolean;
  onError: (error: Error) => void;
}

/** A single connection, to be connected and ended by the caller. */
export function createClient(connectionString: string): pg.Client {
  const connectionTimeoutMillis = CONNECTION_TIMEOUT_MS;
  const client = new FailoverClient({ connectionString, keepAlive: true, connectionTimeoutMillis });
  // What breaks is told by the next statement; without a listener it would end the process.
  client.on('error', () => undefined);
  return client;
}

/** A pool whose idle connections may break without taking the process with them. */
export function createPool({ connectionString, max, hasTimeouts = true, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max,
    types,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    ...(hasTimeouts ? { query_timeout: STATEMENT_TIMEOUT_MS + 500 } : {}),
    // Not as startup parameters: PgBouncer refuses those.
    onConnect: async (client) => {
      await client.query(`${PLANNING}; ${hasTimeouts ? TIMEOUTS : NO_TIMEOUTS}`);
    },
  });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction tells nobody else.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

export function createDatabase(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
