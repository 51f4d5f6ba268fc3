import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { FailoverClient } from '../database/failover-client.ts';

const CHANNEL = 'passeio_content';
const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const HEARTBEAT_MS = 3_000;
// Throttles notifications to other processes under load; the first is sent at once.
const MESSAGE_PAUSE_MS = 20;
// PostgreSQL limits a notification to 8,000 bytes.
const MAX_CHANGES_PER_MESSAGE = 100;

/**
 * What changed: `trip:{id}` a trip's data or pictures, `places:{id}` only its number of places taken, `operator` the
 * operator's data, `reservations` data that only staff sees (people, payments, boarding).
 */
export type Change = 'everything' | 'operator' | 'reservations' | `trip:${string}` | `places:${string}`;

/** Notifies of changes in the database by any process. */
export interface ChangeNotifier {
  /** False while notifications of other processes cannot be received: caches must not be trusted then. */
  readonly isListening: boolean;
  /** Calls `listener` at every change, and with `everything` whenever changes may have been missed. */
  onChange(listener: (change: Change) => void): void;
  /** To be called after the commit and before the response: notifies this process synchronously, others soon. */
  announce(change: Change): void;
  stop(): Promise<void>;
}

interface Options {
  connectionString: string;
  onError: (error: Error) => void;
  /** Interval of the connection check, and its time-out. */
  heartbeatMs?: number;
}

/** Receives changes through LISTEN on a connection of its own, which is reopened when lost. */
export function createChangeNotifier({
  connectionString,
  onError,
  heartbeatMs = HEARTBEAT_MS,
}: Options): ChangeNotifier {
  // Identifies our own notifications, which have been handled already.
  const self = randomUUID();
  const listeners: ((change: Change) => void)[] = [];
  const stopping = new AbortController();
  const pending = new Set<Change>();
  let client: pg.Client | undefined;
  let isSending = false;
  let onEcho = () => {};

  const notifyListeners = (change: Change) => {
    for (const listener of listeners) listener(change);
  };

  function onNotification(payload: string): void {
    const [sender, ...changes] = payload.split(' ');
    if (sender === self) onEcho();
    else for (const change of changes.length > 0 ? changes : ['everything']) notifyListeners(parseChange(change));
  }

  async function listen(): Promise<void> {
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
    connection.on('notification', ({ payload = '' }) => onNotification(payload));
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      client = connection;
      notifyListeners('everything');
      notifyOthers('everything');
      await Promise.race([lost.promise, aborted(stopping.signal), sendHeartbeats(connection)]);
    } finally {
      client = undefined;
      notifyListeners('everything');
      // A dead connection may not answer `end` either.
      await Promise.race([connection.end().catch(() => {}), wait(heartbeatMs, undefined, { ref: false })]);
    }
  }

  // A half-open connection reports nothing, so a notification to ourselves must come back. Throws when it does not.
  async function sendHeartbeats(connection: pg.Client): Promise<void> {
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

  async function listenForever(): Promise<void> {
    let pause = FIRST_RETRY_MS;
    while (!stopping.signal.aborted) {
      const since = Date.now();
      await listen().catch((error) => stopping.signal.aborted || onError(error));
      pause = Date.now() - since > MAX_RETRY_MS ? FIRST_RETRY_MS : Math.min(pause * 2, MAX_RETRY_MS);
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  // One message at a time; changes meanwhile are sent with the next.
  async function notifyOthers(change: Change): Promise<void> {
    pending.add(change);
    if (isSending) return;
    isSending = true;
    while (client && pending.size > 0) {
      const changes = pending.size > MAX_CHANGES_PER_MESSAGE ? ['everything'] : [...pending];
      pending.clear();
      await client.query('select pg_notify($1, $2)', [CHANNEL, [self, ...changes].join(' ')]).catch(onError);
      await wait(MESSAGE_PAUSE_MS);
    }
    // Without a connection nothing needs to be sent: reconnecting sends `everything`.
    pending.clear();
    isSending = false;
  }

  const listening = listenForever();
  return {
    get isListening() {
      return client !== undefined;
    },
    onChange: (listener) => void listeners.push(listener),
    announce(change) {
      notifyListeners(change);
      notifyOthers(change);
    },
    async stop() {
      stopping.abort();
      await listening;
    },
  };
}

// Other versions may send changes that this one does not know.
function parseChange(text: string): Change {
  return /^(operator|reservations|(trip|places):[\w-]+)$/.test(text) ? (text as Change) : 'everything';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a successful write changes; `everything` by default. */
    changes?: 'nothing' | Change | ((request: FastifyRequest) => Change | Promise<Change>);
  }
}

/** Announces every successful write before its response is sent. */
export function announceWrites(app: FastifyInstance, notifier: ChangeNotifier): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode >= 300) return;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const { changes = isReading ? 'nothing' : 'everything' } = request.routeOptions.config;
    const change = typeof changes === 'function' ? await awaitChange(changes(request)) : changes;
    if (change !== 'nothing') notifier.announce(change);
  });
}

async function awaitChange(change: Change | Promise<Change>): Promise<Change> {
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
