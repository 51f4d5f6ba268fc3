import type { Overview, OverviewToday } from '@passeio/contract/overview';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import { Figure } from './figure';
import { countOfReservations, reservationsPath, tripsPath } from './overview';
import { MISSING_DATA_ID } from './readiness';

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

/** Requests of trips on request; shown only if there are any. */
export function RequestsFigure({ numbers: { requests }, role }: FigureOf<OverviewToday>) {
  if (requests.reservations === 0) return null;
  return (
    <Figure
      label="Pedidos de reserva"
      value={requests.reservations.toLocaleString('pt-BR')}
      note={requests.reservations === 1 ? 'espera resposta' : 'esperam resposta'}
      to={reservationsPath(role, 'requests')}
      urgent
    />
  );
}

/** What waits at the desk of payments; each only if something does. */
export function PaymentFigures({ numbers: { payments }, role }: FigureOf<OverviewToday>) {
  const { receipts, refunds, unmatched, bankChecks } = payments;
  return (
    <>
      {bankChecks > 0 && (
        <Figure
          label="Banco sem resposta"
          value={bankChecks.toLocaleString('pt-BR')}
          note={bankChecks === 1 ? 'vaga guardada, decida você' : 'vagas guardadas, decida você'}
          to={reservationsPath(role, 'bankChecks')}
          urgent
        />
      )}
      {receipts > 0 && (
        <Figure
          label="Comprovantes"
          value={receipts.toLocaleString('pt-BR')}
          note="a conferir"
          to="/admin/pagamentos"
          urgent
        />
      )}
      {refunds.refunds > 0 && (
        <Figure
          label="A devolver"
          value={formatMoney(refunds.cents)}
          note={refundWords(refunds)}
          to="/admin/pagamentos/devolucoes"
          urgent={refunds.late > 0}
        />
      )}
      {unmatched.payments > 0 && (
        <Figure
          label="A conciliar"
          value={formatMoney(unmatched.cents)}
          note={plural(unmatched.payments, 'Pix sem reserva', 'Pix sem reserva')}
          to="/admin/pagamentos/conciliar"
          urgent
        />
      )}
    </>
  );
}

function refundWords({ refunds, late }: OverviewToday['payments']['refunds']): string {
  const all = plural(refunds, 'devolução', 'devoluções');
  if (late === 0) return all;
  return `${all}, ${plural(late, 'atrasada')}`;
}

/** Departures below their minimum whose decision is near; shown only if there are any. */
export function ToDecideFigure({ toDecide }: OverviewToday) {
  if (toDecide === 0) return null;
  return (
    <Figure
      label="Saídas a decidir"
      value={toDecide.toLocaleString('pt-BR')}
      note="abaixo do mínimo, decisão em até 14 dias"
      to="/admin/saidas"
      urgent
    />
  );
}

/** Payers who have not chosen after their departure was cancelled; shown only if there are any. */
export function CancelledDeparturesFigure({ cancelledDepartures }: OverviewToday) {
  const [first] = cancelledDepartures;
  if (!first) return null;
  const open = cancelledDepartures.reduce((sum, departure) => sum + departure.open, 0);
  return (
    <Figure
      label="Escolhas em aberto"
      value={open.toLocaleString('pt-BR')}
      note={`reservas de ${plural(cancelledDepartures.length, 'saída cancelada', 'saídas canceladas')}`}
      to={cancelledDepartures.length === 1 ? `/admin/saidas/${first.id}/cancelamento` : '/admin/saidas'}
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
