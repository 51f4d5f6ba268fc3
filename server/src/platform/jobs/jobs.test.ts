import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { mailQueue } from '../../domains/messages/queued-email.ts';
import { inTransaction } from '../database/transaction.ts';
import { type Jobs, type Queue, RARE_PACE, startJobs } from './jobs.ts';

const REASON = '450 4.2.1 <Ana.Lima@exemplo.com.br>: try again later';
const DAY_S = 24 * 60 * 60;

let app: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
afterEach(() => jobs.stop());

async function startQueue(name: string): Promise<Queue> {
  jobs = await startJobs(app.pool, app.app.deps.logger);
  return { ...mailQueue, name };
}

const fail = async () => {
  throw new Error(REASON);
};
// Sets the job's retry count.
const tried = (queue: Queue, n: number, count: number) =>
  app.pool.query(`update pgboss.job set retry_count = $3 where name = $1 and data->>'n' = $2`, [queue.name, n, count]);

it('a job of a process that crashed is done by another one within half a minute', async () => {
  const queue = await startQueue('crashed');
  await jobs.enqueue(queue, { n: 1 });
  await app.pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() where name = $1`,
    [queue.name],
  );
  const crashedAt = performance.now();
  const done = Promise.withResolvers<number>();
  await jobs.work(queue, async () => done.resolve(performance.now()));
  expect((await done.promise) - crashedAt).toBeLessThan(30_000);
});

describe('a job that fails', () => {
  it('is tried again for at least a day, then becomes a dead letter', async () => {
    const queue = await startQueue('waiting');
    for (let n = 0; n <= queue.retryLimit; n += 1) {
      await jobs.enqueue(queue, { n });
      await tried(queue, n, n);
    }
    await jobs.work(queue, fail);

    // One job per attempt: the delay before its next retry.
    const waits = await vi.waitFor(async () => {
      const { rows } = await app.pool.query<{ seconds: string }>(
        `select extract(epoch from start_after - started_on) as seconds from pgboss.job
            where name = $1 and state = 'retry'`,
        [queue.name],
      );
      expect(rows).toHaveLength(queue.retryLimit);
      return rows.map(({ seconds }) => Number(seconds));
    });
    expect(waits.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(DAY_S);

    expect(await jobs.deadLetters(queue)).toMatchObject([{ data: { n: queue.retryLimit }, reason: REASON }]);
  });

  it('is logged with its id, attempt and reason, and without the address that the reason quotes', async () => {
    const queue = await startQueue('logged');
    for (const n of [0, 1]) await jobs.enqueue(queue, { n });
    await tried(queue, 1, queue.retryLimit);
    await jobs.work(queue, fail);
    await vi.waitFor(async () => expect(await jobs.deadLetters(queue)).toHaveLength(1));

    const lines = app.log.filter((line) => line.queue === 'logged');
    const reason = expect.stringMatching(/^450 4\.2\.1 <email:[\da-f]{12}>: try again later$/);
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(expect.objectContaining({ level: 40, attempt: 1, job: expect.any(String), reason }));
    expect(lines).toContainEqual(expect.objectContaining({ level: 50, attempt: 37, job: expect.any(String), reason }));
  });

  it('does not take the others of its batch along', async () => {
    const queue = await startQueue('mixed');
    const done: number[] = [];
    for (let n = 0; n < 10; n += 1) await jobs.enqueue(queue, { n });
    await jobs.work<{ n: number }>(queue, async ({ n }) => {
      if (n === 3) await fail();
      done.push(n);
    });
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(
        `select state, count(*)::int from pgboss.job where name = $1 group by state order by state`,
        [queue.name],
      );
      expect(rows).toEqual([
        { state: 'retry', count: 1 },
        { state: 'completed', count: 9 },
      ]);
    });
    expect(done.toSorted()).toEqual([0, 1, 2, 4, 5, 6, 7, 8, 9]);
  });
});

describe('a dead letter', () => {
  it('is done after all when it is tried again, under the id of the job it was', async () => {
    const queue = await startQueue('again');
    await jobs.enqueue(queue, { n: 0 });
    await tried(queue, 0, queue.retryLimit);
    let works = false;
    const ids: string[] = [];
    await jobs.work(queue, async (_, id) => {
      ids.push(id);
      if (!works) await fail();
    });
    const [letter] = await vi.waitFor(async () => {
      const letters = await jobs.deadLetters(queue);
      expect(letters).toHaveLength(1);
      return letters;
    });

    works = true;
    const id = letter?.id ?? '';
    await inTransaction(app.db, async (trx) => expect(await jobs.retry(queue, [id], trx)).toBe(1));
    await vi.waitFor(() => expect(ids).toHaveLength(2));

    expect(new Set(ids).size).toBe(1);
    expect(await jobs.deadLetters(queue)).toEqual([]);
    await inTransaction(app.db, async (trx) => expect(await jobs.discard(queue, [id], trx)).toBe(0));
  });
});

describe('a process with many databases', () => {
  const start = (pace = RARE_PACE) => startJobs(app.pool, app.app.deps.logger, pace);
  const queueOf = (name: string, pause?: number): Queue => {
    const { pause: _, ...usual } = mailQueue;
    return { ...usual, name, batchSize: 1, ...(pause !== undefined && { pause }) };
  };

  it('does at once what it enqueues, job after job', async () => {
    jobs = await start({ ...RARE_PACE, poll: 3_600 });
    const queue = queueOf('own');
    const done: number[] = [];
    await jobs.work<{ n: number }>(queue, async ({ n }) => void done.push(n));
    await jobs.enqueueAll(
      queue,
      Array.from({ length: 5 }, (_, n) => ({ n })),
    );
    await vi.waitFor(() => expect(done.toSorted()).toEqual([0, 1, 2, 3, 4]));
    await inTransaction(app.db, (trx) => jobs.enqueue(queue, { n: 5 }, trx));
    await vi.waitFor(() => expect(done).toContain(5));
  });

  it('does what waited before, and finds what others enqueue', async () => {
    const [waiting, later] = [queueOf('before'), queueOf('others')];
    const other = await startJobs(app.pool, app.app.deps.logger);
    onTestFinished(() => other.stop());
    await other.enqueue(waiting, {});
    jobs = await start({ ...RARE_PACE, poll: 1 });
    const done: string[] = [];
    for (const queue of [later, waiting]) await jobs.work(queue, async () => void done.push(queue.name));
    await vi.waitFor(() => expect(done).toEqual(['before']));
    await other.enqueue(later, {});
    await vi.waitFor(() => expect(done).toEqual(['before', 'others']), { timeout: 10_000 });
  });

  it('keeps the pause after a batch', async () => {
    jobs = await start({ ...RARE_PACE, poll: 3_600 });
    const queue = queueOf('pausing', 1);
    const times: number[] = [];
    await jobs.work(queue, async () => void times.push(performance.now()));
    for (let n = 0; n < 3; n += 1) await jobs.enqueue(queue, { n });
    await vi.waitFor(() => expect(times).toHaveLength(3), { timeout: 15_000 });
    const [first = 0, second = 0, third = 0] = times;
    expect(Math.min(second - first, third - second)).toBeGreaterThan(900);
  });

  it('makes no queue anew that is as it should be', async () => {
    const queue = queueOf('made');
    jobs = await start();
    await jobs.workAtTimes(queue, '0 3 * * *', async () => undefined);
    await jobs.stop();
    const made = () => app.pool.query(`select updated_on from pgboss.queue where name = $1`, [queue.name]);
    const before = await made();
    jobs = await start();
    await jobs.workAtTimes(queue, '0 3 * * *', async () => undefined);
    expect((await made()).rows).toEqual(before.rows);
    await jobs.workAtTimes(queue, '0 4 * * *', async () => undefined);
    const { rows } = await app.pool.query(`select cron from pgboss.schedule where name = $1`, [queue.name]);
    expect(rows).toEqual([{ cron: '0 4 * * *' }]);
  });
});

describe('a queue', () => {
  it('that an earlier version made gets the retries of this one', async () => {
    const queue = await startQueue('changed');
    await jobs.enqueue({ ...queue, retryLimit: 2 }, {});
    await jobs.stop();
    jobs = await startJobs(app.pool, app.app.deps.logger);
    await jobs.enqueue(queue, { n: 1 });
    const { rows } = await app.pool.query(`select retry_limit from pgboss.job where name = $1 and data->>'n' = '1'`, [
      queue.name,
    ]);
    expect(rows).toEqual([{ retry_limit: 36 }]);
  });
});
