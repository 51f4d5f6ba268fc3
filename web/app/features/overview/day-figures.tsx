import type { Overview, OverviewToday } from '@passeio/contract/overview';
import { formatMoney } from '~/lib/formats';
import { MISSING_DATA_ID } from './day-panels';
import { Figure } from './figure';
import { countOfReservations, reservationsPath, tripsPath } from './overview';

interface FigureOf<Numbers> {
  numbers: Numbers;
  role: string;
}

export function DeparturesFigure({ departures: { total } }: OverviewToday) {
  return (
    <Figure
      label="Próximas saídas"
      value={total.toLocaleString('pt-BR')}
      note={total === 1 ? 'passeio no ar' : 'passeios no ar'}
      to={tripsPath()}
    />
  );
}

export function DueFigure({ numbers: { due }, role }: FigureOf<Overview>) {
  return (
    <Figure
      label="A receber"
      value={formatMoney(due.cents)}
      note={countOfReservations(due.reservations)}
      to={reservationsPath(role, 'due')}
    />
  );
}

export function OverdueFigure({ numbers: { overdueDeposits }, role }: FigureOf<OverviewToday>) {
  return (
    <Figure
      label="Sinal atrasado"
      value={formatMoney(overdueDeposits.cents)}
      note={countOfReservations(overdueDeposits.reservations)}
      to={reservationsPath(role, 'overdueDeposits')}
      urgent={overdueDeposits.reservations > 0}
    />
  );
}

/** Shown only if there are requests. */
export function CancellationRequestsFigure({ numbers: { cancellationRequests }, role }: FigureOf<OverviewToday>) {
  if (cancellationRequests.reservations === 0) return null;
  return (
    <Figure
      label="Cancelamento solicitado"
      value={cancellationRequests.reservations.toLocaleString('pt-BR')}
      note={`${formatMoney(cancellationRequests.cents)} recebidos`}
      to={reservationsPath(role, 'cancellationRequests')}
      urgent
    />
  );
}

export function BelowMinimumFigure({ belowMinimum: { total } }: OverviewToday) {
  return (
    <Figure
      label="Abaixo do mínimo"
      value={total.toLocaleString('pt-BR')}
      note={total === 1 ? 'passeio' : 'passeios'}
      to={tripsPath({ belowMinimum: true })}
      urgent={total > 0}
    />
  );
}

export function MissingDataFigure({ missingData: { people } }: OverviewToday) {
  return (
    <Figure
      label="Dados pendentes"
      value={people.toLocaleString('pt-BR')}
      note={people === 1 ? 'pessoa' : 'pessoas'}
      to={`#${MISSING_DATA_ID}`}
      urgent={people > 0}
    />
  );
}
