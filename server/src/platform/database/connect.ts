import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { isTracing } from '../tracing/tracing.ts';
import { clientWithin, type Share } from './connection-budget.ts';
import { FailoverClient, replaceWhenDoubted } from './failover-client.ts';
import { PreparingClient } from './preparing-client.ts';
import type { Schema } from './schema/schema.ts';
import { TracingClient, TracingPool } from './tracing-client.ts';

/**
 * A database or a transaction, the first parameter of every query function. Only `transaction.ts` begins transactions.
 */
export type Database = Omit<Kysely<Schema>, 'transaction' | 'startTransaction'>;
export type DatabaseTransaction = Transaction<Schema>;

// Time-outs of waiting for a connection, and of a statement; answered 503.
const CONNECTION_TIMEOUT_MS = 4_000;
const STATEMENT_TIMEOUT_MS = 4_000;
// Time-out of a transaction that does nothing, as of a server that was stopped in the middle: the database rolls it
// back.
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 2_000;
// Time-out of waiting for a lock, while holding a connection; answered 503. Longer than a stopped server holds a lock.
const LOCK_TIMEOUT_MS = 3_000;

// Dates stay strings: a JavaScript Date would shift them by a day west of Greenwich.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const APPLICATION_NAME = 'passeio';
// For SSDs. With the default of 4, PostgreSQL prefers sequential scans on tables of a few thousand rows.
const PLANNING = 'set random_page_cost = 1.1';
const NO_TIMEOUTS = 'set statement_timeout = 0; set lock_timeout = 0';
const TIMEOUTS = `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set lock_timeout = ${LOCK_TIMEOUT_MS}`;
// The database gives up a client that is gone, also while it works for it or waits for it to read.
const LOST_CLIENTS = `set client_connection_check_interval = '1s'; set tcp_user_timeout = '10s';
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3`;

export interface PoolOptions {
  connectionString: string;
  max: number;
  /** So many stay open when idle: a new one reads the catalogue and plans every statement again. Default 0. */
  min?: number;
  /** Whether statements and locks time out; true by default. */
  hasTimeouts?: boolean;
  /** After how long a transaction that does nothing is rolled back. */
  idleInTransactionMs?: number;
  /** What its connections count to; nothing by default. */
  share?: Share | undefined;
  onError: (error: Error) => void;
}

/**
 * The modes of former days that pg takes for `verify-full`, named so: it warns of them at length, and will weaken them.
 * Who asks for the weaker ones of libpq by `uselibpqcompat` gets them.
 */
function verified(connectionString: string): string {
  if (/[?&]uselibpqcompat=true(?:&|$)/.test(connectionString)) return connectionString;
  return connectionString.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** A single connection; the caller connects and ends it. Its statements fail when it breaks. */
export function createClient(connectionString: string): pg.Client {
  const connectionTimeoutMillis = CONNECTION_TIMEOUT_MS;
  const client = new FailoverClient({
    connectionString: verified(connectionString),
    connectionTimeoutMillis,
    application_name: APPLICATION_NAME,
  });
  // Without a listener, a connection that breaks ends the process.
  client.on('error', () => undefined);
  return client;
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(connectionString);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection pool that survives broken idle connections. */
export function createPool({
  connectionString,
  max,
  min = 0,
  hasTimeouts = true,
  idleInTransactionMs = hasTimeouts ? IDLE_IN_TRANSACTION_TIMEOUT_MS : 0,
  share,
  onError,
}: PoolOptions): pg.Pool {
  const idle = `set idle_in_transaction_session_timeout = ${idleInTransactionMs}`;
  const [Pool, Client] = isTracing() ? [TracingPool, TracingClient] : [pg.Pool, PreparingClient];
  const pool = new Pool({
    Client: share ? clientWithin(share, Client) : Client,
    connectionString: verified(connectionString),
    application_name: APPLICATION_NAME,
    max,
    types,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    min,
    ...(hasTimeouts ? { query_timeout: STATEMENT_TIMEOUT_MS + 500 } : {}),
    // PgBouncer refuses these as startup parameters.
    onConnect: async (client) => {
      await client.query(`${PLANNING}; ${LOST_CLIENTS}; ${idle}; ${hasTimeouts ? TIMEOUTS : NO_TIMEOUTS}`);
    },
  });
  pool.on('error', onError);
  // A connection that breaks between two statements of a transaction reports only to its listener.
  pool.on('connect', (client) => client.on('error', onError));
  replaceWhenDoubted(pool);
  share?.add(pool);
  return pool;
}

export function createDatabase(pool: pg.Pool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
