import type { PgBoss } from 'pg-boss';
import type { DatabaseTransaction } from '../database/connect.ts';
import { afterCommit } from '../database/transaction.ts';
import { repeat } from '../process/repeat.ts';

// They are woken instead.
const POLL_S = 24 * 60 * 60;

type Around = <Result>(batch: () => Promise<Result>) => Promise<Result>;
/** Starts a worker, which asks every `pollS` seconds and has each batch run by `around`. Returns its id. */
type Start = (pollS: number, around: Around) => Promise<string>;

interface OnDemandParts {
  /** Names of the queues that have jobs to do. */
  readDue(): Promise<string[]>;
  /** So often it is asked. */
  everyMs: number;
  onError(error: unknown): void;
}

interface QueueState {
  start(): Promise<string>;
  worker?: Promise<string> | undefined;
  /** Works a batch, or pauses after it. */
  isBusy: boolean;
}

/**
 * Workers of queues that start with their first job, for a process with many databases: one query asks now and then for
 * all queues, and what this process enqueues is worked at once.
 */
export class WorkersOnDemand {
  readonly #boss: PgBoss;
  readonly #parts: OnDemandParts;
  readonly #queues = new Map<string, QueueState>();
  #due: Promise<string[]> | undefined;
  #stopLooking: (() => Promise<void>) | undefined;

  constructor(boss: PgBoss, parts: OnDemandParts) {
    this.#boss = boss;
    this.#parts = parts;
  }

  /** Works a queue from now on, `pause` seconds after each batch. */
  async add({ name, pause = 0 }: { name: string; pause?: number }, start: Start): Promise<void> {
    const lookAgain = () => {
      queue.isBusy = false;
      this.#wake(queue);
    };
    const around: Around = async (batch) => {
      queue.isBusy = true;
      // There may be more.
      return batch().finally(() => setTimeout(lookAgain, pause * 1_000).unref());
    };
    const queue: QueueState = { isBusy: false, start: () => start(POLL_S, around) };
    this.#queues.set(name, queue);
    this.#stopLooking ??= repeat(() => this.#look(), this.#parts.everyMs, this.#parts.onError);
    const due = await this.#due?.catch((): string[] => []);
    if (due?.includes(name)) this.wake(name);
  }

  /** Has a queue looked at; given a transaction, once that has committed. */
  wake(name: string, trx?: DatabaseTransaction): void {
    const queue = this.#queues.get(name);
    if (!queue) return;
    if (trx) afterCommit(trx, () => this.#wake(queue));
    else this.#wake(queue);
  }

  async stop(): Promise<void> {
    await this.#stopLooking?.();
  }

  #wake(queue: QueueState): void {
    if (queue.isBusy) return;
    if (queue.worker) {
      void queue.worker.then((id) => this.#boss.notifyWorker(id));
      return;
    }
    queue.worker = queue.start();
    queue.worker.catch((error) => {
      queue.worker = undefined;
      this.#parts.onError(error);
    });
  }

  async #look(): Promise<void> {
    this.#due = this.#parts.readDue();
    for (const name of await this.#due) this.wake(name);
  }
}
