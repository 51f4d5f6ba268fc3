import { describe, expect, it } from 'vitest';
import { together } from './batcher.ts';

/** Work that is done when the test says so. */
function setUp() {
  const groups: { items: readonly string[]; finish: (answers?: (string | Error)[]) => void }[] = [];
  const ask = together<string, string>(
    (items) =>
      new Promise((resolve) => {
        groups.push({ items, finish: (answers = items.map((item) => `${item}!`)) => resolve(answers) });
      }),
  );
  return { groups, ask, itemsOf: () => groups.map(({ items }) => items) };
}

/** What is asked for has been passed on by then. */
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('doing things together', () => {
  it('does at once what is asked for at the same moment, and answers each its own', async () => {
    const { groups, ask, itemsOf } = setUp();
    const answers = Promise.all([ask('ana'), ask('rui'), ask('ana')]);
    await nextTurn();
    expect(itemsOf()).toEqual([['ana', 'rui', 'ana']]);

    groups[0]?.finish();

    expect(await answers).toEqual(['ana!', 'rui!', 'ana!']);
  });

  it('lets what comes meanwhile wait, and does it together afterwards', async () => {
    const { groups, ask, itemsOf } = setUp();
    const first = ask('ana');
    await nextTurn();
    const later = [ask('rui')];
    await nextTurn();
    later.push(ask('eva'));
    await nextTurn();
    expect(itemsOf()).toEqual([['ana']]);

    groups[0]?.finish();
    await first;
    await nextTurn();

    expect(itemsOf()).toEqual([['ana'], ['rui', 'eva']]);
    groups[1]?.finish();
    expect(await Promise.all(later)).toEqual(['rui!', 'eva!']);
  });

  it('tells an error to the one it is for', async () => {
    const { groups, ask } = setUp();
    const outcomes = Promise.allSettled([ask('ana'), ask('rui')]);
    await nextTurn();

    groups[0]?.finish(['ana!', new Error('not you')]);

    expect(await outcomes).toMatchObject([
      { status: 'fulfilled', value: 'ana!' },
      { status: 'rejected', reason: { message: 'not you' } },
    ]);
  });

  it('goes on after a group that failed as a whole', async () => {
    let isBroken = true;
    const ask = together<string, string>(async (items) => {
      if (isBroken) throw new Error('the database is away');
      return [...items];
    });
    const outcomes = await Promise.allSettled([ask('ana'), ask('rui')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);

    isBroken = false;

    expect(await ask('ana')).toBe('ana');
  });
});
