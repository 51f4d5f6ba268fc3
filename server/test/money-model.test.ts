import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Book } from './money-model/book.ts';
import { refuseCash } from './money-model/door-steps.ts';
import { endChoices } from './money-model/ending-steps.ts';
import { expectEqual, readSums } from './money-model/readings.ts';
import type { Reservation } from './money-model/reservation.ts';
import { dismissWaiting } from './money-model/returning-steps.ts';
import type { Game } from './money-model/step.ts';
import { type Played, sequences, take } from './money-model/steps.ts';
import { openWindow, type Window } from './money-model/window.ts';

// SEQUENCES_OF_MONEY=200 tries more of them by hand, and says how often each step changed something, and how long they
// took. SEED_OF_MONEY=2 tries others: processes with different seeds share a large number. STEPS_OF_MONEY is one
// sequence, as a failure writes it.
const { SEQUENCES_OF_MONEY: asked, SEED_OF_MONEY: seed, STEPS_OF_MONEY: written } = process.env;
const RUNS = written ? 1 : Number(asked ?? 6);
const HOURS_MS = 12 * 3_600_000;

let window: Window;
beforeAll(async () => {
  window = await openWindow();
});
afterAll(() => window.close());

let begun = 0;
async function begin(): Promise<Game> {
  begun += 1;
  const trips = await Promise.all([
    window.sell(`Serra ${begun}`, { priceCents: 18_903, depositPercent: 30, penaltyPercent: 20 }),
    window.sell(`Lago ${begun}`, { priceCents: 12_345, depositPercent: 50, penaltyPercent: 0, instalments: 3 }),
    window.sell(`Praia ${begun}`, { priceCents: 9_901, depositPercent: 100, penaltyPercent: 35, isBoarding: true }),
  ]);
  const book = new Book();
  for (const { id, token } of await Promise.all([window.client(), window.client()])) {
    book.accounts.push({ id, token, creditCents: 0 });
  }
  book.sellers.push(await window.seller(1_250), await window.seller(731));
  await window.changePrices(0, 0);
  return { window, book, trips, permille: { pix: 0, card: 0 } };
}

/** Leaves nothing in lists that the next sequence reads as its own. */
async function end(game: Game): Promise<void> {
  await endChoices(game);
  await refuseCash(game);
  await dismissWaiting(game);
  await window.settle();
  window.ageMoney();
}

it(
  'whatever happens to money, everybody reads what plain sums say, to the centavo',
  async () => {
    const effects = new Map<string, number>();
    let checks = 0;
    const from = performance.now();
    const property = fc.asyncProperty(sequences, async (steps) => {
      const game = await begin();
      const { book } = game;
      const before = await readSums(window);
      for (const step of steps) {
        const moneyOf = (one: Reservation) => `${book.atDoor(one)} ${stateOf(one)}`;
        const was = new Map(book.reservations.map((one) => [one, { money: moneyOf(one), trip: one.trip }]));
        const [wasBook, wasTrips] = [stateOf(book), stateOf(game.trips)];
        try {
          await take(game, step);
          const changed = book.reservations.filter((one) => was.get(one)?.money !== moneyOf(one));
          const trips = new Set(changed.flatMap((one) => [one.trip, was.get(one)?.trip ?? one.trip]));
          await expectSoon(() => expectEqual(window, book, { before, reservations: changed, trips }));
        } catch (error) {
          if (error instanceof Error) error.message = `${step[0]}: ${error.message}`;
          throw error;
        }
        checks += 1;
        if (stateOf(book) !== wasBook || stateOf(game.trips) !== wasTrips)
          effects.set(step[0], (effects.get(step[0]) ?? 0) + 1);
      }
      await expectEqual(window, book, { before, reservations: book.reservations, trips: game.trips });
      await end(game);
    });
    const examples = written ? [[JSON.parse(written)] as [Played]] : [];
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true, examples, ...(seed && { seed: Number(seed) }) });
    if (asked) {
      const seconds = ((performance.now() - from) / 1_000 / RUNS).toFixed(1);
      process.stdout.write(`${JSON.stringify(Object.fromEntries(effects))}\n`);
      process.stdout.write(`${RUNS} sequences of ${checks} steps, ${seconds} s each\n`);
    }
    expect(effects.size).toBeGreaterThan(2);
  },
  HOURS_MS,
);

/** Everything of a book, in which one thing may be in several places. */
function stateOf(one: Book | Reservation | Game['trips']): string {
  const ids = new Map<object, number>();
  return JSON.stringify(one, (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const known = ids.get(value);
    if (known !== undefined) return known;
    ids.set(value, ids.size);
    return value;
  });
}

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
