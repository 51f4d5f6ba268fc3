import { MIN_REST_HOURS } from '@passeio/contract/crew/crew-conflicts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conflictsOf, type Duty, freeDays } from './conflicts.ts';

const MINUTE_MS = 60_000;
const ZONE = 'America/Sao_Paulo';
const START = Date.parse('2031-01-01T00:00:00Z');
const everyDay = { weekdays: [1, 2, 3, 4, 5, 6, 7], daysOff: [] };

const duty = (tripId: string) =>
  fc
    .record({ start: fc.integer({ min: 0, max: 5_000 }), length: fc.integer({ min: 1, max: 4_000 }) })
    .map(({ start, length }): Duty => {
      const at = (minutes: number) => new Date(START + minutes * MINUTE_MS);
      return { tripId, title: tripId, departsAt: at(start), returnsAt: at(start + length) };
    });
const minutesOf = ({ departsAt, returnsAt }: Duty) => [departsAt, returnsAt].map((at) => at.getTime() / MINUTE_MS);

describe('conflicts of two departures', () => {
  it('are those of a minute on both, else of a gap under eleven hours, else none; the same from either side', () => {
    fc.assert(
      fc.property(duty('a'), duty('b'), (one, other) => {
        const [found] = conflictsOf(one, [other], everyDay, ZONE);
        const [mirrored] = conflictsOf(other, [one], everyDay, ZONE);
        const [from = 0, to = 0] = minutesOf(one);
        const [otherFrom = 0, otherTo = 0] = minutesOf(other);
        const shared = Array.from({ length: to - from }, (_, index) => from + index).some(
          (minute) => minute >= otherFrom && minute < otherTo,
        );
        const gap = Math.max(otherFrom - to, from - otherTo);
        const kind = shared ? 'overlap' : gap < MIN_REST_HOURS * 60 ? 'rest' : undefined;
        expect(found?.kind).toBe(kind);
        expect(mirrored?.kind).toBe(kind);
        if (found?.kind === 'rest') expect(found.restMinutes).toBe(gap);
        if (found && found.kind !== 'dayOff') expect(found.tripId).toBe('b');
      }),
      { numRuns: 300 },
    );
  });

  it('a departure is in no conflict with itself, and eleven hours are enough', () => {
    const first = { tripId: 'a', title: 'A', departsAt: new Date(START), returnsAt: new Date(START + 60 * MINUTE_MS) };
    const after = (minutes: number) => ({
      ...{ tripId: 'b', title: 'B' },
      departsAt: new Date(first.returnsAt.getTime() + minutes * MINUTE_MS),
      returnsAt: new Date(first.returnsAt.getTime() + (minutes + 60) * MINUTE_MS),
    });
    expect(conflictsOf(first, [first], everyDay, ZONE)).toEqual([]);
    expect(conflictsOf(first, [after(660)], everyDay, ZONE)).toEqual([]);
    expect(conflictsOf(first, [after(659)], everyDay, ZONE)).toMatchObject([{ kind: 'rest', restMinutes: 659 }]);
    expect(conflictsOf(first, [after(0)], everyDay, ZONE)).toMatchObject([{ kind: 'rest', restMinutes: 0 }]);
  });
});

describe('days on which somebody does not work', () => {
  it('are those off and those of the week that are not theirs, on the calendar of the operator', () => {
    const weekend = { weekdays: [6, 7], daysOff: [{ from: '2031-01-12', to: '2031-01-18' }] };
    expect(freeDays('2031-01-03', '2031-01-05', weekend)).toEqual(['2031-01-03']);
    expect(freeDays('2031-01-11', '2031-01-12', weekend)).toEqual(['2031-01-12']);
    // Saturday evening in São Paulo is Sunday in UTC.
    const evening = (departs: string, returns: string) => ({
      ...{ tripId: 'a', title: 'A', departsAt: new Date(departs), returnsAt: new Date(returns) },
    });
    const saturday = evening('2031-01-04T20:00:00-03:00', '2031-01-04T23:30:00-03:00');
    expect(conflictsOf(saturday, [], { weekdays: [6], daysOff: [] }, ZONE)).toEqual([]);
    expect(conflictsOf(saturday, [], { weekdays: [7], daysOff: [] }, ZONE)).toEqual([
      { kind: 'dayOff', days: ['2031-01-04'] },
    ]);
  });
});
