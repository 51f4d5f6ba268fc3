import type { LedgerEntry } from '@passeio/contract/payments';
import { firstName } from '~/features/reservations/passengers/passenger-labels';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, formatShortDate, whatsAppLink } from '~/lib/formats';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { showAlert } from '~/ui/feedback/alert';

interface Payer {
  payer: string;
  contact: string;
  code: string;
}

/** WhatsApp to the payer, with a first message that names the reservation. */
export function whatsAppToPayer({ payer, contact, code }: Payer, subject: string): string {
  return whatsAppLink(contact, `Olá, ${firstName({ name: payer })}! É sobre ${subject} da reserva ${code}.`);
}

/** As "Capitólio · sáb., 5 de dez." */
export function tripWords(trip: { title: string; date: string }, timeZone: string): string {
  return `${trip.title} · ${formatShortDate(trip.date, timeZone)}`;
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
