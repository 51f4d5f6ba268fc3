import { isDeepStrictEqual } from 'node:util';
import { type Span, SpanKind } from '@opentelemetry/api';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { type ConnectionOptions, type JobResult, type JobWithMetadata, PgBoss, type QueueResult } from 'pg-boss';
import type { Logger } from 'pino';
import { oneAtATime } from '../concurrency/semaphore.ts';
import type { DatabaseTransaction } from '../database/connect.ts';
import { retryWhileAway } from '../database/retry-while-away.ts';
import { jobsTotal } from '../metrics/metrics.ts';
import { currentCause, withCause } from '../process/cause.ts';
import { withoutEmails } from '../process/logging.ts';
import { currentTraceparent, inSpan, markFailed, remoteSpan } from '../tracing/tracing.ts';
import { WorkersOnDemand } from './workers-on-demand.ts';

const SCHEMA = 'pgboss';
const STOP_WAIT_MS = 3_000;
const POLLING_INTERVAL_S = 1;
// Finished jobs may hold personal data: the hourly maintenance deletes them.
const DELETE_FINISHED_AFTER_S = 60 * 60;
const MAINTENANCE_INTERVAL_S = 60 * 60;
const EXPIRE_S = 5 * 60;
// A job of a crashed process is retried within half a minute: it is missed after ten seconds, and looked for every
// five.
const HEARTBEAT_S = 10;
const HEARTBEAT_REFRESH_S = 3;
const MONITOR_INTERVAL_S = 5;
const DEAD_LETTERS = '-failed';
const DEAD_LETTER_RETENTION_S = 30 * 24 * 60 * 60;
// A time at which no process was running is made up for.
const MISSED_ONCE = { missed: 'once' } as const;

/** Thrown by a handler whose job must not be tried again: it goes to the dead letter queue at once. */
export class Unrepeatable extends Error {}

/** A queue and its retry policy. */
export interface Queue {
  name: string;
  /** Jobs that each process fetches at once and runs in parallel. */
  batchSize: number;
  retryLimit: number;
  /** Seconds before the first retry; doubles with each, minus up to half at random. */
  retryDelay: number;
  retryDelayMax: number;
  /** Delay of the first attempt in seconds; none by default. */
  startAfter?: number;
  /**
   * Seconds from one batch to the next, even if it was full: a long queue then leaves the processor to requests. By
   * default a full batch is followed at once.
   */
  pause?: number;
  /** Jobs with a higher one are fetched first. Default 0. */
  priority?: number;
  /** One of the jobs with the same key waits at a time: another is not added. */
  onceBy?: (data: object) => string;
}

/** What a job goes back to; it is part of its data. */
export interface JobCause {
  /** The request that caused it. */
  requestId?: string | undefined;
  /** The span that enqueued it; without one, the request's. */
  traceparent?: string | undefined;
}

/** A job whose retries are exhausted; stored in the dead letter queue for 30 days. */
export interface DeadLetter<Data extends object> {
  /** Its id in the dead letter queue. */
  id: string;
  data: Data;
  createdAt: Date;
  failedAt: Date;
  /** Message of the last error. */
  reason: string;
}

/** What is left to do of a queue. */
export interface Backlog {
  /** For how long the oldest job has waited for its turn, or since it was made if an attempt failed; 0: none waits. */
  oldestSeconds: number;
  /** Jobs whose retries are exhausted. */
  failed: number;
}

/** Durable job queues in PostgreSQL (pg-boss). */
export interface Jobs {
  /** Enqueues a job; given a transaction, only if it commits. */
  enqueue(queue: Queue, data: object, trx?: DatabaseTransaction): Promise<void>;
  /** Enqueues a job for each of `data` in one statement; given a transaction, only if it commits. */
  enqueueAll(queue: Queue, data: object[], trx?: DatabaseTransaction): Promise<void>;
  /** Makes queues, which is otherwise done when they are first used. */
  prepare(queues: readonly Queue[]): Promise<void>;
  /** How many jobs of a queue wait, those to be retried included; counted up to `limit`. */
  countWaiting(queue: Queue, limit: number): Promise<number>;
  /** Whether a job of a queue, whose data has all of `data`, waits or is being done. */
  hasJob(queue: Queue, data: object, trx: DatabaseTransaction): Promise<boolean>;
  /** What is left to do of each queue that has something. */
  backlogs(): Promise<Map<string, Backlog>>;
  /**
   * Works a queue in this process. A handler that throws is logged and retried; after the last retry its job goes to
   * the dead letter queue. `jobId` is the same in every attempt, those after `retry` included; `isLast`: no retry
   * follows.
   */
  work<Data extends object>(
    queue: Queue,
    handle: (data: Data, jobId: string, isLast: boolean) => Promise<void>,
  ): Promise<void>;
  /**
   * Works a queue that gets one job at the times of `cron` (UTC), however many processes there are. A time at which
   * none was running is made up for once.
   */
  workAtTimes(queue: Queue, cron: string, handle: () => Promise<void>): Promise<void>;
  /** Dead letters, the latest first. */
  deadLetters<Data extends object>(queue: Queue): Promise<DeadLetter<Data>[]>;
  /** Re-enqueues dead letters with all their retries. Returns how many: fewer if some are gone, or wait already. */
  retry(queue: Queue, ids: string[], trx: DatabaseTransaction): Promise<number>;
  /** Deletes dead letters. Returns how many: fewer if some are gone. */
  discard(queue: Queue, ids: string[], trx: DatabaseTransaction): Promise<number>;
  stop(): Promise<void>;
}

/** How often the database is asked for jobs, in seconds. */
interface Pace {
  poll: number;
  monitor: number;
  /** Whether one query at a time asks, and for all queues at once; what this process enqueues is worked at once. */
  isRare: boolean;
}

const USUAL_PACE: Pace = { poll: POLLING_INTERVAL_S, monitor: MONITOR_INTERVAL_S, isRare: false };
/** For a process with many databases. */
export const RARE_PACE: Pace = { poll: 10, monitor: 30, isRare: true };

async function startBoss(pool: pg.Pool, logger: Logger, { monitor, isRare }: Pace): Promise<PgBoss> {
  const inTurn = isRare ? oneAtATime() : <Result>(work: () => Promise<Result>) => work();
  const boss = new PgBoss({
    db: { executeSql: (text, values) => inTurn(() => pool.query(text, values)) },
    schema: SCHEMA,
    maintenanceIntervalSeconds: MAINTENANCE_INTERVAL_S,
    superviseIntervalSeconds: monitor,
    monitorIntervalSeconds: monitor,
    // Jobs that follow others, which there are none of.
    flowIntervalSeconds: MAINTENANCE_INTERVAL_S,
  });
  boss.on('error', (error) => logger.warn({ reason: error.message }, 'the jobs are disturbed'));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

/** Starts pg-boss on the application's connection pool. */
export async function startJobs(pool: pg.Pool, logger: Logger, pace = USUAL_PACE): Promise<Jobs> {
  const boss = await startBoss(pool, logger, pace);
  const made = await readMade(boss);
  const workers = pace.isRare ? onDemand(boss, pool, pace, logger) : undefined;
  const ready = new Map<string, Promise<void>>();
  const ensure = (queue: Queue): Promise<void> => {
    const known = ready.get(queue.name) ?? createQueue(boss, queue, made.queues);
    ready.set(queue.name, known);
    known.catch(() => ready.delete(queue.name));
    return known;
  };

  // Work is begun while a server starts, and goes on when the database is back.
  const persist = (step: () => Promise<unknown>) =>
    retryWhileAway(step, (reason) => logger.warn({ reason }, 'the queues wait for the database'));

  const work: Jobs['work'] = async (queue, handle) => {
    await persist(() => ensure(queue));
    const options = {
      batchSize: queue.batchSize,
      burstWhenBatchFull: queue.pause === undefined,
      heartbeatRefreshSeconds: HEARTBEAT_REFRESH_S,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    const workAll = (jobs: JobWithMetadata<object>[]) =>
      Promise.all(
        jobs.map((job) =>
          asCaused(job, (span) =>
            attempt(job, () => handle(job.data as never, rootOf(job), isLast(job)), { logger, span }),
          ),
        ),
      );
    const start = (pollingIntervalSeconds: number, around = <Result>(batch: () => Promise<Result>) => batch()) =>
      boss.work(queue.name, { ...options, pollingIntervalSeconds }, (jobs: JobWithMetadata<object>[]) =>
        around(() => workAll(jobs)),
      );
    if (workers) await workers.add(queue, start);
    else await start(queue.pause ?? pace.poll);
  };

  return {
    async enqueue(queue, data, trx) {
      await ensure(queue);
      const { name, startAfter = 0, priority = 0 } = queue;
      await boss.send(name, caused(data), { startAfter, priority, ...(trx && within(trx)) });
      workers?.wake(name, trx);
    },
    async enqueueAll(queue, data, trx) {
      if (data.length === 0) return;
      await ensure(queue);
      const jobs = data.map((one) => ({
        data: caused(one),
        startAfter: queue.startAfter ?? 0,
        priority: queue.priority ?? 0,
        ...(queue.onceBy && { singletonKey: queue.onceBy(one) }),
      }));
      await boss.insert(queue.name, jobs, trx && within(trx));
      workers?.wake(queue.name, trx);
    },
    async prepare(queues) {
      for (const queue of queues) await ensure(queue);
    },
    ...jobsTable(pool),
    work,
    async workAtTimes(queue, cron, handle) {
      await work(queue, handle);
      if (made.schedules.get(queue.name) === cron) return;
      await persist(() => boss.schedule(queue.name, cron, null, MISSED_ONCE));
    },
    async deadLetters<Data extends object>(queue: Queue) {
      await ensure(queue);
      const jobs = await boss.findJobs<Data>(deadLetterQueueOf(queue), { queued: true });
      return jobs.map(asDeadLetter).sort((one, other) => other.failedAt.getTime() - one.failedAt.getTime());
    },
    async retry(queue, ids, trx) {
      await ensure(queue);
      return boss.redrive(deadLetterQueueOf(queue), { ids, limit: ids.length, ...within(trx) });
    },
    async discard(queue, ids, trx) {
      await ensure(queue);
      const deleted = await boss.deleteJob(deadLetterQueueOf(queue), ids, within(trx));
      return (deleted as { affected: number }).affected;
    },
    async stop() {
      await workers?.stop();
      await boss.stop({ graceful: true, timeout: STOP_WAIT_MS });
    },
  };
}

function onDemand(boss: PgBoss, pool: pg.Pool, { poll }: Pace, logger: Logger): WorkersOnDemand {
  const readDue = async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select distinct name from ${SCHEMA}.job where state < 'active' and start_after <= now()`,
    );
    return rows.map(({ name }) => name);
  };
  const onError = (error: unknown) =>
    logger.warn({ reason: (error as Error).message }, 'the queues wait for the database');
  return new WorkersOnDemand(boss, { readDue, everyMs: poll * 1_000, onError });
}

/** Reads of pg-boss's own table, which it has no function for. */
function jobsTable(pool: pg.Pool): Pick<Jobs, 'countWaiting' | 'hasJob' | 'backlogs'> {
  return {
    async countWaiting(queue, limit) {
      const { rows } = await pool.query<{ waiting: number }>(
        `select count(*)::integer as waiting
        from (select from ${SCHEMA}.job where name = $1 and state < 'active' limit $2) counted`,
        [queue.name, limit],
      );
      return rows[0]?.waiting ?? 0;
    },
    async hasJob(queue, data, trx) {
      const { rows } = await within(trx).db.executeSql(
        `select from ${SCHEMA}.job where name = $1 and state < 'completed' and data @> $2 limit 1`,
        [queue.name, JSON.stringify(data)],
      );
      return rows.length > 0;
    },
    async backlogs() {
      const { rows } = await pool.query<{ name: string; oldest_seconds: number; failed: number }>(
        `select regexp_replace(name, $1, '') as name,
          coalesce(extract(epoch from now() - min(case state when 'retry' then created_on else start_after end)
            filter (where name !~ $1)), 0)::float8 as oldest_seconds,
          (count(*) filter (where name ~ $1))::integer as failed
        from ${SCHEMA}.job where state < 'active' and (state = 'retry' or start_after <= now()) group by 1`,
        [`${DEAD_LETTERS}$`],
      );
      return new Map(rows.map(({ name, oldest_seconds, failed }) => [name, { oldestSeconds: oldest_seconds, failed }]));
    },
  };
}

/** How many jobs of a database failed and wait for somebody. */
export async function countFailedJobs(db: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await db.query<{ failed: number }>(
    `select count(*)::integer as failed from ${SCHEMA}.job where name like $1 and state < 'active'`,
    [`%${DEAD_LETTERS}`],
  );
  return rows[0]?.failed ?? 0;
}

/** The name of the queue of a queue's dead letters. */
export function deadLetterQueueOf({ name }: Pick<Queue, 'name'>): string {
  return name + DEAD_LETTERS;
}

/** What the database has of queues and of the times at which they get jobs: it is made anew only where it differs. */
async function readMade(boss: PgBoss) {
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  return {
    queues: new Map(queues.map((queue) => [queue.name, queue])),
    schedules: new Map(
      schedules.filter(({ options }) => isDeepStrictEqual(options, MISSED_ONCE)).map(({ name, cron }) => [name, cron]),
    ),
  };
}

async function createQueue(boss: PgBoss, queue: Queue, made: Map<string, QueueResult>): Promise<void> {
  const { name, retryLimit, retryDelay, retryDelayMax } = queue;
  const deadLetter = deadLetterQueueOf(queue);
  const times = { deleteAfterSeconds: DELETE_FINISHED_AFTER_S, expireInSeconds: EXPIRE_S };
  const options = {
    ...times,
    heartbeatSeconds: HEARTBEAT_S,
    retryLimit,
    retryDelay,
    retryDelayMax,
    retryBackoff: true,
    deadLetter,
  };
  if (made.has(deadLetter) && hasAll(made.get(name), options)) return;
  await boss.createQueue(deadLetter, { ...times, retentionSeconds: DEAD_LETTER_RETENTION_S });
  await boss.createQueue(name, { ...options, ...(queue.onceBy && { policy: 'short' as const }) });
  // createQueue does not update a queue that exists.
  await boss.updateQueue(name, options);
}

function hasAll(made: QueueResult | undefined, options: Partial<QueueResult>): boolean {
  return (
    made !== undefined && Object.entries(options).every(([key, value]) => made[key as keyof QueueResult] === value)
  );
}

/** Adds what causes a job, unless `data` names it. */
function caused(data: object): object {
  const requestId = currentCause()?.requestId;
  const traceparent = currentTraceparent();
  if (!requestId && !traceparent) return data;
  const cause: JobCause = { requestId, traceparent };
  return { cause, ...data };
}

/** Attempts a job as what caused it: its log lines name the request, and it is part of the trace. */
function asCaused<Result>(
  { name, data, retryCount }: JobWithMetadata,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const { cause = {} } = (data ?? {}) as { cause?: JobCause };
  const { requestId, traceparent } = cause;
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.destination.name': name,
    'passeio.job.attempt': retryCount + 1,
    ...(requestId && { 'passeio.request_id': requestId }),
  };
  return withCause({ requestId, span: remoteSpan(traceparent, requestId) }, () =>
    inSpan(`process ${name}`, { kind: SpanKind.CONSUMER, attributes }, work),
  );
}

async function attempt(
  job: JobWithMetadata,
  handle: () => Promise<void>,
  { logger, span }: { logger: Logger; span: Span | undefined },
): Promise<JobResult<{ message: string } | undefined>> {
  const { id, name, retryCount } = job;
  try {
    await handle();
    jobsTotal.inc({ queue: name, outcome: 'done' });
    return { id, status: 'completed' };
  } catch (error) {
    if (span) markFailed(span, error);
    const message = error instanceof Error ? error.message : String(error);
    const facts = { queue: name, job: rootOf(job), attempt: retryCount + 1, reason: withoutEmails(message) };
    if (error instanceof Unrepeatable) {
      jobsTotal.inc({ queue: name, outcome: 'expected_error' });
      logger.error(facts, 'a job failed and must not be tried again');
      return { id, status: 'deadletter', output: { message } };
    }
    jobsTotal.inc({ queue: name, outcome: isLast(job) ? 'failed' : 'retried' });
    if (!isLast(job)) logger.warn(facts, 'a job failed and will be tried again');
    else logger.error(facts, 'a job failed for the last time');
    return { id, status: 'failed', output: { message } };
  }
}

function isLast({ retryCount, retryLimit }: JobWithMetadata): boolean {
  return retryCount >= retryLimit;
}

// A job gets a new id in the dead letter queue; the root id stays the same.
function rootOf(job: JobWithMetadata): string {
  return job.sourceRootId ?? job.id;
}

function asDeadLetter<Data extends object>(job: JobWithMetadata<Data>): DeadLetter<Data> {
  const { message } = (job.sourceOutput ?? {}) as { message?: string };
  return {
    id: job.id,
    data: job.data,
    createdAt: job.sourceCreatedOn ?? job.createdOn,
    failedAt: job.createdOn,
    reason: message ?? '',
  };
}

function within(trx: DatabaseTransaction): Required<Pick<ConnectionOptions, 'db'>> {
  return {
    db: {
      async executeSql(text, values = []) {
        const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]));
        return { rows };
      },
    },
  };
}
