import { Text } from '@mantine/core';
import { reservationStates } from '@passeio/contract/reservation-states';
import type { OwnSale } from '@passeio/contract/sellers/own-sales';
import { ownSalesRoutes } from '@passeio/contract/sellers/seller-routes';
import { plural } from '@passeio/contract/words';
import { IconReceipt2 } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { load, preload } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { ListPages } from '~/ui/layout/list-tools';
import { Row, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/own-sales';
import styles from './sales.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Minhas vendas');
export const handle = { title: 'Vendas' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const page = Math.min(100_000, Math.max(1, Math.floor(Number(new URL(request.url).searchParams.get('page')) || 1)));
  return preload(load(ownSalesRoutes.listOwnSales, { query: { page, size: 30 } }));
}

/** The own reservations as a seller, the newest first: first names and party sizes only. */
export default function OwnSales({ loaderData }: Route.ComponentProps) {
  const { data: sales, page } = useSuspenseQuery(loaderData).data;
  if (page.total === 0) {
    return (
      <EmptyState
        icon={IconReceipt2}
        title="Nenhuma venda ainda"
        text="Compartilhe uma saída: quem reservar pelo seu link aparece aqui, com a sua comissão."
      />
    );
  }
  return (
    <>
      <Rows aria-label="Minhas vendas">
        {sales.map((sale) => (
          <Sale key={sale.code} sale={sale} />
        ))}
      </Rows>
      <ListPages page={page} one="venda" many="vendas" />
    </>
  );
}

function Sale({ sale }: { sale: OwnSale }) {
  const { code, firstName, people, trip, holdExpiresAt, rule, totalCents, receivedCents } = sale;
  const { formatTripDates, formatMoment } = useFormats();
  const { label, color } = stateOf(sale);
  return (
    <Row>
      <div>
        <Text fw={600}>
          {firstName ?? 'Cliente'} · {plural(people, 'pessoa')}
        </Text>
        <Text fz="sm">
          {trip.title}, {formatTripDates(trip)}
        </Text>
        <Text variant="hint">
          {code} · recebido {formatMoney(receivedCents)} de {formatMoney(totalCents)}
        </Text>
        {sale.state === 'held' && holdExpiresAt && (
          <Text fz="sm" c="var(--warning)">
            O cliente paga até {formatMoment(holdExpiresAt)}
          </Text>
        )}
      </div>
      <div className={styles.earned}>
        <StatusBadge color={color}>{label}</StatusBadge>
        <Text fw={650}>
          {formatMoney(sale.commissionCents)}
          {sale.fullCents !== sale.commissionCents && (
            <Text span variant="hint" fw={400}>
              {' '}
              de {formatMoney(sale.fullCents)}
            </Text>
          )}
        </Text>
        <Text variant="hint">{rule || 'Sem comissão'}</Text>
      </div>
    </Row>
  );
}

const colors: Record<string, StatusColor> = { requested: 'waiting', held: 'waiting', booked: 'good' };

function stateOf({ state }: OwnSale): { label: string; color: StatusColor } {
  const known: Readonly<Record<string, { label: string }>> = reservationStates;
  return { label: known[state]?.label ?? 'Atualize a página', color: colors[state] ?? 'quiet' };
}
