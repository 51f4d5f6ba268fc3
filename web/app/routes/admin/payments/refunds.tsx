import { ActionIcon, Box, Button, NativeSelect, Text, TextInput } from '@mantine/core';
import { pageNumber } from '@passeio/contract/pages';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  paymentMethods,
  type RefundFilters,
  type RefundToPay,
  refundChange,
  refundPayment,
  refundReasons,
  refundStates,
} from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import { IconCashBanknoteOff, IconCheck, IconCopy } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import type { Chat } from '~/features/reservations/whatsapp/use-chat-link';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload, send } from '~/features/session/queries';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { DayInput } from '~/ui/inputs/day-input';
import { useCopy } from '~/ui/inputs/use-copy';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import hidden from '~/ui/text/visually-hidden.module.css';
import { ChoiceFilter, ListPages } from '../list/list-tools';
import toolStyles from '../list/list-tools.module.css';
import type { Route } from './+types/refunds';
import styles from './payments.module.css';
import { finish, formatTrip, showFailure } from './payments-inbox';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

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
  const { reservation, trip, amountCents, reason, pixKey, keyChanged, state } = refund;
  return (
    <tr>
      <th scope="row">
        <Box
          component={Link}
          to={reservationPath({ tripId: trip.id, id: reservation.id })}
          c="inherit"
          fw={600}
          lh={1.35}
        >
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
        <WhatsAppAnchor {...chatOf(refund)} to={reservation.chat.payer} className={tableStyles.contact} />
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
    mutationFn: () =>
      finish(
        send(paymentRoutes.payRefund, { params: { refundId: id }, body: { via: 'provider' } }),
        `Devolução a ${reservation.payer} enviada ao banco.`,
      ),
    onError: showFailure,
  });
  const whose = `${reservation.payer}, ${formatMoney(amountCents)}`;

  async function payByBank(): Promise<void> {
    const isMeant = await askToConfirm({
      titulo: `Devolver ${formatMoney(amountCents)} pelo banco?`,
      mensagem: `O dinheiro da reserva ${reservation.code}, de ${reservation.payer}, volta para a conta de onde veio. Não dá para desfazer.`,
      tipo: 'danger',
    });
    if (isMeant) mutate();
  }

  return (
    <div className={styles.actions}>
      {throughProvider && (
        <Button
          size="md"
          px="sm"
          loading={isPending}
          aria-label={`Devolver pelo banco: ${whose}`}
          onClick={() => void payByBank()}
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

interface DialogProps {
  refund: RefundToPay;
  onClose: () => void;
}

const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }));

const byHand = refundPayment.options[1];

/** Records a refund that staff has paid by hand. */
function PaymentDialog({ refund: { id, amountCents, pixKey, reservation }, onClose }: DialogProps) {
  return (
    <FormDialog
      title="Registrar devolução"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}. Registre só depois de devolver.`}
      submit="Registrar devolução"
      initial={{ method: 'pix', endToEndId: '', note: '' }}
      schema={byHand}
      toBody={({ method, endToEndId, note }) => ({
        ...{ via: 'hand', method, note },
        ...(method === 'pix' && endToEndId.trim() && { endToEndId }),
      })}
      fields={{ END_TO_END_ID_USED: 'endToEndId' }}
      save={(body) =>
        finish(
          send(paymentRoutes.payRefund, { params: { refundId: id }, body }),
          `Devolução de ${formatMoney(amountCents)} a ${reservation.payer} registrada.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <NativeSelect
            label="Como foi devolvido"
            data-autofocus
            size="md"
            data={methods}
            {...form.getInputProps('method')}
          />
          {form.values.method === 'pix' && (
            <>
              {pixKey && <KeyToCopy pixKey={pixKey} />}
              <EndToEndIdInput {...form.getInputProps('endToEndId')} value={form.values.endToEndId} />
            </>
          )}
          <TextInput
            label="Observação"
            description="Opcional"
            size="md"
            autoComplete="off"
            maxLength={200}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Where the money goes, to be pasted into the bank's application. */
function KeyToCopy({ pixKey }: { pixKey: string }) {
  const { copied, refused, copy } = useCopy(pixKey);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refused) field.current?.select();
  }, [refused]);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <div>
      <TextInput
        ref={field}
        label="Chave Pix de quem recebe"
        size="md"
        readOnly
        value={pixKey}
        error={refused && 'O navegador não deixou copiar. A chave está selecionada: copie-a daqui.'}
        rightSectionWidth={44}
        rightSection={
          <ActionIcon variant="subtle" size={42} onClick={copy} aria-label="Copiar chave Pix">
            <Icon size={20} aria-hidden />
          </ActionIcon>
        }
      />
      <p className={hidden.hidden} role="status">
        {copied && 'Chave Pix copiada!'}
      </p>
    </div>
  );
}

const changeSchema = refundChange.extend({
  promisedFor: z.string().min(1, 'Escolha a data prometida.').pipe(refundChange.shape.promisedFor),
});

/** Another key, or another day than was promised. */
function ChangeDialog({ refund, onClose }: DialogProps) {
  const { today } = useFormats();
  const { id, amountCents, reservation, promisedFor, pixKey } = refund;
  return (
    <FormDialog
      title="Chave e data"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}.`}
      submit="Salvar"
      initial={{ promisedFor, pixKey }}
      schema={changeSchema}
      save={(body) =>
        finish(
          send(paymentRoutes.changeRefund, { params: { refundId: id }, body }),
          `Devolução a ${reservation.payer} alterada.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label="Chave Pix"
            description="De quem recebe: CPF, e-mail, telefone ou chave aleatória"
            data-autofocus
            size="md"
            autoComplete="off"
            maxLength={77}
            {...form.getInputProps('pixKey')}
          />
          <DayInput
            field="promisedFor"
            label="Prometida para"
            today={today}
            {...form.getInputProps('promisedFor')}
            value={form.values.promisedFor}
          />
        </>
      )}
    </FormDialog>
  );
}
