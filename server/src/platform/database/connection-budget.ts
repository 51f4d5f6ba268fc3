import type pg from 'pg';

// Less than pg's pool waits for a connection, so that its time-out never meets one that has not begun.
const WAIT_MS = 3_500;
const OWN_WAIT_MS = 250;
// pg's own words, by which a time-out is answered as 503.
const TIMED_OUT = 'timeout exceeded when trying to connect';

interface Waiter {
  owner: Share;
  since: number;
  begin(): void;
}

/**
 * The connections that a process may have to the databases of all its operators. A place that is free goes to the
 * operator with the fewest; while somebody waits, operators with more give theirs back as they use them.
 */
export class ConnectionBudget {
  readonly #max: number;
  readonly #shares = new Set<Share>();
  #waiting: Waiter[] = [];
  #used = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Open connections. */
  get used(): number {
    return this.#used;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** The share of an operator; it ends when all its connections have. */
  share(): Share {
    const share = new Share({
      take: (owner) => this.#take(owner),
      giveBack: () => this.#giveBack(),
      mustYield: (owner) => this.#waiting.some((waiter) => isBefore(waiter, owner)),
    });
    this.#shares.add(share);
    return share;
  }

  /** Forgets a share whose connections are closed. */
  end(share: Share): void {
    this.#shares.delete(share);
  }

  async #take(owner: Share): Promise<void> {
    if (this.#used < this.#max) {
      this.#used += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter = { owner, begin: resolve, since: performance.now() };
    this.#waiting.push(waiter);
    const timeout = setTimeout(() => {
      this.#waiting = this.#waiting.filter((one) => one !== waiter);
      reject(new Error(TIMED_OUT));
    }, WAIT_MS);
    this.#closeIdle();
    // Others become idle meanwhile, also of the same operator.
    const looking = setInterval(() => this.#closeIdle(), OWN_WAIT_MS);
    await promise.finally(() => {
      clearTimeout(timeout);
      clearInterval(looking);
    });
  }

  #giveBack(): void {
    const fewest = Math.min(...this.#waiting.map(({ owner }) => owner.used));
    const next = this.#waiting.find(({ owner }) => owner.used === fewest);
    if (!next) {
      this.#used -= 1;
      return;
    }
    this.#waiting = this.#waiting.filter((one) => one !== next);
    next.begin();
  }

  // That of the operator that has used none for longest: those in use are not taken from each other.
  #closeIdle(): void {
    const idle = [...this.#shares].filter(({ hasIdle }) => hasIdle);
    idle.toSorted((one, other) => one.releasedAt - other.releasedAt)[0]?.closeIdle();
  }
}

// A request of the same operator waits for the very connection that it asked for: another that is free is no use to it.
function isBefore({ owner, since }: Waiter, other: Share): boolean {
  return owner === other ? performance.now() - since > OWN_WAIT_MS : owner.used + 1 < other.used;
}

interface ShareParts {
  take(owner: Share): Promise<void>;
  giveBack(): void;
  mustYield(owner: Share): boolean;
}

/** What one operator has of a {@link ConnectionBudget}. */
export class Share {
  readonly #parts: ShareParts;
  readonly #pools: pg.Pool[] = [];
  /** When a connection was last released. */
  releasedAt = 0;
  #used = 0;

  constructor(parts: ShareParts) {
    this.#parts = parts;
  }

  get used(): number {
    return this.#used;
  }

  get hasIdle(): boolean {
    return this.#pools.some(({ idleCount }) => idleCount > 0);
  }

  /** Waits for a place; returns how to give it back, once. Throws when it has waited too long. */
  async take(): Promise<() => void> {
    await this.#parts.take(this);
    this.#used += 1;
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      this.#used -= 1;
      this.#parts.giveBack();
    };
  }

  /** The connections of this pool, made by {@link clientWithin}, count to the share. */
  add(pool: pg.Pool): void {
    this.#pools.push(pool);
    pool.on('release', (_, client) => {
      this.releasedAt = performance.now();
      // The pool drops a client that is ending.
      if (this.#parts.mustYield(this)) (client as pg.PoolClient & pg.Client).end().catch(() => undefined);
    });
  }

  /** Closes a connection that does nothing. */
  closeIdle(): void {
    const pool = this.#pools.find(({ idleCount }) => idleCount > 0);
    const { releasedAt } = this;
    pool?.connect().then(
      (client) => {
        client.release(true);
        this.releasedAt = releasedAt;
      },
      () => undefined,
    );
  }
}

/** A client that connects once its share has a place, which it gives back at its end. */
export function clientWithin(share: Share, Client: typeof pg.Client): typeof pg.Client {
  return class extends Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => callback(null as unknown as Error), callback);
      return undefined;
    }

    async #connect(): Promise<this> {
      const giveBack = await share.take();
      this.once('end', giveBack);
      try {
        await super.connect();
        return this;
      } catch (error) {
        giveBack();
        throw error;
      }
    }
  };
}
