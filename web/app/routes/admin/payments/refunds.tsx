import { Box, Button, Group, Text } from '@mantine/core';
import { pageNumber, reservationPagePath } from '@passeio/contract/pages';
import { type RefundFilters, type RefundToPay, refundReasons, refundStates } from '@passeio/contract/payments/payments';
import { linkRequestRoutes } from '@passeio/contract/reservations/link-requests';
import { paymentRoutes } from '@passeio/contract/reservations/payment-routes';
import { IconCashBanknoteOff } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CopyForPayer } from '~/features/reservations/copy-for-payer';
import type { Chat } from '~/features/reservations/whatsapp/use-chat-link';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload, send } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ChoiceFilter, ListPages } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import type { Route } from './+types/refunds';
import { LinkRequests } from './link-requests';
import styles from './payments.module.css';
import { changedAmountOf, finish, formatTrip, showFailure } from './payments-inbox';

// The calendar is large.
const PaymentDialog = lazyDialog(async () => (await import('./refund-dialogs')).PaymentDialog);
const ChangeDialog = lazyDialog(async () => (await import('./refund-dialogs')).ChangeDialog);

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

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
  const query = { state, page: pageNumber.catch(1).parse(params.get('page')), size: PER_PAGE };
  const [list, requests] = await Promise.all([
    preload(load(paymentRoutes.listRefunds, { query })),
    preload(load(linkRequestRoutes.list)),
  ]);
  return { state, list, requests };
}

/** Which dialog is open, about which refund. */
interface Task {
  kind: 'pay' | 'change';
  refund: RefundToPay;
}

/** Money that must go back, the earliest promise first; or what was given back. */
export default function Refunds({ loaderData }: Route.ComponentProps) {
  const { state } = loaderData;
  const { data: list } = useSuspenseQuery(loaderData.list);
  const { data: requests } = useSuspenseQuery(loaderData.requests);
  const [task, setTask] = useState<Task>();
  const close = () => setTask(undefined);
  return (
    <>
      <LinkRequests requests={requests.data} />
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
          <Text c="dimmed" mb="md">
            <strong>
              {state === 'open' ? 'A devolver' : 'Devolvido ou virou crédito'}: {formatMoney(list.sumCents)}
            </strong>
            {state === 'open' && '. A de prazo mais próximo vem primeiro.'}
          </Text>
          <DataTable
            caption="Devoluções"
            columns={['Para quem', 'Motivo', 'Quando', 'Valor', { label: 'Ações', hidden: true }]}
          >
            {list.data.map((refund) => (
              <Row key={refund.id} refund={refund} onTask={setTask} />
            ))}
          </DataTable>
        </>
      )}
      <ListPages page={list.page} one="devolução" many="devoluções" />
      {task?.kind === 'pay' && <PaymentDialog refund={task.refund} onClose={close} />}
      {task?.kind === 'change' && <ChangeDialog refund={task.refund} onClose={close} />}
    </>
  );
}

interface RowProps {
  refund: RefundToPay;
  onTask: (task: Task) => void;
}

function Row({ refund, onTask }: RowProps) {
  const formats = useFormats();
  const { reservation, trip, amountCents, reason, pixKey, keyChanged, linkMakers, state } = refund;
  return (
    <tr>
      <th scope="row">
        <Box component={Link} to={reservationPagePath(reservation.id)} c="inherit" fw={600} lh={1.35}>
          {reservation.payer}
        </Box>
        <span className={tableStyles.detail}>Código {reservation.code}</span>
        {state !== 'paid' && (
          <span className={tableStyles.detail}>{pixKey ? `Chave Pix: ${pixKey}` : 'Sem chave Pix'}</span>
        )}
        {state !== 'paid' && keyChanged && (
          <span className={tableStyles.detail}>
            Mudada por {keyChanged.by}
            {keyChanged.isPayer && ' (quem pagou)'} em {formats.formatMoment(keyChanged.at)}
          </span>
        )}
        {linkMakers.length > 0 && (
          <span className={tableStyles.detail}>Pelo link feito por {linkMakers.join(' e ')}</span>
        )}
        <Group gap={4} wrap="nowrap">
          <WhatsAppAnchor {...chatOf(refund)} to={reservation.chat.payer} className={tableStyles.contact} />
          <CopyForPayer facts={reservation.chat} />
        </Group>
      </th>
      <td data-label="Motivo">
        <span className={tableStyles.stack}>
          <span>{refundReasons[reason]}</span>
          <span className={tableStyles.detail}>{formatTrip(trip, formats)}</span>
        </span>
      </td>
      <td data-label="Quando">
        <When refund={refund} />
      </td>
      <Box component="td" fw={600} data-label="Valor" className={tableStyles.figures}>
        {formatMoney(amountCents)}
      </Box>
      <td>{state === 'due' && <Actions refund={refund} onTask={onTask} />}</td>
    </tr>
  );
}

// The text of a paid refund does not announce it.
function chatOf({
  state,
  amountCents,
  promisedFor,
  reservation: { chat },
}: RefundToPay): Pick<Chat, 'facts' | 'template'> {
  if (state === 'paid') return { facts: { ...chat, refund: null } };
  return { facts: { ...chat, refund: { amountCents, promisedFor } }, template: 'whatsAppRefund' };
}

function When({ refund }: { refund: RefundToPay }) {
  const { formatNumericDate } = useFormats();
  const { state, paidAt, promisedFor, isLate, asCredit } = refund;
  if (state === 'paid') {
    return (
      <span className={tableStyles.stack}>
        <span>{paidAt ? formatNumericDate(paidAt) : refundStates.paid}</span>
        {asCredit && <StatusBadge color="quiet">Virou crédito</StatusBadge>}
      </span>
    );
  }
  return (
    <span className={tableStyles.stack}>
      <Text span c={isLate ? 'var(--danger)' : undefined} fw={isLate ? 600 : undefined}>
        {isLate ? 'Atrasada: ' : 'Até '}
        {formatCalendarDate(promisedFor)}
      </Text>
      {state === 'sent' && <StatusBadge color="waiting">Enviada ao banco</StatusBadge>}
    </span>
  );
}

function Actions({ refund, onTask }: RowProps) {
  const { id, throughProvider, amountCents, reservation } = refund;
  const { mutate, isPending } = useMutation({
    mutationFn: (seenCents: number) =>
      finish(
        send(paymentRoutes.payRefund, { params: { refundId: id }, body: { via: 'provider', amountCents: seenCents } }),
        `Devolução a ${reservation.payer} enviada ao banco.`,
      ),
    onError(error) {
      const changed = changedAmountOf(error);
      if (changed === undefined) showFailure(error);
      else void payByBank(changed, 'O valor mudou agora há pouco. ');
    },
  });
  const whose = `${reservation.payer}, ${formatMoney(amountCents)}`;

  async function payByBank(seenCents: number, news = ''): Promise<void> {
    const isMeant = await askToConfirm({
      titulo: `Devolver ${formatMoney(seenCents)} pelo banco?`,
      mensagem: `${news}O dinheiro da reserva ${reservation.code}, de ${reservation.payer}, volta para a conta de onde veio. Não dá para desfazer.`,
      tipo: 'danger',
    });
    if (isMeant) mutate(seenCents);
  }

  if (!may('refund')) return null;
  return (
    <div className={styles.actions}>
      {throughProvider && (
        <Button
          size="md"
          px="sm"
          loading={isPending}
          aria-label={`Devolver pelo banco: ${whose}`}
          onClick={() => void payByBank(amountCents)}
        >
          Devolver pelo banco
        </Button>
      )}
      <Button
        size="md"
        px="sm"
        variant={throughProvider ? 'default' : 'filled'}
        aria-label={`Registrar devolução: ${whose}`}
        onClick={() => onTask({ kind: 'pay', refund })}
      >
        Registrar devolução
      </Button>
      <Button
        size="md"
        px="sm"
        variant="default"
        aria-label={`Mudar chave ou data: ${whose}`}
        onClick={() => onTask({ kind: 'change', refund })}
      >
        Mudar
      </Button>
    </div>
  );
}
