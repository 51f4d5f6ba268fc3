import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';

const CHANNEL = 'passeio_content';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
// Between two messages to the others, so that a rush for places is not one of messages too. The first goes at once.
const MESSAGE_PAUSE_MS = 20;

/** What may have changed: how many places are taken and nothing else, or anything that visitors see. */
type ContentChange = 'places' | 'anything';

/** News that what visitors see may have changed: trips, their places and pictures, the operator's data. */
export interface ContentChanges {
  /** Whether changes by other processes would be heard of; while false, nothing may be kept. */
  readonly isHearing: boolean;
  /** `listener` is called at every change, and whenever changes may have been missed. */
  onChange(listener: (change: ContentChange) => void): void;
  /** To be called after a change is committed and before it is acknowledged: tells this process at once, others soon. */
  announce(change?: ContentChange): void;
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
  const listeners: ((change: ContentChange) => void)[] = [];
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let told: Promise<unknown> | undefined;
  let next: ContentChange | undefined;

  const tellListeners = (change: ContentChange) => {
    for (const listener of listeners) listener(change);
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
    connection.on('notification', ({ payload = '' }) => {
      const [sender, change] = payload.split(' ');
      if (sender !== self) tellListeners(change === 'places' ? change : 'anything');
    });
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      client = connection;
      tellListeners('anything');
      announceToOthers('anything');
      await Promise.race([lost, aborted(stopping.signal)]);
    } finally {
      client = undefined;
      tellListeners('anything');
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
  function announceToOthers(change: ContentChange): void {
    if (!client) return;
    if (told) {
      next = next === 'anything' ? next : change;
      return;
    }
    told = client
      .query('select pg_notify($1, $2)', [CHANNEL, `${self} ${change}`])
      .catch(onError)
      .then(() => wait(MESSAGE_PAUSE_MS))
      .then(() => {
        told = undefined;
        const waiting = next;
        next = undefined;
        if (waiting) announceToOthers(waiting);
      });
  }

  const hearing = keepHearing();
  return {
    get isHearing() {
      return client !== undefined;
    },
    onChange: (listener) => void listeners.push(listener),
    announce(change = 'anything') {
      tellListeners(change);
      announceToOthers(change);
    },
    async stop() {
      stopping.abort();
      await hearing;
    },
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a write changes of what visitors see: anything, where it is not stated. */
    changes?: ContentChange | 'nothing';
  }
}

/** Announces every successful write of these routes before it is acknowledged: none can be forgotten. */
export function announceWrites(app: FastifyInstance, changes: ContentChanges): void {
  app.addHook('onSend', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const { changes: change = isReading ? 'nothing' : 'anything' } = request.routeOptions.config;
    if (change !== 'nothing' && reply.statusCode < 300) changes.announce(change);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
