import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';

const CHANNEL = 'passeio_content';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
// Between two messages to the others, so that a rush for places is not one of messages too. The first goes at once.
const MESSAGE_PAUSE_MS = 20;

/** News that what visitors see may have changed: trips, their places and pictures, the operator's data. */
export interface ContentChanges {
  /** Whether changes by other processes would be heard of; while false, nothing may be kept. */
  readonly isHearing: boolean;
  /** `listener` is called at every change, and whenever changes may have been missed. */
  onChange(listener: () => void): void;
  /** To be called after a change is committed and before it is acknowledged: tells this process at once, others soon. */
  announce(): void;
  stop(): Promise<void>;
}

interface Options {
  connectionString: string;
  onError: (error: Error) => void;
}

/** Follows the changes that any process makes, over a database connection of its own that is opened again when lost. */
export function followContentChanges({ connectionString, onError }: Options): ContentChanges {
  // Marks what this process has announced, and has acted upon already.
  const self = randomUUID();
  const listeners: (() => void)[] = [];
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let told: Promise<unknown> | undefined;
  let hasMore = false;

  const tellListeners = () => {
    for (const listener of listeners) listener();
  };

  async function hear(): Promise<void> {
    const connection = new pg.Client({ connectionString, keepAlive: true });
    const lost = new Promise<void>((resolve) => {
      connection.on('error', (error) => {
        onError(error);
        resolve();
      });
      connection.on('end', () => resolve());
    });
    connection.on('notification', ({ payload }) => payload !== self && tellListeners());
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      client = connection;
      tellListeners();
      announceToOthers();
      await Promise.race([lost, aborted(stopping.signal)]);
    } finally {
      client = undefined;
      tellListeners();
      await connection.end().catch(() => {});
    }
  }

  async function keepHearing(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      await hear().catch(onError);
      pause = Date.now() - since > LONGEST_RETRY_MS ? FIRST_RETRY_MS : Math.min(pause * 2, LONGEST_RETRY_MS);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // One message at a time: what changes while it is under way is told by one more after it.
  function announceToOthers(): void {
    if (!client) return;
    if (told) {
      hasMore = true;
      return;
    }
    told = client
      .query('select pg_notify($1, $2)', [CHANNEL, self])
      .catch(onError)
      .then(() => wait(MESSAGE_PAUSE_MS))
      .then(() => {
        told = undefined;
        if (!hasMore) return;
        hasMore = false;
        announceToOthers();
      });
  }

  const hearing = keepHearing();
  return {
    get isHearing() {
      return client !== undefined;
    },
    onChange: (listener) => void listeners.push(listener),
    announce() {
      tellListeners();
      announceToOthers();
    },
    async stop() {
      stopping.abort();
      await hearing;
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A POST that asks and changes nothing. */
    onlyAsks?: boolean;
  }
}

/** Announces every successful write of these routes before it is acknowledged: none can be forgotten. */
export function announceWrites(app: FastifyInstance, changes: ContentChanges): void {
  app.addHook('onSend', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.onlyAsks;
    if (!isReading && reply.statusCode < 300) changes.announce();
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
