import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boarder } from '~/test/boarding';
import { firstOf, type Stop } from './stops';

const stop = (count: number): Stop => ({
  id: '',
  title: '',
  all: [],
  people: Array.from({ length: count }, () => ({ person: boarder(), attendance: null, isDisputed: false })),
});
const peopleOf = (stops: readonly Stop[]) => stops.flatMap(({ people }) => people.map(({ person }) => person.id));

test('the first people of stops are those that the whole list begins with, and no stop is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }), fc.nat({ max: 12 }), (counts, count) => {
      const stops = counts.map(stop);
      const first = firstOf(stops, count);
      expect(peopleOf(first)).toEqual(peopleOf(stops).slice(0, count));
      expect(first.every(({ people }) => people.length > 0)).toBe(true);
    }),
  );
});
