import type { Formats } from '~/lib/formats';

/** As "Capitólio · sáb., 5 de dez."; the day stays on one line. */
export function tripWords(trip: { title: string; date: string }, formats: Formats): string {
  return `${trip.title} · ${formats.formatShortDate(trip.date).replaceAll(' ', '\u00a0')}`;
}
