import type { PaymentsToDo } from '@passeio/contract/payments/to-do-routes';
import { useEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { countOfReservations, reservationsPath } from '~/features/overview/overview';
import { useToDo } from '~/features/payments/to-do';
import { mayOpen } from '~/features/session/user-store';
import { FormNotice } from '~/ui/editing/form-notice';
import hidden from '~/ui/text/visually-hidden.module.css';
import styles from './payments.module.css';

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
  const { pathname } = useLocation();
  const toDo = useToDo();
  const strip = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab, and counts move it
  useEffect(() => {
    const list = strip.current;
    const tab = list?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls the strip only, not the page.
    if (list && tab) list.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 });
  }, [pathname, toDo]);
  return (
    <>
      <nav aria-label="Partes de Pagamentos" className={styles.tabs}>
        <ul ref={strip}>
          {tabs
            .filter(({ to }) => mayOpen(to))
            .map(({ to, label, waiting = [] }) => {
              const count = waiting.reduce((sum, name) => sum + toDo[name], 0);
              return (
                <li key={to}>
                  <Link
                    to={to}
                    className={styles.tab}
                    aria-current={pathname.replace(/\/$/, '') === to ? 'page' : undefined}
                  >
                    {label}
                    {count > 0 && (
                      <>
                        <span className={styles.count} aria-hidden>
                          {count}
                        </span>
                        <span className={hidden.hidden}>{count} esperando</span>
                      </>
                    )}
                  </Link>
                </li>
              );
            })}
        </ul>
      </nav>
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
