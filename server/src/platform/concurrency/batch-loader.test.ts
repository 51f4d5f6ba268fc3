import { describe, expect, it } from 'vitest';
import { createBatchLoader } from './batcher.ts';

interface Row {
  owner: string;
  value?: number;
}

function setUp(table: Row[]) {
  const queries: string[][] = [];
  const find = createBatchLoader<Pick<Row, 'owner'>, Row>(
    async (keys) => {
      const owners = keys.map(({ owner }) => owner);
      queries.push(owners);
      if (owners.includes('broken')) throw new Error('the database is unavailable');
      return table.filter(({ owner }) => owners.includes(owner));
    },
    ({ owner }) => owner,
  );
  return { queries, find: (owner: string) => find({ owner }) };
}

describe('a batch loader', () => {
  it('loads concurrent keys with one query, and resolves each with its own rows', async () => {
    const { queries, find } = setUp([
      { owner: 'ana', value: 1 },
      { owner: 'rui', value: 2 },
      { owner: 'ana', value: 3 },
    ]);

    const results = await Promise.all([find('rui'), find('ana'), find('nobody'), find('ana')]);

    expect(results.map((rows) => rows.map(({ value }) => value))).toEqual([[2], [1, 3], [], [1, 3]]);
    expect(queries).toEqual([['rui', 'ana', 'nobody']]);
  });

  it('caches nothing', async () => {
    const table = [{ owner: 'ana', value: 1 }];
    const { queries, find } = setUp(table);
    await find('ana');
    table.length = 0;

    expect(await find('ana')).toEqual([]);
    expect(queries).toHaveLength(2);
  });

  it('rejects the whole batch when the query fails, and recovers', async () => {
    const { find } = setUp([{ owner: 'ana', value: 1 }]);

    const outcomes = await Promise.allSettled([find('ana'), find('broken')]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await find('ana')).toHaveLength(1);
  });
});
