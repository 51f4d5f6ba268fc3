import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { RefundFilters, RefundToPay } from '@passeio/contract/payments/payments';
import { IconCashBanknoteOff } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, preload } from '~/features/session/queries';
import { formatMoney } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '../../../area/page/empty-state';
import { ChoiceFilter, ListPages } from '../../list/list-tools';
import toolStyles from '../../list/list-tools.module.css';
import { readPage } from '../read-page';
import type { Route } from './+types/refunds';
import { RefundChangeDialog } from './refund-change-dialog';
import { RefundDialog } from './refund-dialog';
import { RefundTable } from './refund-table';

export { AreaError as ErrorBoundary } from '../../../area/page/area-error';

export const meta = pageMeta('Devoluções');
export const handle = { title: 'Pagamentos' };

const PAID = 'feitas';
const PER_PAGE = 50;

const choices = [
  { value: '', label: 'A devolver' },
  { value: PAID, label: 'Já devolvidas' },
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const params = new URL(request.url).searchParams;
  const state: RefundFilters['state'] = params.get('estado') === PAID ? 'paid' : 'open';
  const query = { state, page: readPage(params), size: PER_PAGE };
  return { state, list: await preload(load(paymentRoutes.listRefunds, { query })) };
}

/** Which dialog is open, about which refund. */
interface Task {
  kind: 'pay' | 'change';
  refund: RefundToPay;
}

/** Money that must go back, the earliest promise first; or what has gone back. */
export default function Refunds({ loaderData }: Route.ComponentProps) {
  const { state } = loaderData;
  const { data: list } = useSuspenseQuery(loaderData.list);
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  return (
    <>
      <search className={toolStyles.tools}>
        <ChoiceFilter name="estado" label="Quais devoluções" choices={choices} />
      </search>
      {list.data.length === 0 ? (
        <EmptyState
          icon={IconCashBanknoteOff}
          title={state === 'open' ? 'Nada para devolver' : 'Nenhuma devolução feita ainda'}
          text="Quando alguém cancelar, pagar a mais ou depois do prazo, o valor a devolver aparece aqui."
        />
      ) : (
        <>
          <p className={toolStyles.lead}>
            <strong>
              {state === 'open' ? 'A devolver' : 'Devolvido ou virou crédito'}: {formatMoney(list.sumCents)}
            </strong>
            {state === 'open' && '. A de prazo mais próximo vem primeiro.'}
          </p>
          <RefundTable
            refunds={list.data}
            onPay={(refund) => setTask({ kind: 'pay', refund })}
            onChange={(refund) => setTask({ kind: 'change', refund })}
          />
        </>
      )}
      <ListPages page={list.page} one="devolução" many="devoluções" />
      {task?.kind === 'pay' && <RefundDialog refund={task.refund} onClose={close} />}
      {task?.kind === 'change' && <RefundChangeDialog refund={task.refund} onClose={close} />}
    </>
  );
}
