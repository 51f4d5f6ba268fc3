import { DECISION_DAYS } from '@passeio/contract/departures/departures';
import type { Overview, OverviewToday } from '@passeio/contract/staff/overview';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { FigureLink } from '~/ui/layout/facts';
import { may } from '../session/user-store';
import { MISSING_DATA_ID } from './day-panels';
import { countOfReservations, reservationsPath, tripsPath } from './overview';
import styles from './overview.module.css';

interface DayFiguresProps {
  /** Administrators also get what the company is to receive. */
  numbers: OverviewToday & Partial<Pick<Overview, 'due'>>;
}

/** What needs somebody, in the order of what it costs to forget, each with its list if it may be opened. */
export function DayFigures({ numbers }: DayFiguresProps) {
  const { departures, due, overdueDeposits, requests, payments, toDecide, waitingChats } = numbers;
  const { cancelledDepartures, belowMinimum, missingData } = numbers;
  const { bankChecks } = payments;
  const [firstCancelled] = cancelledDepartures;
  const toChoose = cancelledDepartures.reduce((sum, { open }) => sum + open, 0);
  return (
    <div className={styles.figures}>
      {bankChecks > 0 && (
        <FigureLink
          label="Banco sem resposta"
          value={format(bankChecks)}
          note={bankChecks === 1 ? 'vaga guardada, decida você' : 'vagas guardadas, decida você'}
          to={reservationsPath('bankChecks')}
          tone="warning"
        />
      )}
      {requests.reservations > 0 && (
        <FigureLink
          label="Pedidos de reserva"
          value={format(requests.reservations)}
          note={requests.reservations === 1 ? 'espera resposta' : 'esperam resposta'}
          to={reservationsPath('requests')}
          tone="warning"
        />
      )}
      {waitingChats > 0 && (
        <FigureLink label="Conversas esperando" value={format(waitingChats)} to="/admin/conversas" tone="warning" />
      )}
      <PaymentFigures payments={payments} />
      {toDecide > 0 && (
        <FigureLink
          label="Saídas a decidir"
          value={format(toDecide)}
          note={`abaixo do mínimo, decisão em até ${DECISION_DAYS} dias`}
          to="/admin/saidas"
          tone="warning"
        />
      )}
      {firstCancelled && (
        <FigureLink
          label="Escolhas em aberto"
          value={format(toChoose)}
          note={`reservas de ${plural(cancelledDepartures.length, 'saída cancelada', 'saídas canceladas')}`}
          to={cancelledDepartures.length === 1 ? tripPaths.cancellation(firstCancelled.id) : '/admin/saidas'}
          tone="warning"
        />
      )}
      {overdueDeposits.reservations > 0 && (
        <FigureLink
          label="Sinal atrasado"
          value={formatMoney(overdueDeposits.cents)}
          note={countOfReservations(overdueDeposits.reservations)}
          to={reservationsPath('overdueDeposits')}
          tone="warning"
        />
      )}
      {missingData.people > 0 && (
        <FigureLink
          label="Dados pendentes"
          value={format(missingData.people)}
          note={missingData.people === 1 ? 'pessoa' : 'pessoas'}
          to={`#${MISSING_DATA_ID}`}
          tone="warning"
        />
      )}
      {belowMinimum.total > 0 && (
        <FigureLink
          label="Abaixo do mínimo"
          value={format(belowMinimum.total)}
          note={belowMinimum.total === 1 ? 'passeio' : 'passeios'}
          to={tripsPath({ belowMinimum: true })}
          tone="warning"
        />
      )}
      {due && due.reservations > 0 && (
        <FigureLink
          label="A receber"
          value={formatMoney(due.cents)}
          note={countOfReservations(due.reservations)}
          to={reservationsPath('due')}
        />
      )}
      {departures.total > 0 && (
        <FigureLink
          label="Próximas saídas"
          value={format(departures.total)}
          note={departures.total === 1 ? 'passeio no ar' : 'passeios no ar'}
          to={tripsPath()}
        />
      )}
    </div>
  );
}

/** Money that waits for staff, as far as they may see or confirm it. */
function PaymentFigures({ payments }: Pick<OverviewToday, 'payments'>) {
  const { receipts, unmatched, withGuides, excessNotes, refunds } = payments;
  return (
    <>
      {receipts > 0 && may('see_money') && (
        <FigureLink
          label="Comprovantes"
          value={format(receipts)}
          note="a conferir"
          to="/admin/pagamentos"
          tone="warning"
        />
      )}
      {unmatched.payments > 0 && may('confirm_money') && (
        <FigureLink
          label="A conciliar"
          value={formatMoney(unmatched.cents)}
          note={plural(unmatched.payments, 'Pix sem reserva', 'Pix sem reserva')}
          to="/admin/pagamentos/conciliar"
          tone="warning"
        />
      )}
      {withGuides.payments > 0 && may('see_money') && (
        <FigureLink
          label="Dinheiro com guias"
          value={formatMoney(withGuides.cents)}
          note={`${plural(withGuides.payments, 'recebimento')} a confirmar`}
          to="/admin/pagamentos/embarque"
          tone="warning"
        />
      )}
      {excessNotes > 0 && may('see_money') && (
        <FigureLink
          label="Notas a corrigir"
          value={format(excessNotes)}
          note="cancelar ou substituir: houve devolução"
          to={reservationsPath('excessNotes')}
          tone="warning"
        />
      )}
      {refunds.refunds > 0 && may('see_money') && (
        <FigureLink
          label="A devolver"
          value={formatMoney(refunds.cents)}
          note={`${plural(refunds.refunds, 'devolução', 'devoluções')}${refunds.late > 0 ? `, ${plural(refunds.late, 'atrasada')}` : ''}`}
          to="/admin/pagamentos/devolucoes"
          tone={refunds.late > 0 && 'warning'}
        />
      )}
    </>
  );
}

function format(count: number): string {
  return count.toLocaleString('pt-BR');
}
