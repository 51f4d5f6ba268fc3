import { type DayOrder, dayOrderOf, parseDay } from '../../../platform/spreadsheets/written-values.ts';
import type { Clock } from './statement-line.ts';

const WITH_OFFSET =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2}):?(\d{2}):?(\d{2})?(?:[.,]\d+)?\s*(?:\[([+-]?\d{1,2})(?:[.:]\d+)?(?::\w+)?\]|(Z|GMT|UTC)|([+-]\d{2}):?\d{2})/i;
const WITHOUT_YEAR =
  /^(\d{1,2})(?:\s*[/.-]\s*|\s+(?:de\s+)?|(?=\p{L}))(\d{1,2}|\p{L}{3,9})\.?(?:\s+\d{1,2}[:h]\d{2}.*)?$/u;
const DAYS_AHEAD = 31;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The day of a line. One after today with an offset of its own, as banks write that keep another country's time, is the
 * operator's; one without a year is the last such day, or one of the coming month.
 */
export function dayBy(text: string, clock: Clock, order: DayOrder = 'day'): string | undefined {
  const day = dayWithoutYear(text.trim(), clock.today, order) ?? parseDay(text, undefined, order);
  return day && day > clock.today ? (dayInZone(text.trim(), clock.timeZone) ?? day) : day;
}

function dayInZone(text: string, timeZone: string): string | undefined {
  const [, year, month, day, hours, minutes, , bracket, , offset] = WITH_OFFSET.exec(text) ?? [];
  if (!year) return undefined;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes));
  const instant = new Date(at - Number(bracket ?? offset ?? 0) * HOUR_MS);
  return instant.toLocaleDateString('sv-SE', { timeZone });
}

function dayWithoutYear(text: string, today: string, order: DayOrder): string | undefined {
  if (!WITHOUT_YEAR.test(text)) return undefined;
  const [, one, other] = WITHOUT_YEAR.exec(text) ?? [];
  const latest = new Date(Date.parse(today) + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10);
  const year = Number(latest.slice(0, 4));
  // 29 February is that of the last leap year.
  const years = [0, 1, 2, 3, 4].map((before) => parseDay(`${one} ${other} ${year - before}`, undefined, order));
  return years.find((day) => day && day <= latest);
}

/**
 * Which order the dates of a column have: one above 12 decides; in a file in English that in which none is to come.
 */
export function orderOfColumn(texts: string[], isEnglish: boolean, clock: Clock): DayOrder {
  const said = new Set(texts.map((text) => dayOrderOf(text) ?? dayOrderOf(`${text.trim()}/2000`)));
  if (said.has('day')) return 'day';
  if (said.has('month')) return 'month';
  const isToCome = (order: DayOrder) => texts.some((text) => (dayBy(text, clock, order) ?? '') > clock.today);
  return isEnglish && isToCome('day') && !isToCome('month') ? 'month' : 'day';
}
