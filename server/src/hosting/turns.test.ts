import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Turns } from './turns.ts';

it('an operator with hundreds of requests begins some in each turn, in their order, and another one does not wait', async () => {
  const turns = new Turns();
  const begun: string[] = [];
  for (let number = 0; number < 100; number += 1) turns.take('flooded', () => begun.push(`flooded ${number}`));
  turns.take('other', () => begun.push('other'));
  expect(begun.length).toBeLessThan(20);
  expect(begun.at(-1)).toBe('other');
  const counts: number[] = [];
  while (begun.length < 101) {
    counts.push(begun.length);
    await nextTurn();
    turns.take('other', () => undefined);
  }
  expect(counts.length).toBeGreaterThan(4);
  const ofFlooded = begun.filter((one) => one !== 'other');
  expect(ofFlooded).toEqual(Array.from({ length: 100 }, (_, number) => `flooded ${number}`));
});
