import { describe, expect, it } from 'vitest';
import { lookUpTogether } from './batch-loader.ts';

interface Row {
  owner: string;
  value?: number;
}

function setUp(table: Row[]) {
  const questions: string[][] = [];
  const find = lookUpTogether<Pick<Row, 'owner'>, Row>(
    async (keys) => {
      const owners = keys.map(({ owner }) => owner);
      questions.push(owners);
      if (owners.includes('broken')) throw new Error('the database is away');
      return table.filter(({ owner }) => owners.includes(owner));
    },
    ({ owner }) => owner,
  );
  return { questions, find: (owner: string) => find({ owner }) };
}

describe('looking up together', () => {
  it('asks once for what is wanted at the same moment, and answers each with its own rows', async () => {
    const { questions, find } = setUp([
      { owner: 'ana', value: 1 },
      { owner: 'rui', value: 2 },
      { owner: 'ana', value: 3 },
    ]);

    const answers = await Promise.all([find('rui'), find('ana'), find('nobody'), find('ana')]);

    expect(answers.map((rows) => rows.map(({ value }) => value))).toEqual([[2], [1, 3], [], [1, 3]]);
    expect(questions).toEqual([['rui', 'ana', 'nobody']]);
  });

  it('remembers nothing', async () => {
    const table = [{ owner: 'ana', value: 1 }];
    const { questions, find } = setUp(table);
    await find('ana');
    table.length = 0;

    expect(await find('ana')).toEqual([]);
    expect(questions).toHaveLength(2);
  });

  it('tells everybody who asked when it fails, and works again afterwards', async () => {
    const { find } = setUp([{ owner: 'ana', value: 1 }]);

    const outcomes = await Promise.allSettled([find('ana'), find('broken')]);

    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await find('ana')).toHaveLength(1);
  });
});
