import { formatDay } from '@passeio/contract/format-moments';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { formatMoney } from '~/lib/formats';
import { MoneyLine } from './money-line';

/** The instalments of a reservation as entries of a <dl>, each with its day and what has become of it. */
export function InstalmentLines({ instalments }: Pick<Reservation, 'instalments'>) {
  return instalments.map((one) => (
    <MoneyLine key={one.id} label={`Parcela ${one.id}`} note={noteOf(one)} cents={one.amountCents} />
  ));
}

function noteOf({ state, dueDate, paidCents }: Reservation['instalments'][number]): string {
  if (state === 'paid') return 'Paga';
  const day = `${state === 'overdue' ? 'Venceu' : 'Vence'} em ${formatDay(dueDate)}`;
  return paidCents > 0 ? `${day} · ${formatMoney(paidCents)} já pagos` : day;
}
