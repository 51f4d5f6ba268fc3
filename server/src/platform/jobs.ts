import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss, type SendOptions } from 'pg-boss';
import type { DatabaseTransaction } from './database/connect.ts';

const SCHEMA = 'pgboss';
const STOP_WAIT_MS = 3_000;

/** A kind of work, and how patiently it is tried again. */
export interface Queue {
  name: string;
  retryLimit: number;
  /** Seconds before the first retry; it doubles with each. */
  retryDelay: number;
  retryDelayMax: number;
  /** Seconds before the first attempt; at once without. */
  startAfter?: number;
}

/** Work that survives restarts, kept in the database. */
export interface Jobs {
  /** Puts work into a queue; given a transaction, only if that commits. */
  enqueue(queue: Queue, data: object, trx?: DatabaseTransaction): Promise<void>;
  /** Does the work of a queue in this process, one at a time; a handler that throws is tried again. */
  work<Data extends object>(queue: Queue, handle: (data: Data) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the jobs on the application's own pool of connections. */
export async function startJobs(pool: pg.Pool, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: SCHEMA });
  boss.on('error', onError);
  await boss.start();
  const known = new Set<string>();

  async function ensure({ name, startAfter: _, ...options }: Queue): Promise<void> {
    if (known.has(name)) return;
    await boss.createQueue(name, { ...options, retryBackoff: true });
    known.add(name);
  }

  return {
    async enqueue(queue, data, trx) {
      await ensure(queue);
      await boss.send(queue.name, data, { startAfter: queue.startAfter ?? 0, ...(trx ? within(trx) : {}) });
    },
    async work(queue, handle) {
      await ensure(queue);
      await boss.work(queue.name, { pollingIntervalSeconds: 1 }, async ([job]) => {
        if (job) await handle(job.data as never);
      });
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_WAIT_MS });
    },
  };
}

function within(trx: DatabaseTransaction): SendOptions {
  return {
    db: {
      async executeSql(text, values = []) {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]));
        return { rows };
      },
    },
  };
}
