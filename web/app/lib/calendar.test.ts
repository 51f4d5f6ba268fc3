import { expect, it } from 'vitest';
import { daysBetween, formatDayAndMonth, formatMonth, formatShortMonth, formatWeekdayAndDay } from './calendar';

it('calendar dates are themselves, wherever the clock is', () => {
  expect(formatDayAndMonth('2026-12-05')).toBe('05/12');
  expect(formatWeekdayAndDay('2026-12-05')).toBe('sábado, 05/12');
  expect(formatMonth('2026-03')).toBe('março de 2026');
  expect(formatShortMonth('2026-12')).toBe('dez. 26');
});

it('days between dates are counted on the calendar', () => {
  expect(daysBetween('2026-12-05', '2026-12-05')).toBe(0);
  expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
  expect(daysBetween('2026-12-05', '2026-12-01')).toBe(-4);
  // A day of 23 hours where clocks went forward.
  expect(daysBetween('2018-11-03', '2018-11-05')).toBe(2);
});
