import type { PaymentsToDo } from '@passeio/contract/payments/to-do-routes';
import { Link, Outlet } from 'react-router';
import { countOfReservations, reservationsPath } from '~/features/overview/overview';
import { useToDo } from '~/features/payments/to-do';
import { mayOpen } from '~/features/session/user-store';
import { FormNotice } from '~/ui/editing/form-notice';
import { PageTabs } from '~/ui/navigation/page-tabs';

/** The tabs, by address; `waiting` names what is counted beside the label. */
const tabs: readonly { to: string; label: string; waiting?: (keyof PaymentsToDo)[] }[] = [
  { to: '/admin/pagamentos', label: 'Conferir pagamentos', waiting: ['receipts'] },
  { to: '/admin/pagamentos/extrato', label: 'Extrato' },
  { to: '/admin/pagamentos/devolucoes', label: 'Devoluções', waiting: ['refunds', 'linkRequests'] },
  { to: '/admin/pagamentos/conciliar', label: 'A conciliar', waiting: ['unmatched'] },
  { to: '/admin/pagamentos/embarque', label: 'Dinheiro com guias', waiting: ['doorPayments'] },
  { to: '/admin/pagamentos/vales', label: 'Vales-presente' },
];

/** Staff's payments inbox: money that did not confirm itself. */
export default function Payments() {
  const toDo = useToDo();
  return (
    <>
      <PageTabs
        label="Partes de Pagamentos"
        tabs={tabs
          .filter(({ to }) => mayOpen(to))
          .map(({ waiting = [], ...tab }) => ({ ...tab, count: waiting.reduce((sum, name) => sum + toDo[name], 0) }))}
      />
      {toDo.bankChecks > 0 && (
        <FormNotice tone="info">
          O banco não responde, e o prazo de {countOfReservations(toDo.bankChecks)} já passou. As vagas continuam
          guardadas. <Link to={reservationsPath('bankChecks')}>Decidir uma a uma</Link>
        </FormNotice>
      )}
      <Outlet />
    </>
  );
}
