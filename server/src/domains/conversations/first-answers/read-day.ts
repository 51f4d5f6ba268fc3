import { MONTHS, WEEKDAYS } from './vocabulary.ts';

/** Calendar days at the operator's, both included. */
export interface DayRange {
  from: string;
  to: string;
}

/** What a text says of days, and the text with {@link READ} in its place; `unsure`: it cannot be told which days. */
export type DayReading = { rest: string; days?: DayRange | undefined } | 'unsure';

/** Stands for words that were understood. */
export const READ = ' @ ';

// A date without a year that is past is next year's only if that is near; else somebody asks about the past.
const NEAR_MONTHS = 6;
const weekday = `(${WEEKDAYS.join('|')})(?: - feira| feira)?`;
const month = `(${MONTHS.join('|')})`;
// "4/5 pessoas" is no day, nor is "dia 6, 2 casais" another one.
const UNITS = '(?:pessoas|crianca|criancas|adultos|casal|amigos|anos|meses|horario|[oe] ?\\d)';
const EXACT = new RegExp(
  ` (?:dia )?(\\d{1,2})(?: o)?(?: de)? ${month}(?: (?:de )?(\\d{4}))? | (dia )?(\\d{1,2})([/.-])(\\d{1,2})(?:\\6(\\d{4}|\\d{2}))?(?! ${UNITS}) | dia (\\d{1,2})(?: o)?(?: este meses)?(?! ${UNITS}) `,
);
const OF_WEEK = new RegExp(
  ` (?:(este|proximo) )?${weekday}(?: (que vem|da semana que vem|da proximo semana|proximo|agora))? `,
);

type Rule = [pattern: RegExp, read: (found: RegExpExecArray, today: Temporal.PlainDate) => DayRange | undefined];

const plus = (today: Temporal.PlainDate, days: number) => only(today.add({ days }));

// In this order: what is longer first. Undefined: it cannot be told.
const RULES: Rule[] = [
  [/ depois de amanha /, (_, today) => plus(today, 2)],
  [/ amanha /, (_, today) => plus(today, 1)],
  [/ hoje /, (_, today) => plus(today, 0)],
  [/ (?:proximo (?:fim|final) de semana|proximo fds|(?:(?:fim|final) de semana|fds) que vem) /, () => undefined],
  [/ (?:este )?(?:(?:fim|final) de semana|fds)(?: agora)? /, (_, today) => weekend(today)],
  [EXACT, exactDay],
  [OF_WEEK, dayOfWeek],
  [/ (?:semana que vem|proximo semana) /, (_, today) => days(nextMonday(today), 7)],
  [/ este semana /, (_, today) => ({ from: `${today}`, to: `${nextMonday(today).subtract({ days: 1 })}` })],
  [/ (?:meses que vem|proximo meses) /, (_, today) => monthOf(today.with({ day: 1 }).add({ months: 1 }), today)],
  [/ este meses /, (_, today) => monthOf(today, today)],
  [new RegExp(` (?:em|de|para|meses de) ${month} `), namedMonth],
];

/** Reads the days of a text of the patterns' words, each with a blank before and after it. */
export function readDays(text: string, today: Temporal.PlainDate): DayReading {
  let rest = text;
  const ranges: DayRange[] = [];
  const named: number[] = [];
  for (const [pattern, read] of RULES) {
    for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
      const range = read(found, today);
      if (!range) return 'unsure';
      ranges.push(range);
      if (pattern === OF_WEEK) named.push(weekdayIn(found));
      rest = rest.replace(pattern, READ);
    }
  }
  return agreed(ranges, named, rest);
}

// Of "domingo, dia 6" the date counts, if it is a Sunday; anything else said twice must be the same.
function agreed(ranges: DayRange[], named: number[], rest: string): DayReading {
  const exact = ranges.filter(({ from, to }) => from === to);
  const distinct = [...new Map(ranges.map((range) => [`${range.from} ${range.to}`, range])).values()];
  if (distinct.length <= 1) return { rest, days: distinct[0] };
  const dates = exact.filter(({ from }) => named.includes(Temporal.PlainDate.from(from).dayOfWeek));
  const [first, second] = distinct;
  if (named.length !== 1 || distinct.length !== 2 || !first || !second) return 'unsure';
  if (dates.length !== 2 || exact.length !== 2) return 'unsure';
  // The date stands first, because its rule does.
  return { rest, days: first };
}

const only = (day: Temporal.PlainDate): DayRange => ({ from: `${day}`, to: `${day}` });
const days = (from: Temporal.PlainDate, count: number): DayRange => ({
  from: `${from}`,
  to: `${from.add({ days: count - 1 })}`,
});
const nextMonday = (today: Temporal.PlainDate) => today.add({ days: 8 - today.dayOfWeek });

function weekend(today: Temporal.PlainDate): DayRange {
  const sunday = today.add({ days: 7 - today.dayOfWeek });
  const saturday = sunday.subtract({ days: 1 });
  return { from: `${Temporal.PlainDate.compare(today, saturday) > 0 ? today : saturday}`, to: `${sunday}` };
}

function monthOf(day: Temporal.PlainDate, today: Temporal.PlainDate): DayRange {
  const first = day.with({ day: 1 });
  const from = Temporal.PlainDate.compare(first, today) < 0 ? today : first;
  return { from: `${from}`, to: `${first.with({ day: first.daysInMonth })}` };
}

function namedMonth(found: RegExpExecArray, today: Temporal.PlainDate): DayRange | undefined {
  const number = MONTHS.indexOf(found[1] ?? '') + 1;
  const ahead = (number - today.month + 12) % 12;
  return monthOf(today.with({ day: 1 }).add({ months: ahead }), today);
}

function weekdayIn(found: RegExpExecArray): number {
  return WEEKDAYS.indexOf(found[2] ?? '') + 1;
}

// On a Sunday "domingo" may be today or in a week. With which day a week begins matters to its Sunday alone.
function dayOfWeek(found: RegExpExecArray, today: Temporal.PlainDate): DayRange | undefined {
  const wanted = weekdayIn(found);
  const isNextWeek = found[3]?.includes('semana') ?? false;
  if (isNextWeek) return wanted === 7 ? undefined : only(nextMonday(today).add({ days: wanted - 1 }));
  const isNext = found[1] === 'proximo' || found[3] === 'que vem' || found[3] === 'proximo';
  const ahead = (wanted - today.dayOfWeek + 7) % 7;
  if (ahead > 0) return plus(today, ahead);
  return isNext ? plus(today, 7) : undefined;
}

function exactDay(found: RegExpExecArray, today: Temporal.PlainDate): DayRange | undefined {
  const [, ofMonth, monthName, longYear, isDay, day, separator, monthNumber, year, alone] = found;
  if (alone) return nextOfMonth(Number(alone), today);
  // "4-5" may be from four to five.
  if (separator && separator !== '/' && !isDay && !year) return undefined;
  const fields = {
    day: Number(ofMonth ?? day),
    month: monthName ? MONTHS.indexOf(monthName) + 1 : Number(monthNumber),
  };
  const written = longYear ?? year;
  if (written) {
    const date = valid({ ...fields, year: written.length === 2 ? 2000 + Number(written) : Number(written) });
    return date && Temporal.PlainDate.compare(date, today) >= 0 ? only(date) : undefined;
  }
  const thisYear = valid({ ...fields, year: today.year });
  if (thisYear && Temporal.PlainDate.compare(thisYear, today) >= 0) return only(thisYear);
  const nextYear = valid({ ...fields, year: today.year + 1 });
  const isNear = nextYear && Temporal.PlainDate.compare(nextYear, today.add({ months: NEAR_MONTHS })) <= 0;
  return nextYear && isNear ? only(nextYear) : undefined;
}

function nextOfMonth(day: number, today: Temporal.PlainDate): DayRange | undefined {
  const first = day >= today.day ? today : today.with({ day: 1 }).add({ months: 1 });
  const date = valid({ year: first.year, month: first.month, day });
  return date && only(date);
}

function valid(fields: { year: number; month: number; day: number }): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(fields, { overflow: 'reject' });
  } catch {
    return undefined;
  }
}
