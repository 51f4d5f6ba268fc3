import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { clientNetwork } from './client-address.ts';
import { AppError } from './errors.ts';

export interface Limit {
  /** Attempts are counted per name and client. */
  name: string;
  max: number;
  windowMs: number;
  /** The client's key; its address (IPv6: /64 network) by default. */
  by?: (request: FastifyRequest) => string;
}

/** Stores the counters of `app.createRateLimit` in the database, shared by all processes. */
export async function registerRateLimits(app: FastifyInstance, db: Database): Promise<void> {
  await app.register(rateLimit, { global: false, store: storeIn(db) });
}

/** A hook that answers 429 with Retry-After above `limit`. */
export function limited(
  app: FastifyInstance,
  { name, max, windowMs, by }: Limit,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const count = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}:${by ? by(request) : clientNetwork(request.ip)}`,
  });
  return async (request, reply) => {
    if (!app.deps.config.rateLimits) return;
    const result = await count(request);
    if (result.isAllowed || !result.isExceeded) return;
    request.log.warn({ limit: name, address: request.ip }, 'too many requests');
    reply.header('retry-after', Math.max(1, result.ttlInSeconds));
    throw new AppError('TOO_MANY_REQUESTS');
  };
}

function storeIn(db: Database) {
  return class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void, ms: number) {
      countAttempt(db, key, ms).then(
        (result) => callback(null, result),
        (error) => callback(error),
      );
    }

    child() {
      return this;
    }
  };
}

/**
 * Counts an attempt under `key`, in a window that starts with the first one. Returns the count and the milliseconds
 * left. One atomic statement.
 */
export async function countAttempt(
  db: Database,
  key: string,
  windowMs: number,
): Promise<{ current: number; ttl: number }> {
  const { rows } = await sql<{ attempts: number; ttl: number }>`
    insert into rate_limits (key, attempts, resets_at)
    values (${key}, 1, now() + ${windowMs} * interval '1 millisecond')
    on conflict (key) do update set
      attempts = case when rate_limits.resets_at <= now() then 1 else rate_limits.attempts + 1 end,
      resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
    returning attempts, (extract(epoch from resets_at - now()) * 1000)::integer as ttl`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the attempt was not counted');
  // Nobody waits for this; what one leaves, the next deletes.
  if (row.attempts === 1) deleteOld(db).catch(() => undefined);
  return { current: row.attempts, ttl: row.ttl };
}

async function deleteOld(db: Database): Promise<void> {
  await sql`delete from rate_limits where resets_at < now() - interval '1 hour'`.execute(db);
}
