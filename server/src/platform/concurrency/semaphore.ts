import { AppError } from '../http/errors.ts';

export interface SemaphoreLimits {
  /** How many work at once. */
  atOnce: number;
  /** How many may wait for their turn. */
  queue: number;
  /** The longest that one of them waits, in milliseconds. */
  waitMs: number;
}

/**
 * Lets a few work at once, in the order in which they came. Whoever finds the queue full, or waits too long in it, gets
 * UNAVAILABLE (503 with Retry-After) instead of a turn.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #waiting: (() => void)[] = [];
  #working = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Does `work` when it is its turn. Throws UNAVAILABLE, and the reason of `signal` when that is aborted in the queue. */
  async run<Answer>(work: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** For work that is no single function: answers how to give the turn back, to be called once. Throws as `run` does. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#working < this.#limits.atOnce) this.#working += 1;
    else await this.#waitForTurn(signal);
    return () => this.#release();
  }

  // A turn goes from hand to hand, so that nobody slips in between.
  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#working -= 1;
  }

  async #waitForTurn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.length >= this.#limits.queue) throw new AppError('UNAVAILABLE');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(reason);
    };
    const patience = setTimeout(() => leave(new AppError('UNAVAILABLE')), this.#limits.waitMs);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(patience);
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

/** A semaphore for each key, such as an id, for as long as somebody uses it. */
export class SemaphoreByKey {
  readonly #limits: SemaphoreLimits;
  readonly #inUse = new Map<string, { semaphore: Semaphore; users: number }>();

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Does `work` when it is its turn among those with the same key. Throws as `Semaphore.run` does. */
  async run<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const entry = this.#inUse.getOrInsertComputed(key, () => ({ semaphore: new Semaphore(this.#limits), users: 0 }));
    entry.users += 1;
    try {
      return await entry.semaphore.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#inUse.delete(key);
    }
  }
}
