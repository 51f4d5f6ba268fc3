import type { DemoTour } from './content.ts';

// ISO weekday numbers.
const weekdays: Record<DemoTour['weekday'], number> = { seg: 1, ter: 2, qua: 3, qui: 4, sex: 5, sáb: 6, dom: 7 };
const DAYS_PER_WEEK = 7;

/** The next such weekday after today, plus `weeks`, in the operator's time zone. */
export function departureDate(weekday: DemoTour['weekday'], weeksAhead: number, timeZone: string): Temporal.PlainDate {
  const today = Temporal.Now.plainDateISO(timeZone);
  const daysUntil = (weekdays[weekday] - today.dayOfWeek + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return today.add({ days: 1 + daysUntil, weeks: weeksAhead });
}
