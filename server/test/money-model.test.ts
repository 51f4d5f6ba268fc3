import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Book } from './money-model/book.ts';
import { expectEqual, readSums } from './money-model/readings.ts';
import { type Game, sequences, take } from './money-model/steps.ts';
import { openWindow, type Window } from './money-model/window.ts';

// SEQUENCES_OF_MONEY=200 tries more of them by hand, and says how often each step changed something.
const asked = process.env.SEQUENCES_OF_MONEY;
const RUNS = Number(asked ?? 6);
const HOURS_MS = 12 * 3_600_000;

let window: Window;
beforeAll(async () => {
  window = await openWindow();
});
afterAll(() => window.close());

async function begin(): Promise<Game> {
  const trips = [
    await window.sell('Serra', { priceCents: 18_903, depositPercent: 30, penaltyPercent: 20 }),
    await window.sell('Lago', { priceCents: 12_345, depositPercent: 50, penaltyPercent: 0 }),
  ];
  const book = new Book();
  for (const { id, token } of [await window.client(), await window.client()]) {
    book.accounts.push({ id, token, creditCents: 0 });
  }
  return { window, book, trips };
}

it(
  'whatever happens to money, everybody reads what plain sums say, to the centavo',
  async () => {
    const effects = new Map<string, number>();
    const property = fc.asyncProperty(sequences, async (steps) => {
      const game = await begin();
      const { book } = game;
      const before = await readSums(window);
      for (const step of steps) {
        const was = JSON.stringify(book);
        try {
          await take(game, step);
          await expectSoon(() => expectEqual(window, book, before));
        } catch (error) {
          if (error instanceof Error) error.message = `${step[0]}: ${error.message}`;
          throw error;
        }
        if (JSON.stringify(book) !== was) effects.set(step[0], (effects.get(step[0]) ?? 0) + 1);
      }
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
    if (asked) process.stdout.write(`${JSON.stringify(Object.fromEntries(effects))}\n`);
    expect(effects.size).toBeGreaterThan(2);
  },
  HOURS_MS,
);

/** At once, or once the notices that wait in a queue have been worked. */
async function expectSoon(check: () => Promise<void>): Promise<void> {
  let failure: unknown;
  await expect
    .poll(
      async () => {
        failure = await check().catch((error: unknown) => error);
        if (failure) await window.settle();
        return failure === undefined;
      },
      { timeout: 12_000, interval: 200 },
    )
    .toBe(true)
    .catch((error: unknown) => {
      throw failure ?? error;
    });
}
