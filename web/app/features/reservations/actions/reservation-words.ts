import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import type { ListedReservation } from './reservation-action';

/** As "Reserva 34679A de Cleusa Prado, 4 pessoas." */
export function reservationWords({ reservation: { code, people }, payer }: ListedReservation): string {
  return `Reserva ${code} de ${payer.name}, ${plural(people, 'pessoa')}.`;
}

/** What changing a total from one amount to another means for the money, as "R$ 40,00 a mais, a cobrar". */
export function differenceWords(totalCents: number, newTotalCents: number, receivedCents: number): string {
  const difference = newTotalCents - totalCents;
  if (difference === 0) return 'sem diferença de valor';
  const amount = formatMoney(Math.abs(difference));
  if (difference > 0) return `diferença de ${amount}, a cobrar`;
  const toReturnCents = Math.max(receivedCents - newTotalCents, 0);
  return toReturnCents > 0
    ? `diferença de ${amount}; a devolver: ${formatMoney(toReturnCents)}`
    : `diferença de ${amount} a menos`;
}
