import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { averageOf, MAX_STARS } from './stars.ts';

const reviews = fc.array(fc.integer({ min: 1, max: MAX_STARS }), { minLength: 1, maxLength: 200 });
const counted = (stars: number[]) =>
  [...Map.groupBy(stars, (one) => one)].map(([star, all]) => ({ stars: star, count: all.length }));

describe('the average of reviews', () => {
  it('is the mean to half a tenth, between the worst and the best', () => {
    fc.assert(
      fc.property(reviews, (stars) => {
        const average = averageOf(counted(stars)) ?? Number.NaN;
        const mean = stars.reduce((sum, one) => sum + one) / stars.length;
        expect(Math.abs(average - mean)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(average).toBeGreaterThanOrEqual(Math.min(...stars));
        expect(average).toBeLessThanOrEqual(Math.max(...stars));
      }),
    );
  });

  it('does not depend on their order, nor falls with a better one', () => {
    fc.assert(
      fc.property(reviews, (stars) => {
        const average = averageOf(counted(stars)) ?? Number.NaN;
        expect(averageOf(counted(stars.toReversed()))).toBe(average);
        expect(averageOf(counted([...stars, MAX_STARS]))).toBeGreaterThanOrEqual(average);
      }),
    );
  });

  it('is none without any', () => {
    expect(averageOf([])).toBeNull();
    expect(
      averageOf([
        { stars: 4, count: 1 },
        { stars: 5, count: 1 },
      ]),
    ).toBe(4.5);
  });
});
