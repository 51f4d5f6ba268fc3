import type { LedgerEntry } from '@passeio/contract/payments/payments';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, formatShortDate } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { showAlert } from '~/ui/feedback/alert';

/** Where a reservation has to be named, and what is typed is no code. */
export const CHOOSE_RESERVATION = 'Escolha uma reserva da lista, ou digite o código de 6 letras e números.';

/** As "Capitólio · sáb., 5 de dez."; the day stays on one line. */
export function tripWords(trip: { title: string; date: string }, timeZone: string): string {
  return `${trip.title} · ${formatShortDate(trip.date, timeZone).replaceAll(' ', '\u00a0')}`;
}

/** Amount with its sign: what went out is negative. */
export function signedMoney({ direction, amountCents }: Pick<LedgerEntry, 'direction' | 'amountCents'>): string {
  return formatMoney(direction === 'out' ? -amountCents : amountCents);
}

/** As typed into a field; empty for nothing. */
export function moneyField(cents: number): string {
  return cents > 0 ? formatMoneyInput(cents) : '';
}

/** The amount that was typed in centavos, or why it is none. */
export function readMoney(typed: string): { cents: number } | { error: string } {
  const cents = parseMoney(typed);
  if (typeof cents === 'number' && cents > 0) return { cents };
  if (cents === 0) return { error: 'Informe um valor maior que zero.' };
  return { error: cents === null ? 'Informe o valor.' : 'Valor inválido. Use, por exemplo, 86,70.' };
}

/** Says in a toast what went wrong; a bank that is away is not our server. */
export function tellFailure(error: unknown): void {
  const isBank = error instanceof ApiError && error.code === 'PROVIDER_UNAVAILABLE';
  showAlert('error', isBank ? error.message : explainFailure(error));
}
