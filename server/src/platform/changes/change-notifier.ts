import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
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
 * operator's data, `connections` accounts at providers, `reservations` data that only staff sees (people, payments, boarding).
 */
export type Change = 'everything' | 'operator' | 'connections' | 'reservations' | `trip:${string}` | `places:${string}`;

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
export function createChangeNotifier(options: Options): ChangeNotifier {
  const notifier = new PostgresChangeNotifier(options);
  notifier.start();
  return notifier;
}

class PostgresChangeNotifier implements ChangeNotifier {
  // Identifies our own notifications, which have been handled already.
  readonly #self = randomUUID();
  readonly #listeners: ((change: Change) => void)[] = [];
  readonly #stopping = new AbortController();
  readonly #pending = new Set<Change>();
  readonly #connectionString: string;
  readonly #onError: (error: Error) => void;
  readonly #heartbeatMs: number;
  #client: pg.Client | undefined;
  #isSending = false;
  #onEcho = () => {};
  #listening = Promise.resolve();

  constructor({ connectionString, onError, heartbeatMs = HEARTBEAT_MS }: Options) {
    this.#connectionString = connectionString;
    this.#onError = onError;
    this.#heartbeatMs = heartbeatMs;
  }

  get isListening(): boolean {
    return this.#client !== undefined;
  }

  start(): void {
    this.#listening = this.#listenForever();
  }

  onChange(listener: (change: Change) => void): void {
    this.#listeners.push(listener);
  }

  announce(change: Change): void {
    this.#notifyListeners(change);
    this.#notifyOthers(change);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#listening;
  }

  #notifyListeners(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }

  #onNotification(payload: string): void {
    const [sender, ...changes] = payload.split(' ');
    if (sender === this.#self) this.#onEcho();
    else for (const change of changes.length > 0 ? changes : ['everything']) this.#notifyListeners(parseChange(change));
  }

  async #listenForever(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = FIRST_RETRY_MS;
    while (!signal.aborted) {
      const since = Date.now();
      await this.#listen().catch((error) => signal.aborted || this.#onError(error));
      pause = Date.now() - since > MAX_RETRY_MS ? FIRST_RETRY_MS : Math.min(pause * 2, MAX_RETRY_MS);
      await wait(pause, undefined, { signal }).catch(() => {});
    }
  }

  async #listen(): Promise<void> {
    const connection = new FailoverClient({
      connectionString: this.#connectionString,
      keepAlive: true,
      connectionTimeoutMillis: this.#heartbeatMs,
      query_timeout: this.#heartbeatMs,
    });
    const lost = Promise.withResolvers<void>();
    connection.on('error', (error) => {
      this.#onError(error);
      lost.resolve();
    });
    connection.on('end', () => lost.resolve());
    connection.on('notification', ({ payload = '' }) => this.#onNotification(payload));
    try {
      await connection.connect();
      await connection.query(`listen ${CHANNEL}`);
      this.#client = connection;
      this.#notifyListeners('everything');
      this.#notifyOthers('everything');
      await Promise.race([lost.promise, aborted(this.#stopping.signal), this.#sendHeartbeats(connection)]);
    } finally {
      this.#client = undefined;
      this.#notifyListeners('everything');
      // A dead connection may not answer `end` either.
      await Promise.race([connection.end().catch(() => {}), wait(this.#heartbeatMs, undefined, { ref: false })]);
    }
  }

  // A half-open connection reports nothing, so a notification to ourselves must come back. Throws when it does not.
  async #sendHeartbeats(connection: pg.Client): Promise<void> {
    while (this.#client === connection) {
      await wait(this.#heartbeatMs, undefined, { signal: this.#stopping.signal, ref: false });
      const echo = new Promise<void>((resolve) => {
        this.#onEcho = resolve;
      });
      await connection.query('select pg_notify($1, $2)', [CHANNEL, this.#self]);
      const tooLate = wait(this.#heartbeatMs, 'too late', { ref: false });
      if ((await Promise.race([echo, tooLate])) === 'too late') throw new Error('notifications do not arrive');
    }
  }

  // One message at a time; changes meanwhile are sent with the next.
  async #notifyOthers(change: Change): Promise<void> {
    this.#pending.add(change);
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#client && this.#pending.size > 0) {
      const changes = this.#pending.size > MAX_CHANGES_PER_MESSAGE ? ['everything'] : [...this.#pending];
      this.#pending.clear();
      const message = [this.#self, ...changes].join(' ');
      await this.#client.query('select pg_notify($1, $2)', [CHANNEL, message]).catch(this.#onError);
      await wait(MESSAGE_PAUSE_MS);
    }
    // Without a connection nothing needs to be sent: reconnecting sends `everything`.
    this.#pending.clear();
    this.#isSending = false;
  }
}

// Other versions may send changes that this one does not know.
function parseChange(text: string): Change {
  return /^(operator|connections|reservations|(trip|places):[\w-]+)$/.test(text) ? (text as Change) : 'everything';
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
