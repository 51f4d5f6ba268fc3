import { AppError } from '../http/errors.ts';

interface SemaphoreLimits {
  /** Concurrent holders. */
  permits: number;
  /** Waiting callers; further ones are refused at once. */
  maxQueued: number;
  /** The longest wait for a permit. */
  timeoutMs: number;
}

/** A FIFO semaphore that throws UNAVAILABLE (503 with Retry-After) when its queue is full or the wait times out. */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #queue: (() => void)[] = [];
  #acquired = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Runs `work` with a permit. Throws UNAVAILABLE, or the reason of `signal` when it aborts while queued. */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const release = await this.acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Acquires a permit and returns the function that releases it, to be called once. Throws as `run` does. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.#acquired < this.#limits.permits) this.#acquired += 1;
    else await this.#enqueue(signal);
    return () => this.#release();
  }

  // The permit passes to the next in the queue directly, so that no new caller can take it first.
  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#acquired -= 1;
  }

  async #enqueue(signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#limits.maxQueued) throw new AppError('UNAVAILABLE');
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#queue.splice(this.#queue.indexOf(resolve), 1);
      reject(reason);
    };
    const timeout = setTimeout(() => leave(new AppError('UNAVAILABLE')), this.#limits.timeoutMs);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(timeout);
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

/** One semaphore per key, deleted when nobody uses it. */
export class KeyedSemaphore {
  readonly #limits: SemaphoreLimits;
  readonly #entries = new Map<string, { semaphore: Semaphore; users: number }>();

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
  }

  /** Runs `work` with a permit of this key. Throws as `Semaphore.run` does. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const entry = this.#entries.getOrInsertComputed(key, () => ({ semaphore: new Semaphore(this.#limits), users: 0 }));
    entry.users += 1;
    try {
      return await entry.semaphore.run(work);
    } finally {
      entry.users -= 1;
      if (entry.users === 0) this.#entries.delete(key);
    }
  }
}

/** Runs what it is given one after the other, in the order of the calls, however many wait. */
export function oneAtATime(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result;
    return result;
  };
}
