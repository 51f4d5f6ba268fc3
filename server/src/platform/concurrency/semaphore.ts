import { AppError } from '../http/errors.ts';
import { currentCause } from '../process/cause.ts';

interface SemaphoreLimits {
  /** Concurrent holders. */
  permits: number;
  /** Waiting callers; further ones are refused at once. */
  maxQueued: number;
  /** The longest wait for a permit. */
  timeoutMs: number;
}

interface Waiter {
  operator: string;
  begin(): void;
  leave(reason: unknown): void;
}

/**
 * A FIFO semaphore that throws UNAVAILABLE (503 with Retry-After) when its queue is full or the wait times out. Under
 * hosting, operators that hold fewer permits are served first, then those whose turn is longest ago, and where the queue
 * is full the operator with most in it is refused.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #queue: Waiter[] = [];
  readonly #held = new Map<string, number>();
  /** When operators were last served, while somebody waits. */
  readonly #lastTurns = new Map<string, number>();
  #turns = 0;
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
    const operator = currentCause()?.operator ?? '';
    if (this.#acquired < this.#limits.permits) {
      this.#acquired += 1;
      this.#hold(operator);
    } else await this.#enqueue(operator, signal);
    return () => this.#release(operator);
  }

  // The permit passes to the next in the queue directly, so that no new caller can take it first.
  #release(operator: string): void {
    const held = this.#heldBy(operator) - 1;
    if (held > 0) this.#held.set(operator, held);
    else this.#held.delete(operator);
    const next = this.#next();
    if (!next) {
      this.#acquired -= 1;
      if (this.#acquired === 0) this.#lastTurns.clear();
      return;
    }
    this.#queue.splice(this.#queue.indexOf(next), 1);
    this.#hold(next.operator);
    next.begin();
  }

  #hold(operator: string): void {
    this.#held.set(operator, this.#heldBy(operator) + 1);
    this.#turns += 1;
    this.#lastTurns.set(operator, this.#turns);
  }

  /** Refuses the last waiter of the operator with most of them; throws where that is `operator`, or nearly so. */
  #makeRoom(operator: string): void {
    const counts = Map.groupBy(this.#queue, (waiter) => waiter.operator);
    const own = counts.get(operator)?.length ?? 0;
    const [most = []] = [...counts.values()].sort((one, other) => other.length - one.length);
    if (most.length <= own + 1) throw new AppError('UNAVAILABLE');
    most.at(-1)?.leave(new AppError('UNAVAILABLE'));
  }

  #next(): Waiter | undefined {
    let next: Waiter | undefined;
    for (const waiter of this.#queue) if (!next || this.#isBefore(waiter.operator, next.operator)) next = waiter;
    return next;
  }

  #isBefore(one: string, other: string): boolean {
    const difference = this.#heldBy(one) - this.#heldBy(other);
    return difference < 0 || (difference === 0 && this.#lastTurnOf(one) < this.#lastTurnOf(other));
  }

  #lastTurnOf(operator: string): number {
    return this.#lastTurns.get(operator) ?? 0;
  }

  #heldBy(operator: string): number {
    return this.#held.get(operator) ?? 0;
  }

  async #enqueue(operator: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length >= this.#limits.maxQueued) this.#makeRoom(operator);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (reason: unknown) => {
      this.#queue.splice(this.#queue.indexOf(waiter), 1);
      reject(reason);
    };
    const waiter = { operator, begin: resolve, leave };
    const timeout = setTimeout(() => leave(new AppError('UNAVAILABLE')), this.#limits.timeoutMs);
    const onAbort = () => leave(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(waiter);
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
