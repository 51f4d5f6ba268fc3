import { expect, it } from 'vitest';
import { oneAtATime } from './semaphore.ts';

it('runs one after the other in the order of the calls, also after a failure', async () => {
  const inTurn = oneAtATime();
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });

  const results = await Promise.allSettled([work('first'), work('second', true), work('third')]);

  expect(log).toEqual(['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
