import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { AppError } from './errors.ts';

/** Probes of several proxies share a write. */
const WRITE_PAUSE_MS = 1_000;
/** Deadlines are by the database's clock; a page that counts down uses this server's. */
const MAX_CLOCK_OFFSET_MS = 5_000;

/**
 * /healthz: the process is alive. /readyz: it can serve, which needs a database that accepts writes and change
 * notifications, and it is not draining; `clockOffsetSeconds` where its clock differs from the database's.
 */
export function healthRoutes(app: FastifyInstance): void {
  const write = sharedWrite(app.deps.db);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (request) => {
    if (app.drain.isAnnounced) throw new AppError('UNAVAILABLE');
    try {
      if (!app.deps.changes.isListening) throw new Error('changes by other processes are not heard of');
      const offsetMs = await write();
      if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS) return { status: 'ok' };
      const clockOffsetSeconds = Math.round(offsetMs / 1_000);
      request.log.warn({ clockOffsetSeconds }, "the server's clock differs from the database's");
      return { status: 'ok', clockOffsetSeconds };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new AppError('UNAVAILABLE');
    }
  });
}

/** Writes to the database, at most once a second; answers by how many milliseconds this clock is ahead of its. */
function sharedWrite(db: Database): () => Promise<number> {
  let last: Promise<number> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (last && performance.now() - startedAt < WRITE_PAUSE_MS) return last;
    startedAt = performance.now();
    last = tryWrite(db);
    return last;
  };
}

async function tryWrite(db: Database): Promise<number> {
  const { at } = await db
    .insertInto('readiness')
    .values({ at: sql<Date>`clock_timestamp()` })
    .onConflict((existing) => existing.column('only_row').doUpdateSet({ at: sql<Date>`excluded.at` }))
    .returning('at')
    .executeTakeFirstOrThrow();
  return Date.now() - at.getTime();
}
