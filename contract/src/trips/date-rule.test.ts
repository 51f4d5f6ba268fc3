import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateRule, datesOfRule, holidayOf, MAX_TRIP_COPIES, weekdayOf } from './date-rule.ts';

const of = (rule: Partial<DateRule>, anchor = '2027-01-03') =>
  datesOfRule({ every: 'week', weekdays: [0], until: '2027-02-28', ...rule }, { anchor, after: anchor });

describe('the dates of a rule', () => {
  it('are every Sunday but those that are left out', () => {
    expect(of({ until: '2027-01-31', except: ['2027-01-17'] })).toEqual(['2027-01-10', '2027-01-24', '2027-01-31']);
  });

  it('are the same where a program counts Sunday as the seventh day', () => {
    expect(of({ weekdays: [7] })).toEqual(of({ weekdays: [0] }));
  });

  it('are every second week on several days, counted from the trip', () => {
    expect(of({ every: 'two_weeks', weekdays: [6, 3] }, '2027-01-06')).toEqual([
      ...['2027-01-09', '2027-01-20', '2027-01-23', '2027-02-03', '2027-02-06', '2027-02-17', '2027-02-20'],
    ]);
  });

  it('are the second or the last Saturday of each month, over a leap day', () => {
    const months = { every: 'month' as const, weekdays: [6], until: '2028-03-31' };
    expect(of({ ...months, nth: 2 }, '2028-01-01')).toEqual(['2028-01-08', '2028-02-12', '2028-03-11']);
    expect(of({ ...months, nth: -1 }, '2028-01-01')).toEqual(['2028-01-29', '2028-02-26', '2028-03-25']);
  });

  it('are never more than may be copied, and one that says so', () => {
    expect(of({ weekdays: [0, 1, 2, 3, 4, 5, 6], until: '2099-12-31' })).toHaveLength(MAX_TRIP_COPIES + 1);
  });

  it('ascend, after the trip, within the rule, whatever it is', () => {
    const day = fc.date({ min: new Date('2026-01-01'), max: new Date('2034-12-31'), noInvalidDate: true });
    const rule = fc.record({
      every: fc.constantFrom('week' as const, 'two_weeks' as const, 'month' as const),
      weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
      nth: fc.constantFrom(1, 2, 3, 4, -1),
      until: day.map((at) => at.toISOString().slice(0, 10)),
    });
    fc.assert(
      fc.property(rule, day, (given, start) => {
        const anchor = start.toISOString().slice(0, 10);
        const dates = datesOfRule(given, { anchor, after: anchor });
        expect(dates).toEqual([...new Set(dates)].toSorted());
        for (const date of dates) {
          expect(date > anchor && date <= given.until).toBe(true);
          expect(given.weekdays).toContain(weekdayOf(date));
        }
      }),
    );
  });
});

describe('national holidays', () => {
  it.each([
    ['2027-02-09', 'Carnaval'],
    ['2028-02-26', 'Carnaval'],
    ['2026-04-03', 'Sexta-feira Santa'],
    ['2035-05-24', 'Corpus Christi'],
    ['2031-11-20', 'Consciência Negra'],
    ['2036-12-25', 'Natal'],
    ['2027-02-11', undefined],
  ])('%s is %s', (date, name) => expect(holidayOf(date)).toBe(name));
});
