import { Button, Group, Progress, Text } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import {
  type BatchItemState,
  batchItemStates,
  type InvoiceBatchItem,
  invoiceBatchRoutes,
  type WholeInvoiceBatch,
} from '@passeio/contract/payments/invoice-batches';
import { plural } from '@passeio/contract/words';
import { IconArrowLeft } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { GovernmentMessages } from '~/features/payments/government-messages';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { Row, Rows } from '~/ui/layout/rows';
import { NavLink } from '~/ui/navigation/nav-link';
import type { Route } from './+types/invoice-batch';
import { BatchBadge, countOf } from './batch-badge';
import { BATCHES_PAGE } from './start-batch';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Emissão de notas');
export const handle = { title: 'Emissão de notas' };

const POLL_MS = 2_000;

export function clientLoader({ params: { batchId } }: Route.ClientLoaderArgs) {
  return preload(load(invoiceBatchRoutes.readBatch, { params: { batchId } }));
}

/** Notes that were asked for together: how far they are, and what the government said of each. */
export default function InvoiceBatchPage({ loaderData }: Route.ComponentProps) {
  const { data: batch } = useSuspenseQuery({
    ...loaderData,
    refetchInterval: ({ state }) => (state.data && countOf(state.data, 'waiting', 'sent') > 0 ? POLL_MS : false),
  });
  const total = batch.items.length;
  const done = total - countOf(batch, 'waiting', 'sent');
  return (
    <>
      <NavLink to={BATCHES_PAGE} icon={<IconArrowLeft size={18} aria-hidden />}>
        Todas as emissões
      </NavLink>
      <Group justify="space-between" gap="0.5rem 1.5rem" my="sm">
        <h2>{plural(total, 'nota')}</h2>
        <BatchBadge counts={batch.counts} />
      </Group>
      <div role="status">
        <Text mb={6}>
          {done} de {plural(total, 'nota')} com resposta
        </Text>
        <Progress value={(done / Math.max(total, 1)) * 100} aria-label="Notas com resposta" />
      </div>
      <Retry batch={batch} />
      <Rows style={{ marginTop: '1rem' }}>
        {batch.items.map((item) => (
          <Item key={item.reservation.id} item={item} />
        ))}
      </Rows>
    </>
  );
}

/** Issues again what was refused, once it was mended. */
function Retry({ batch }: { batch: WholeInvoiceBatch }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(invoiceBatchRoutes.retryBatch, { params: { batchId: batch.id } }),
  });
  const refused = countOf(batch, 'rejected', 'failed');
  if (refused === 0 || !may('confirm_money')) return null;
  return (
    <Group gap="sm" my="md">
      <Text maw="36rem">
        Corrija nas reservas o que o governo recusou, e emita de novo: cada nota sai com outro número.
      </Text>
      <Button size="md" loading={isPending} onClick={() => mutate()}>
        Emitir {plural(refused, 'nota')} de novo
      </Button>
    </Group>
  );
}

const colors: Record<BatchItemState, StatusColor> = {
  ...{ waiting: 'quiet', sent: 'waiting', authorised: 'good', rejected: 'bad', failed: 'bad' },
  ...{ cancelled: 'quiet', replaced: 'quiet' },
};

function Item({ item: { state, reservation, payer, trip, problem, invoice } }: { item: InvoiceBatchItem }) {
  const { formatNumericDate } = useFormats();
  const amount = invoice && formatMoney(invoice.amountCents);
  return (
    <Row>
      <div style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        <Link to={reservationPagePath(reservation.id)}>{payer || reservation.code}</Link>
        <Text variant="hint">
          {[reservation.code, `${trip.title}, ${formatNumericDate(trip.date)}`, amount].filter(Boolean).join(' · ')}
        </Text>
        {problem && <Text>{problem}</Text>}
        {invoice && <GovernmentMessages messages={invoice.messages} />}
      </div>
      <StatusBadge color={colors[state] ?? 'quiet'}>{batchItemStates[state] ?? state}</StatusBadge>
    </Row>
  );
}
