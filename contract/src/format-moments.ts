// Without schemas, so that the portal's scripts do not carry them. Every function takes a time zone, so that server and
// browser write the same.
const LOCALE = 'pt-BR';
const NIGHT_ENDS_AT = '05:00';
const DAY_MS = 86_400_000;

// Making a format takes as long as 50 uses, and a page of 200 trips needs a thousand: they are cached.
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** The format of dates with these options, which name the time zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = LOCALE): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  dateFormats.set(key, known);
  return known;
}

/** Instant as "sábado, 5 de dezembro de 2026". */
export function formatLongDate(instant: string, timeZone: string): string {
  return dateFormat({ dateStyle: 'full', timeZone }).format(new Date(instant));
}

/** Instant as "novembro de 2026". */
export function formatMonthAndYear(instant: string, timeZone: string): string {
  return dateFormat({ month: 'long', year: 'numeric', timeZone }).format(new Date(instant));
}

/** ISO date "2026-12-05" as "05/12/2026". */
export function formatDay(date: string): string {
  return date.split('-').reverse().join('/');
}

/** Instant as "04:30". */
export function formatTime(instant: string, timeZone: string): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(instant));
}

/** Instant as "12/12/2026 às 15:30". */
export function dayAndTime(instant: Date, timeZone: string): string {
  const day = dateFormat({ day: '2-digit', month: '2-digit', year: 'numeric', timeZone }).format(instant);
  return `${day} às ${formatTime(instant.toISOString(), timeZone)}`;
}

/** "madrugada de sábado para domingo" for an instant between midnight and 5 o'clock, else undefined. */
export function formatNight(instant: string, timeZone: string): string | undefined {
  if (formatTime(instant, timeZone) >= NIGHT_ENDS_AT) return undefined;
  const weekday = (at: number) => dateFormat({ weekday: 'long', timeZone }).format(at).replace('-feira', '');
  const at = Date.parse(instant);
  return `madrugada de ${weekday(at - DAY_MS)} para ${weekday(at)}`;
}

/** "sábado, 5 de dezembro de 2026, às 05:30"; at night with "(madrugada de sexta para sábado)". */
export function formatLongMoment(instant: string, timeZone: string): string {
  const night = formatNight(instant, timeZone);
  const moment = `${formatLongDate(instant, timeZone)}, às ${formatTime(instant, timeZone)}`;
  return night ? `${moment} (${night})` : moment;
}

/** A calendar day at `timeZone`. */
export function calendarDayAt(instant: string | Date, timeZone: string) {
  const [year = 0, month = 0, day = 0] = calendarOf(timeZone).format(new Date(instant)).split('-').map(Number);
  return { year, month, day };
}

const calendars = new Map<string, Intl.DateTimeFormat>();

// Swedish dates are written as in ISO 8601. Cached, because making one takes thirty times as long as using it.
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(timeZone, made);
  return made;
}
