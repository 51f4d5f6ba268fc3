import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import {
  paymentMethods,
  type RefundFilters,
  type RefundToPay,
  refundChange,
  refundPayment,
} from '@passeio/contract/payments/payments';
import { z } from '@passeio/contract/zod';
import { IconCashBanknoteOff, IconCheck, IconCopy } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { EndToEndIdInput } from '~/features/reservations/passengers/end-to-end-id-input';
import { load, preload, send } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DayInput } from '~/ui/inputs/day-input';
import { useCopy } from '~/ui/inputs/use-copy';
import hidden from '~/ui/text/visually-hidden.module.css';
import { ChoiceFilter, ListPages } from '../../list/list-tools';
import toolStyles from '../../list/list-tools.module.css';
import { finish } from '../desk-call';
import { readPage } from '../read-page';
import type { Route } from './+types/refunds';
import { RefundTable } from './refund-table';

interface RefundDialogProps {
  refund: RefundToPay;
  onClose: () => void;
}

const methods = Object.entries(paymentMethods).map(([value, label]) => ({ value, label }));

const byHand = refundPayment.options[1];

/** Writes down a refund that staff has paid by hand. */
function RefundDialog({ refund: { id, amountCents, pixKey, reservation }, onClose }: RefundDialogProps) {
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

interface RefundChangeDialogProps {
  refund: RefundToPay;
  onClose: () => void;
}

const schema = refundChange.extend({
  promisedFor: z.string().min(1, 'Escolha a data prometida.').pipe(refundChange.shape.promisedFor),
});

/** Another key, or another day than was promised. */
function RefundChangeDialog({ refund, onClose }: RefundChangeDialogProps) {
  const { today } = useFormats();
  const { id, amountCents, reservation, promisedFor, pixKey } = refund;
  return (
    <FormDialog
      title="Chave e data"
      lead={`${formatMoney(amountCents)} para ${reservation.payer}, reserva ${reservation.code}.`}
      submit="Salvar"
      initial={{ promisedFor, pixKey }}
      schema={schema}
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
