import type pg from 'pg';
import { StartError } from '../process/start-error.ts';
import { createClient } from './connect.ts';

// Alternates two clients so that, whichever server connection a pooler picks next, they would share one, or one client
// would use two.
const TURNS = [0, 0, 1, 0, 1, 1, 0];

/**
 * Throws a StartError if the database is unreachable or behind a pooler in transaction or statement mode (PgBouncer):
 * prepared statements, advisory locks and LISTEN need a session.
 */
export async function requireSessionMode(connectionString: string): Promise<void> {
  const clients = [openClient(connectionString), openClient(connectionString)] as const;
  try {
    for (const client of clients) await reach(client);
    const sessions = [new Set<number>(), new Set<number>()] as const;
    for (const turn of TURNS) sessions[turn as 0 | 1].add(await backendPid(clients[turn as 0 | 1]));
    const [first, second] = sessions;
    if (first.size === 1 && second.size === 1 && first.isDisjointFrom(second)) return;
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()));
  }
  throw new StartError(
    'DATABASE_URL leads to a pooler in transaction or statement mode, where statements of one connection run on several ' +
      'of the database. Set it to session mode (PgBouncer: pool_mode = session), or name the database itself.',
  );
}

// Reads files that the connection string names.
function openClient(connectionString: string): pg.Client {
  try {
    return createClient(connectionString);
  } catch (error) {
    throw new StartError(`DATABASE_URL cannot be used: ${(error as Error).message}`);
  }
}

async function reach(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database of DATABASE_URL cannot be reached: ${reasonOf(error as NodeJS.ErrnoException)}`);
  }
}

// A managed database often has a certificate of its provider's own authority.
const UNKNOWN_AUTHORITY = /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)/;

function reasonOf({ code = '', message }: NodeJS.ErrnoException): string {
  if (!UNKNOWN_AUTHORITY.test(code)) return message;
  return `the authority of its certificate is not known (${code}). Name the file with that authority's certificate: sslmode=verify-full&sslrootcert=/path/ca.pem.`;
}

async function backendPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
