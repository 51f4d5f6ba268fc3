import type { LedgerEntry } from '@passeio/contract/payments/payments';
import { formatMoney, formatShortDate } from '~/lib/formats';

/** As "Capitólio · sáb., 5 de dez."; the day stays on one line. */
export function tripWords(trip: { title: string; date: string }, timeZone: string): string {
  return `${trip.title} · ${formatShortDate(trip.date, timeZone).replaceAll(' ', '\u00a0')}`;
}

/** Amount with its sign: what went out is negative. */
export function signedMoney({ direction, amountCents }: Pick<LedgerEntry, 'direction' | 'amountCents'>): string {
  return formatMoney(direction === 'out' ? -amountCents : amountCents);
}
