const DAY: Intl.DateTimeFormatOptions = { day: '2-digit', month: '2-digit', year: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

// Cached by time zone, because making formats takes thirty times as long as using them: holds end by the thousand.
const formats = new Map<string, Intl.DateTimeFormat[]>();

/** An instant as "12/12/2026 às 15:30" in the operator's time zone. */
export function dayAndTime(instant: Date, timeZone: string): string {
  const known = formats.getOrInsertComputed(timeZone, () =>
    [DAY, TIME].map((options) => new Intl.DateTimeFormat('pt-BR', { timeZone, ...options })),
  );
  return known.map((format) => format.format(instant)).join(' às ');
}
