import { calendarDate } from '../fields.ts';
import { z } from '../zod.ts';

/** Maximum copies of a trip per request: one a week for a year, and a few. */
export const MAX_TRIP_COPIES = 60;

const everyKinds = ['week', 'two_weeks', 'month'] as const;
const DAY_MS = 86_400_000;
const LAST = -1;

/**
 * A rule that makes departure dates, after a day and up to `until`. `weekdays`: from 0 on Sundays to 6, 7 being a
 * Sunday too. `nth`: of every month the first to fourth of each weekday, or -1 for the last. `except`: days that are
 * left out.
 */
export const dateRule = z
  .strictObject({
    every: z.enum(everyKinds, 'Escolha toda semana, a cada duas semanas ou todo mês.'),
    weekdays: z
      .array(
        z.int('Escolha os dias da semana.').min(0, 'Escolha os dias da semana.').max(7, 'Escolha os dias da semana.'),
      )
      .min(1, 'Escolha pelo menos um dia da semana.')
      .max(7, 'Há um dia da semana repetido.'),
    nth: z
      .int('Escolha a semana do mês.')
      .min(LAST, 'Escolha a semana do mês.')
      .max(5, 'Escolha a semana do mês.')
      .optional(),
    until: calendarDate.refine((day) => day <= '2099-12-31', 'Use uma data até 2099.'),
    except: z.array(calendarDate).max(366, 'Use no máximo 366 dias sem saída.').default([]),
  })
  .refine((rule) => rule.nth !== 0, { path: ['nth'], message: 'Escolha a semana do mês.' });
export type DateRule = z.input<typeof dateRule>;

/**
 * The dates of a rule after a day, ascending; at most one more than may be copied. Every second week is counted from
 * the week of `anchor`, which begins on a Sunday.
 */
export function datesOfRule(rule: DateRule, { after, anchor }: { after: string; anchor: string }): string[] {
  const weekdays = new Set(rule.weekdays.map((weekday) => weekday % 7));
  const except = new Set(rule.except);
  const dates: string[] = [];
  for (
    let at = Date.parse(after) + DAY_MS;
    at <= Date.parse(rule.until) && dates.length <= MAX_TRIP_COPIES;
    at += DAY_MS
  ) {
    const date = isoDate(at);
    if (weekdays.has(weekdayOf(date)) && isInTurn(rule, date, anchor) && !except.has(date)) dates.push(date);
  }
  return dates;
}

/** The weekday of a calendar date, 0 on Sundays. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}

function isInTurn({ every, nth = 1 }: DateRule, date: string, anchor: string): boolean {
  if (every === 'week') return true;
  if (every === 'two_weeks') return ((weekOf(date) - weekOf(anchor)) / (7 * DAY_MS)) % 2 === 0;
  const day = Number(date.slice(8));
  // The fifth is the last, of which there are four in most months.
  if (nth === LAST || nth === 5) return isoDate(Date.parse(date) + 7 * DAY_MS).slice(0, 7) !== date.slice(0, 7);
  return Math.ceil(day / 7) === nth;
}

const weekOf = (date: string) => Date.parse(date) - weekdayOf(date) * DAY_MS;
const isoDate = (at: number) => new Date(at).toISOString().slice(0, 10);

// Month and day.
const fixedHolidays: Record<string, string> = {
  '01-01': 'Confraternização Universal',
  '04-21': 'Tiradentes',
  '05-01': 'Dia do Trabalho',
  '09-07': 'Independência',
  '10-12': 'Nossa Senhora Aparecida',
  '11-02': 'Finados',
  '11-15': 'Proclamação da República',
  '11-20': 'Consciência Negra',
  '12-25': 'Natal',
};
// Days after Easter.
const movableHolidays: Partial<Record<string, string>> = {
  [-50]: 'Carnaval',
  [-49]: 'Carnaval',
  [-48]: 'Carnaval',
  [-47]: 'Carnaval',
  [-46]: 'Quarta-feira de Cinzas',
  [-2]: 'Sexta-feira Santa',
  0: 'Páscoa',
  60: 'Corpus Christi',
};
const easters = [
  ...['2026-04-05', '2027-03-28', '2028-04-16', '2029-04-01', '2030-04-21'],
  ...['2031-04-13', '2032-03-28', '2033-04-17', '2034-04-09', '2035-03-25'],
];

/** The national holiday of a date, Carnival from its Saturday on included; movable ones until 2035. */
export function holidayOf(date: string): string | undefined {
  const easter = easters.find((day) => day.slice(0, 4) === date.slice(0, 4));
  const sinceEaster = easter && Math.round((Date.parse(date) - Date.parse(easter)) / DAY_MS);
  return movableHolidays[`${sinceEaster}`] ?? fixedHolidays[date.slice(5)];
}
