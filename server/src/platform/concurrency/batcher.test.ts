import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** A batcher whose `work` finishes on demand. */
function setUp() {
  const batches: { items: readonly string[]; finish: (results?: (string | Error)[]) => void }[] = [];
  const ask = createBatcher<string, string>(
    (items) =>
      new Promise((resolve) => {
        batches.push({ items, finish: (results = items.map((item) => `${item}!`)) => resolve(results) });
      }),
  );
  return { batches, ask, itemsOf: () => batches.map(({ items }) => items) };
}

/** Calls made before have been passed to `work` by then. */
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('a batcher', () => {
  it('batches concurrent calls, and resolves each with its own result', async () => {
    const { batches, ask, itemsOf } = setUp();
    const results = Promise.all([ask('ana'), ask('rui'), ask('ana')]);
    await nextTurn();
    expect(itemsOf()).toEqual([['ana', 'rui', 'ana']]);

    batches[0]?.finish();

    expect(await results).toEqual(['ana!', 'rui!', 'ana!']);
  });

  it('queues calls while a batch runs, as the next batch', async () => {
    const { batches, ask, itemsOf } = setUp();
    const first = ask('ana');
    await nextTurn();
    const later = [ask('rui')];
    await nextTurn();
    later.push(ask('eva'));
    await nextTurn();
    expect(itemsOf()).toEqual([['ana']]);

    batches[0]?.finish();
    await first;
    await nextTurn();

    expect(itemsOf()).toEqual([['ana'], ['rui', 'eva']]);
    batches[1]?.finish();
    expect(await Promise.all(later)).toEqual(['rui!', 'eva!']);
  });

  it('rejects only the call whose result is an error', async () => {
    const { batches, ask } = setUp();
    const outcomes = Promise.allSettled([ask('ana'), ask('rui')]);
    await nextTurn();

    batches[0]?.finish(['ana!', new Error('not you')]);

    expect(await outcomes).toMatchObject([
      { status: 'fulfilled', value: 'ana!' },
      { status: 'rejected', reason: { message: 'not you' } },
    ]);
  });

  it('continues after a batch that threw', async () => {
    let isBroken = true;
    const ask = createBatcher<string, string>(async (items) => {
      if (isBroken) throw new Error('the database is unavailable');
      return [...items];
    });
    const outcomes = await Promise.allSettled([ask('ana'), ask('rui')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    isBroken = false;

    expect(await ask('ana')).toBe('ana');
  });
});
