import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from './errors.ts';

/**
 * /healthz: the process is alive. /readyz: it can serve, which needs the database and change notifications, and it is
 * not draining.
 */
export function healthRoutes(app: FastifyInstance): void {
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (request) => {
    if (app.drain.isAnnounced) throw new AppError('UNAVAILABLE');
    try {
      if (!app.deps.changes.isListening) throw new Error('changes by other processes are not heard of');
      await sql`select 1`.execute(app.deps.db);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new AppError('UNAVAILABLE');
    }
    return { status: 'ok' };
  });
}
