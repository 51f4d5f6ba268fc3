import { type ChildProcess, fork } from 'node:child_process';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { AppError } from '../http/errors.ts';
import { Semaphore } from './semaphore.ts';

const IDLE_MS = 10_000;

/** `refused`: the order is invalid. `failed`: the child has a problem. */
export type Answer<Result> =
  | { result: Result }
  | { refused: ErrorCode; fields?: Record<string, string> | undefined }
  | { failed: string };

interface ChildLimits {
  /** A module that calls `answerOrders`. */
  file: string;
  /** At once. */
  processes: number;
  maxQueued: number;
  timeoutMs: number;
  /** Memory of its JavaScript; buffers are bounded by what the child reads. */
  memoryMb: number;
  /** Thrown for an order that takes more time or memory, or ends its process otherwise. */
  ifLost: ErrorCode;
}

/**
 * Child processes for work on files of strangers: these can neither reach the application's memory nor slow it down,
 * and the memory that they take is freed when the process ends. A process takes one order after the other and ends when
 * idle.
 */
export class ChildProcesses<Order, Result> {
  readonly #limits: ChildLimits;
  readonly #places: Semaphore;
  readonly #idle: ChildProcess[] = [];

  constructor(limits: ChildLimits) {
    this.#limits = limits;
    this.#places = new Semaphore({ permits: limits.processes, maxQueued: limits.maxQueued, timeoutMs: 60_000 });
  }

  /** What a child makes of `order`. Throws what the child refuses it with, `ifLost`, or UNAVAILABLE (queue full). */
  run(order: Order): Promise<Result> {
    return this.#places.run(async () => {
      const child = this.#idle.pop() ?? this.#start();
      const answer = await this.#ask(child, order);
      this.#release(child);
      if ('refused' in answer) throw new AppError(answer.refused, answer.fields);
      if ('failed' in answer) throw new Error(`a child process failed: ${answer.failed}`);
      return answer.result;
    });
  }

  #start(): ChildProcess {
    const { file, memoryMb } = this.#limits;
    // Without our secrets and the debugger's port.
    const { PATH, HOME, TMPDIR } = process.env;
    const execArgv = [`--max-old-space-size=${memoryMb}`];
    const child = fork(file, { serialization: 'advanced', execArgv, env: { PATH, HOME, TMPDIR } });
    child.once('exit', () => this.#removeIdle(child));
    // An idle child does not keep the application running.
    child.unref();
    child.channel?.unref();
    return child;
  }

  #ask(child: ChildProcess, order: Order): Promise<Answer<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer<Result>>();
    const timeout = setTimeout(() => child.kill('SIGKILL'), this.#limits.timeoutMs);
    const onEnd = () => reject(new AppError(this.#limits.ifLost));
    child.once('exit', onEnd);
    child.once('message', resolve);
    child.send(order as object, (error) => error && child.kill('SIGKILL'));
    return promise.finally(() => {
      clearTimeout(timeout);
      child.off('exit', onEnd);
    });
  }

  #release(child: ChildProcess): void {
    this.#idle.push(child);
    setTimeout(() => {
      if (this.#removeIdle(child)) child.disconnect();
    }, IDLE_MS).unref();
  }

  #removeIdle(child: ChildProcess): boolean {
    const place = this.#idle.indexOf(child);
    if (place >= 0) this.#idle.splice(place, 1);
    return place >= 0;
  }
}
