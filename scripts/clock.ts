import { ensureTool } from './debian.ts';

const OPERATORS_ZONE = 'America/Sao_Paulo';

/** Times of the operator's day at which days change somewhere, and days that not every year or month has. */
const MOMENTS = ['12:00', '21:59', '23:59:30', '03:00', '12-31T21:59', '02-29T21:59'];

/** A clock that runs on from a moment. */
export interface Clock {
  /** As in "2026-12-31T23:59:30", of the operator's calendar. */
  moment: string;
  /** Runs a command that is put after it by this clock. */
  command: string;
}

/**
 * The clock by which tests run where TEST_CLOCK names one, as in "21:59:00", "12-31T21:59" or "2026-12-31T23:59:30";
 * one of MOMENTS where it is "draw". Servers, PostgreSQL and browsers share it; the times of files keep the machine's.
 * Throws where TEST_CLOCK is no time.
 */
export function testClock({ TEST_CLOCK } = process.env): Clock | undefined {
  if (!TEST_CLOCK) return undefined;
  const moment = TEST_CLOCK === 'draw' ? draw() : next(TEST_CLOCK);
  const seconds = Math.floor(moment.toZonedDateTime(OPERATORS_ZONE).epochMilliseconds / 1_000);
  return { moment: moment.toString(), command: `${ensureTool('datefudge')} @${seconds}` };
}

function draw(): Temporal.PlainDateTime {
  return next(MOMENTS[Math.floor(Math.random() * MOMENTS.length)] as string);
}

/** The time of today, or the next such day, as in "02-29T21:59", from today on. */
function next(text: string): Temporal.PlainDateTime {
  const today = Temporal.Now.plainDateISO(OPERATORS_ZONE);
  if (!text.includes('T')) return today.toPlainDateTime(text);
  const [day, time] = text.split('T') as [string, string];
  if (day.split('-').length === 3) return Temporal.PlainDateTime.from(text);
  const monthDay = Temporal.PlainMonthDay.from(day);
  for (let { year } = today; ; year += 1) {
    const date = monthDay.toPlainDate({ year });
    const isThatDay = date.toPlainMonthDay().equals(monthDay);
    if (isThatDay && Temporal.PlainDate.compare(date, today) >= 0) return date.toPlainDateTime(time);
  }
}
