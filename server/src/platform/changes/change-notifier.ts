import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { FailoverClient } from '../database/failover-client.ts';

const CHANNEL = 'passeio_content';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const HEARTBEAT_MS = 3_000;
// Between two messages to the others, so that a rush for places is not one of messages too. The first goes at once.
const MESSAGE_PAUSE_MS = 20;
// A notification holds 8,000 bytes.
const MOST_CHANGES_IN_MESSAGE = 100;

/**
 * What has changed: `trip:{id}` a trip's own data or pictures, `places:{id}` how many of its places are taken and
 * nothing else, `operator` the operator's data, `reservations` what only staff is shown (people, money, boarding).
 */
export type Change = 'everything' | 'operator' | 'reservations' | `trip:${string}` | `places:${string}`;

/** News of what has changed in the database, by this process or another. */
export interface ChangeNotifier {
  /** Whether changes by other processes would be heard of; while false, nothing cached may be trusted. */
  readonly isListening: boolean;
  /** `listener` is called at every change, and with `everything` whenever changes may have been missed. */
  onChange(listener: (change: Change) => void): void;
  /** To be called after a change is committed and before it is acknowledged: tells this process at once, others soon. */
  announce(change: Change): void;
  stop(): Promise<void>;
}

interface Options {
  connectionString: string;
  onError: (error: Error) => void;
  /** How often the connection is tried, and how long it may take to answer. */
  heartbeatMs?: number;
}

/** Follows the changes that any process makes, over a database connection of its own that is opened again when lost. */
export function createChangeNotifier({
  connectionString,
  onError,
  heartbeatMs = HEARTBEAT_MS,
}: Options): ChangeNotifier {
  // Marks what this process has announced, and has acted upon already.
  const self = randomUUID();
  const listeners: ((change: Change) => void)[] = [];
  const stopping = new AbortController();
  const untold = new Set<Change>();
  let client: pg.Client | undefined;
  let isTelling = false;
  let onEcho = () => {};

  const tellListeners = (change: Change) => {
    for (const listener of listeners) listener(change);
  };

  function hearMessage(payload: string): void {
    const [sender, ...changes] = payload.split(' ');
    if (sender === self) onEcho();
    else for (const change of changes.length > 0 ? changes : ['everything']) tellListeners(parseChange(change));
  }

  async function hear(): Promise<void> {
    const connection = new FailoverClient({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: heartbeatMs,
      query_timeout: heartbeatMs,
    });
    const lost = Promise.withResolvers<void>();
    connection.on('error', (error) => {
      onError(error);
      lost.resolve();
    });
    connection.on('end', () => lost.resolve());
    connection.on('notification', ({ payload = '' }) => hearMessage(payload));
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      client = connection;
      tellListeners('everything');
      tellOthers('everything');
      await Promise.race([lost.promise, aborted(stopping.signal), keepBeating(connection)]);
    } finally {
      client = undefined;
      tellListeners('everything');
      // Who is no longer heard may not answer a farewell either.
      await Promise.race([connection.end().catch(() => {}), wait(heartbeatMs, undefined, { ref: false })]);
    }
  }

  // A connection that is open at this end only tells nothing by itself: a message to ourselves must come back. Throws
  // when it does not.
  async function keepBeating(connection: pg.Client): Promise<void> {
    while (client === connection) {
      await wait(heartbeatMs, undefined, { signal: stopping.signal, ref: false });
      const echo = new Promise<void>((resolve) => {
        onEcho = resolve;
      });
      await connection.query('select pg_notify($1, $2)', [CHANNEL, self]);
      const tooLate = wait(heartbeatMs, 'too late', { ref: false });
      if ((await Promise.race([echo, tooLate])) === 'too late') throw new Error('notifications do not arrive');
    }
  }

  async function keepHearing(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      await hear().catch((error) => stopping.signal.aborted || onError(error));
      pause = Date.now() - since > LONGEST_RETRY_MS ? FIRST_RETRY_MS : Math.min(pause * 2, LONGEST_RETRY_MS);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // One message at a time: what changes while it is under way is told by one more after it.
  async function tellOthers(change: Change): Promise<void> {
    untold.add(change);
    if (isTelling) return;
    isTelling = true;
    while (client && untold.size > 0) {
      const changes = untold.size > MOST_CHANGES_IN_MESSAGE ? ['everything'] : [...untold];
      untold.clear();
      await client.query('select pg_notify($1, $2)', [CHANNEL, [self, ...changes].join(' ')]).catch(onError);
      await wait(MESSAGE_PAUSE_MS);
    }
    // Without a connection nothing needs to be told: whoever is connected again tells everything.
    untold.clear();
    isTelling = false;
  }

  const hearing = keepHearing();
  return {
    get isListening() {
      return client !== undefined;
    },
    onChange: (listener) => void listeners.push(listener),
    announce(change) {
      tellListeners(change);
      tellOthers(change);
    },
    async stop() {
      stopping.abort();
      await hearing;
    },
  };
}

// A process of another version may tell of what this one does not know.
function parseChange(text: string): Change {
  return /^(operator|reservations|(trip|places):[\w-]+)$/.test(text) ? (text as Change) : 'everything';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a successful write changes; everything, where it is not stated. */
    changes?: 'nothing' | Change | ((request: FastifyRequest) => Change | Promise<Change>);
  }
}

/** Announces every successful write of these routes before it is acknowledged: none can be forgotten. */
export function announceWrites(app: FastifyInstance, notifier: ChangeNotifier): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300) return;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const { changes = isReading ? 'nothing' : 'everything' } = request.routeOptions.config;
    const change = typeof changes === 'function' ? await orEverything(changes(request)) : changes;
    if (change !== 'nothing') notifier.announce(change);
  });
}

async function orEverything(change: Change | Promise<Change>): Promise<Change> {
  try {
    return await change;
  } catch {
    return 'everything';
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
