import { describe, expect, it } from 'vitest';
import { parseDay, parseTime } from './parse-time';

describe('a time of day', () => {
  it.each([
    ['04:30', '04:30'],
    ['4:30', '04:30'],
    ['0430', '04:30'],
    ['430', '04:30'],
    ['4h30', '04:30'],
    ['4h30min', '04:30'],
    ['4h', '04:00'],
    [' 22 ', '22:00'],
    ['00:00', '00:00'],
  ])('%j is %s', (typed, time) => {
    expect(parseTime(typed)).toBe(time);
  });

  it.each(['', '24:00', '4:5', '12:60', 'cedo', '12345', '4:300'])('%j is none', (typed) => {
    expect(parseTime(typed)).toBeUndefined();
  });
});

describe('a calendar date', () => {
  it.each([
    ['05/12/2026', '2026-12-05'],
    ['5/1/2027', '2027-01-05'],
    ['05.12.2026', '2026-12-05'],
    ['05122026', '2026-12-05'],
    ['29/02/2028', '2028-02-29'],
  ])('%j is %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });

  it.each(['', '31/02/2026', '29/02/2027', '13/13/2026', '0/1/2026', '2026', '05/12', '05/12/26'])(
    '%j is none yet',
    (typed) => {
      expect(parseDay(typed)).toBeUndefined();
    },
  );

  it('needs no year, or half of it, when it is left', () => {
    expect(parseDay('05/12', '2026-11-20')).toBe('2026-12-05');
    expect(parseDay('5/1/', '2026-11-20')).toBe('2027-01-05');
    expect(parseDay('20/11', '2026-11-20')).toBe('2026-11-20');
    expect(parseDay('05/12/27', '2026-11-20')).toBe('2027-12-05');
    expect(parseDay('31/02', '2026-11-20')).toBeUndefined();
  });
});
