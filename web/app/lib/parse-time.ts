/** Parses a time of day into "04:30", from "4:30", "0430", "4h30", "4h", "4"; undefined if it is none. */
export function parseTime(typed: string): string | undefined {
  const text = typed.trim().toLowerCase();
  const [, hours, minutes = '00'] =
    /^(\d{1,2})\s*[:h.]?$/.exec(text) ??
    /^(\d{1,2})\s*[:h.]\s*(\d{2})(?:min|m)?$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text) ??
    [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/**
 * Parses a calendar date into "2026-12-05", from "05/12/2026", "5.12.2026", "05122026"; undefined if it is none. With
 * `today`, the year may be left out (the next such day is meant) or have two digits.
 */
export function parseDay(typed: string, today?: string): string | undefined {
  const text = typed.trim();
  const full = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (full) return dateOf(Number(full[3]), full[2], full[1]);
  const short = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{2})?)?$/.exec(text);
  if (!short || today === undefined) return undefined;
  if (short[3]) return dateOf(2000 + Number(short[3]), short[2], short[1]);
  const year = Number(today.slice(0, 4));
  const thisYear = dateOf(year, short[2], short[1]);
  return thisYear !== undefined && thisYear >= today ? thisYear : dateOf(year + 1, short[2], short[1]);
}

function dateOf(year: number, month = '', day = ''): string | undefined {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = Date.parse(`${date}T00:00:00Z`);
  // Date.parse accepts 31 February as another day.
  return Number.isNaN(instant) || !new Date(instant).toISOString().startsWith(date) ? undefined : date;
}
