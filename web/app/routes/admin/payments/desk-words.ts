import { formatShortDate } from '~/lib/formats';

/** As "Capitólio · sáb., 5 de dez."; the day stays on one line. */
export function tripWords(trip: { title: string; date: string }, timeZone: string): string {
  return `${trip.title} · ${formatShortDate(trip.date, timeZone).replaceAll(' ', '\u00a0')}`;
}
