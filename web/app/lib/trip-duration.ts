import { dateFormat, formatShortDate } from '~/lib/formats';

interface Span {
  date: string;
  returnDate: string;
}

/** Number of calendar days of a trip in the operator's time zone: 1 if it returns on the same day. */
function daysOf({ date, returnDate }: Span, timeZone: string): number {
  const day = (instant: string) => {
    const format = dateFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
    return Date.parse(`${format.format(new Date(instant))}T00:00:00Z`);
  };
  return Math.max(1, Math.round((day(returnDate) - day(date)) / 86_400_000) + 1);
}

/** "Bate-volta" or "3 dias". */
export function durationInWords(span: Span, timeZone: string): string {
  const days = daysOf(span, timeZone);
  return days === 1 ? 'Bate-volta' : `${days} dias`;
}

/** "sáb., 5 de dez." or "sáb., 12 de dez. a dom., 13 de dez.". */
export function datesInShort(span: Span, timeZone: string): string {
  const start = formatShortDate(span.date, timeZone);
  return daysOf(span, timeZone) === 1 ? start : `${start} a ${formatShortDate(span.returnDate, timeZone)}`;
}
