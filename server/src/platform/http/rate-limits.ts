import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { sql } from 'kysely';
import { createBatcher } from '../concurrency/batcher.ts';
import { compileOnce } from '../database/compile-once.ts';
import type { Database, DatabaseTransaction } from '../database/connect.ts';
import { callerOf } from './access.ts';
import { clientNetwork } from './client-address.ts';
import { AppError } from './errors.ts';

export interface Limit {
  /** Attempts are counted per name and client. */
  name: string;
  max: number;
  windowMs: number;
  /** The client's key; its address (IPv6: /64 network) by default. */
  by?: (request: FastifyRequest) => string;
  /** Whether a request is counted; every one by default. */
  when?: (request: FastifyRequest) => boolean;
  /** Runs for a request that is counted and within the limit. */
  onAllowed?: (request: FastifyRequest) => Promise<void>;
}

/** Limits the person who calls. */
export function perPerson(name: string, max: number, windowMs: number): Limit {
  return { name, max, windowMs, by: (request) => callerOf(request).id };
}

/** Stores the counters of `app.createRateLimit` in the database, shared by all processes. */
export async function registerRateLimits(app: FastifyInstance, db: Database): Promise<void> {
  await app.register(rateLimit, { global: false, store: storeIn(db) });
}

/** A hook that answers 429 with Retry-After above `limit`. */
export function limited(
  app: FastifyInstance,
  { name, max, windowMs, by, when, onAllowed }: Limit,
): onRequestAsyncHookHandler & preHandlerAsyncHookHandler {
  const count = app.createRateLimit({
    max,
    timeWindow: windowMs,
    keyGenerator: (request) => `${name}:${by ? by(request) : clientNetwork(request.ip)}`,
  });
  return async (request, reply) => {
    if (when && !when(request)) return;
    const result = app.deps.config.rateLimits ? await count(request) : undefined;
    if (!result || result.isAllowed || !result.isExceeded) return onAllowed?.(request);
    request.log.warn({ limit: name, address: request.ip }, 'too many requests');
    reply.header('retry-after', Math.max(1, result.ttlInSeconds));
    throw new AppError('TOO_MANY_REQUESTS');
  };
}

function storeIn(db: Database) {
  const count = attemptCounter(db);
  return class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void, ms: number) {
      count({ key, windowMs: ms }).then(
        (result) => callback(null, result),
        (error) => callback(error),
      );
    }

    child() {
      return this;
    }
  };
}

interface Attempt {
  key: string;
  windowMs: number;
}

interface Count {
  /** Attempts under this key in its window, this one included. */
  current: number;
  /** Milliseconds until the window ends. */
  ttl: number;
}

/** Pause between clean-ups of old counts: deleting reads them all. */
const CLEAN_UP_MS = 60_000;

/**
 * Counts attempts under keys, each in a window that starts with its first one. Concurrent ones share a statement, which
 * is atomic.
 */
export function attemptCounter(db: Database): (attempt: Attempt) => Promise<Count> {
  let cleanedUpAt = Number.NEGATIVE_INFINITY;
  return createBatcher(async (attempts) => {
    const byKey = Map.groupBy(attempts, ({ key }) => key);
    const counts = await countAttempts(db, byKey);
    // Nobody waits for this; what one leaves, the next deletes.
    if (performance.now() - cleanedUpAt >= CLEAN_UP_MS) {
      cleanedUpAt = performance.now();
      deleteOld(db).catch(() => undefined);
    }
    return attempts.map(({ key }) => {
      const count = counts.get(key);
      if (!count) return new Error('the attempt was not counted');
      count.current += 1;
      return { ...count };
    });
  });
}

/**
 * Counts an attempt if the transaction commits, and returns the count. The transaction holds the key until then: not
 * for keys that others count outside of one.
 */
export async function countAttempt(trx: DatabaseTransaction, attempt: Attempt): Promise<number> {
  const counts = await countAttempts(trx, new Map([[attempt.key, [attempt]]]));
  return (counts.get(attempt.key)?.current ?? 0) + 1;
}

// What was counted before these attempts.
async function countAttempts(db: Database, byKey: Map<string, Attempt[]>): Promise<Map<string, Count>> {
  const rows = await upsertCounts(db, {
    keys: [...byKey.keys()],
    numbers: [...byKey.values()].map((attempts) => attempts.length),
    windows: [...byKey.values()].map(([attempt]) => attempt?.windowMs ?? 0),
  });
  return new Map(
    rows.map(({ key, attempts, ttl }) => [key, { current: attempts - (byKey.get(key)?.length ?? 0), ttl }]),
  );
}

// Keys are locked in their order, so that processes cannot wait for each other.
const upsertCounts = compileOnce<
  { keys: string[]; numbers: number[]; windows: number[] },
  { key: string; attempts: number; ttl: number }
>(
  ['keys', 'numbers', 'windows'],
  (_db, { keys, numbers, windows }) => sql`
    insert into rate_limits (key, attempts, resets_at)
    select key, number, now() + window_ms * interval '1 millisecond'
    from unnest(${keys}::text[], ${numbers}::integer[], ${windows}::float8[]) as asked (key, number, window_ms)
    order by key
    on conflict (key) do update set
      attempts = excluded.attempts + case when rate_limits.resets_at <= now() then 0 else rate_limits.attempts end,
      resets_at = case when rate_limits.resets_at <= now() then excluded.resets_at else rate_limits.resets_at end
    returning key, attempts, (extract(epoch from resets_at - now()) * 1000)::integer as ttl`,
);

// Locked rows are left to the next time, because rows are not locked in their order here.
async function deleteOld(db: Database): Promise<void> {
  await sql`
    delete from rate_limits where key in (
      select key from rate_limits where resets_at < now() - interval '1 hour' for update skip locked
    )`.execute(db);
}
