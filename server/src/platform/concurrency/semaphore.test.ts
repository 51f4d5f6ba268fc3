import { describe, expect, it } from 'vitest';
import { withCause } from '../process/cause.ts';
import { Semaphore } from './semaphore.ts';

const PATIENT = 60_000;
const unavailable = expect.objectContaining({ code: 'UNAVAILABLE' });

async function expectATurnFree(semaphore: Semaphore): Promise<void> {
  expect(await semaphore.run(async () => 'done')).toBe('done');
}

describe('a semaphore', () => {
  it('serves operators in turn, however many of one wait', async () => {
    const semaphore = new Semaphore({ permits: 2, maxQueued: 10, timeoutMs: PATIENT });
    const releases = await Promise.all([1, 2].map(() => withCause({ operator: 'one' }, () => semaphore.acquire())));
    const third = withCause({ operator: 'one' }, () => semaphore.acquire()).then(() => 'one');
    const others = withCause({ operator: 'other' }, () => semaphore.acquire()).then(() => 'other');
    releases[0]?.();
    expect(await Promise.race([third, others])).toBe('other');
  });

  it('refuses the operator that fills its queue, and not the others', async () => {
    const semaphore = new Semaphore({ permits: 1, maxQueued: 3, timeoutMs: PATIENT });
    const take = (operator: string) => withCause({ operator }, () => semaphore.acquire());
    const release = await take('one');
    const [first, second, third] = [take('one'), take('one'), take('one')];
    await expect(take('one')).rejects.toEqual(unavailable);
    const other = take('other');
    await expect(third).rejects.toEqual(unavailable);
    await expect(take('one')).rejects.toEqual(unavailable);
    release();
    (await other)();
    (await first)();
    (await second)();
    await expectATurnFree(semaphore);
  });

  it('runs as many as it has permits, and the others first in, first out', async () => {
    const semaphore = new Semaphore({ permits: 2, maxQueued: 10, timeoutMs: PATIENT });
    const order: number[] = [];
    let working = 0;
    let most = 0;

    await Promise.all(
      [1, 2, 3, 4, 5, 6].map((number) =>
        semaphore.run(async () => {
          order.push(number);
          working += 1;
          most = Math.max(most, working);
          await new Promise(setImmediate);
          working -= 1;
        }),
      ),
    );

    expect(most).toBe(2);
    expect(order).toEqual([1, 2, 3, 4, 5, 6]);
    await expectATurnFree(semaphore);
  });

  it('refuses a caller that finds the queue full', async () => {
    const semaphore = new Semaphore({ permits: 1, maxQueued: 1, timeoutMs: PATIENT });
    const release = await semaphore.acquire();
    const waiting = semaphore.acquire();

    await expect(semaphore.acquire()).rejects.toEqual(unavailable);

    release();
    (await waiting)();
    await expectATurnFree(semaphore);
  });

  it('refuses a caller that waits too long, and the turn goes to the next', async () => {
    const semaphore = new Semaphore({ permits: 1, maxQueued: 5, timeoutMs: 20 });
    const release = await semaphore.acquire();
    await expect(semaphore.acquire()).rejects.toEqual(unavailable);
    const next = semaphore.acquire();

    release();

    (await next)();
    await expectATurnFree(semaphore);
  });

  it('forgets a caller that leaves while waiting', async () => {
    const semaphore = new Semaphore({ permits: 1, maxQueued: 1, timeoutMs: PATIENT });
    const release = await semaphore.acquire();
    const gone = new AbortController();
    const waiting = semaphore.acquire(gone.signal);

    gone.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    const next = semaphore.acquire();
    release();
    (await next)();
    await expectATurnFree(semaphore);
  });

  it('gives the turn back when the work fails', async () => {
    const semaphore = new Semaphore({ permits: 1, maxQueued: 0, timeoutMs: PATIENT });

    await expect(semaphore.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');

    expect(await semaphore.run(async () => 'done')).toBe('done');
  });
});
