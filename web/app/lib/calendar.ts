const LOCALE = 'pt-BR';
const DAY_MS = 24 * 60 * 60 * 1000;

/** Calendar date "2026-12-05" as "05/12". */
export function formatDayAndMonth(date: string): string {
  const [, month, day] = date.split('-');
  return `${day}/${month}`;
}

/** Calendar date "2026-12-05" as "sábado, 05/12". */
export function formatWeekdayAndDay(date: string): string {
  const weekday = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
  return `${weekday}, ${formatDayAndMonth(date)}`;
}

/** Month "2026-12" as "dezembro de 2026". */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  );
}

/** Month "2026-12" as "dez. 26". */
export function formatShortMonth(month: string): string {
  const name = new Intl.DateTimeFormat(LOCALE, { month: 'short', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));
  return `${name} ${month.slice(2, 4)}`;
}

/** How many days after `from` the date `to` is; both are calendar dates. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}
