import { Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { pageNumber } from '@passeio/contract/pages';
import { paymentNoun } from '@passeio/contract/payments/payments';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import {
  type UnmatchedPayment,
  type UnreadablePix,
  unmatchedAssignment,
  unmatchedDismissal,
} from '@passeio/contract/payments/statements';
import { capitalised } from '@passeio/contract/words';
import { IconChecks } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { load, preload, send } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ListPages } from '~/ui/layout/list-tools';
import type { Route } from './+types/unmatched';
import { TakenBack, TakenBackCard } from './chargebacks';
import styles from './payments.module.css';
import { finish, showFailure } from './payments-inbox';
import { ReservationCombobox } from './reservation-combobox';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('A conciliar');
export const handle = { title: 'Pagamentos' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { page: pageNumber.catch(1).parse(new URL(request.url).searchParams.get('page')) };
  return preload(load(statementRoutes.listUnmatched, { query }));
}

/** Which dialog is open, about which payment. */
interface Task {
  kind: 'assign' | 'dismiss';
  payment: UnmatchedPayment;
}

/** Payments without a known reservation, until staff says whose they are. */
export default function Unmatched({ loaderData }: Route.ComponentProps) {
  const { data, unreadable, chargebacks, giftCardReturns, page } = useSuspenseQuery(loaderData).data;
  const tasks = chargebacks.length + giftCardReturns.length + unreadable.length;
  const [task, setTask] = useState<Task>();
  if (data.length + tasks === 0) {
    return (
      <EmptyState
        icon={IconChecks}
        title="Nada a conciliar"
        text="Um pagamento que não se liga sozinho a uma reserva espera aqui até você dizer de quem é."
      />
    );
  }
  const close = () => setTask(undefined);
  return (
    <>
      {tasks > 0 && (
        <Stack mb="md">
          {chargebacks.map((one) => (
            <TakenBack key={one.id} chargeback={one} />
          ))}
          {giftCardReturns.map((one) => (
            <TakenBackCard key={one.giftCard.id} taken={one} />
          ))}
          {unreadable.map((pix) => (
            <Unreadable key={pix.id} pix={pix} />
          ))}
        </Stack>
      )}
      {data.length > 0 && (
        <>
          <Text c="dimmed" mb="md">
            Entraram na conta, mas não sabemos de qual reserva são.
          </Text>
          <DataTable
            caption="Pagamentos a conciliar"
            columns={['De quem', 'Quando', 'Texto', 'Valor', { label: 'Ações', hidden: true }]}
          >
            {data.map((payment) => (
              <Row key={payment.id} payment={payment} onTask={setTask} />
            ))}
          </DataTable>
          <ListPages page={page} one="pagamento" many="pagamentos" />
        </>
      )}
      {task?.kind === 'assign' && <AssignDialog payment={task.payment} onClose={close} />}
      {task?.kind === 'dismiss' && <DismissDialog payment={task.payment} onClose={close} />}
    </>
  );
}

// Staff looks in the account for what the bank lists and nobody can read.
function Unreadable({ pix }: { pix: UnreadablePix }) {
  const { formatNumericDate } = useFormats();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      finish(send(statementRoutes.checkUnreadable, { params: { pixId: pix.id } }), 'Pagamento conferido.'),
    onError: showFailure,
  });
  return (
    <FormNotice tone="info">
      O banco informou um pagamento que não conseguimos ler, em {formatNumericDate(pix.seenAt)}:{' '}
      <span className={styles.code}>{pix.reference}</span>. Procure no extrato da conta e lance na reserva.{' '}
      <Button
        size="md"
        variant="default"
        mt="xs"
        loading={isPending}
        aria-label={`Já conferi: ${pix.reference}`}
        onClick={() => mutate()}
      >
        Já conferi
      </Button>
    </FormNotice>
  );
}

function Row({ payment, onTask }: { payment: UnmatchedPayment; onTask: (task: Task) => void }) {
  const { formatNumericDate, formatTime } = useFormats();
  const { payerName, method, description, endToEndId, amountCents, occurredAt } = payment;
  const name = payerName || `${capitalised(paymentNoun(method))} sem nome`;
  const whose = `${name}, ${formatMoney(amountCents)}`;
  return (
    <tr>
      <th scope="row">
        <span className={tableStyles.name}>{name}</span>
        <span className={styles.code}>{endToEndId}</span>
      </th>
      <td data-label="Quando">
        <span className={tableStyles.stack}>
          <span>{formatNumericDate(occurredAt)}</span>
          <span className={tableStyles.detail}>{formatTime(occurredAt)}</span>
        </span>
      </td>
      <td data-label="Texto">{description || '—'}</td>
      <Box component="td" fw={600} data-label="Valor" className={tableStyles.figures}>
        {formatMoney(amountCents)}
      </Box>
      <td>
        <div className={styles.actions}>
          <Button
            size="md"
            px="sm"
            aria-label={`Conciliar: ${whose}`}
            onClick={() => onTask({ kind: 'assign', payment })}
          >
            Conciliar
          </Button>
          <Button
            size="md"
            px="sm"
            variant="default"
            aria-label={`Descartar: ${whose}`}
            onClick={() => onTask({ kind: 'dismiss', payment })}
          >
            Descartar
          </Button>
        </div>
      </td>
    </tr>
  );
}

interface DialogProps {
  payment: UnmatchedPayment;
  onClose: () => void;
}

/** Takes a payment that is for no reservation off the list. */
function DismissDialog({ payment: { id, amountCents, payerName, method }, onClose }: DialogProps) {
  return (
    <FormDialog
      title={`Descartar ${paymentNoun(method)}`}
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''} sai desta lista e não entra em nenhuma reserva.`}
      submit="Descartar"
      danger
      initial={{ reason: '' }}
      schema={unmatchedDismissal}
      save={(body) =>
        finish(
          send(statementRoutes.dismissUnmatched, { params: { paymentId: id }, body }),
          `${capitalised(paymentNoun(method))} descartado.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          description="Por exemplo: aluguel, venda que não é passeio"
          data-autofocus
          size="md"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      )}
    </FormDialog>
  );
}

/** Says which reservation a payment is for. */
function AssignDialog({ payment: { id, amountCents, payerName, method }, onClose }: DialogProps) {
  return (
    <FormDialog
      title={`Conciliar ${paymentNoun(method)}`}
      lead={`${formatMoney(amountCents)}${payerName ? ` de ${payerName}` : ''}. O valor entra na reserva; o que passar do que falta vira devolução.`}
      submit="Conciliar"
      initial={{ code: '', isDeliberate: false }}
      schema={unmatchedAssignment}
      toBody={({ code, isDeliberate }) => ({ code, ...(isDeliberate && { isDeliberate }) })}
      fields={{ RESERVATION_NOT_FOUND: 'code' }}
      save={(body) =>
        finish(
          send(statementRoutes.assignUnmatched, { params: { paymentId: id }, body }),
          `${formatMoney(amountCents)} lançados na reserva ${body.code}.`,
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <ReservationCombobox
            inline
            label="Reserva"
            description={`Código, ou nome${may('see_documents') ? ', CPF' : ''} ou telefone de quem fez a reserva`}
            data-autofocus
            typed={form.values.code}
            error={form.errors.code}
            onType={(code) => {
              form.setValues({ code, isDeliberate: false });
              form.clearErrors();
            }}
          />
          {form.errors.isDeliberate && (
            <div>
              <Text c="var(--danger)" fz="sm" role="alert">
                {form.errors.isDeliberate}
              </Text>
              <Group component="label" gap={8} mih={44} fz="0.9375rem">
                <input
                  type="checkbox"
                  checked={form.values.isDeliberate}
                  onChange={({ currentTarget }) => {
                    form.setFieldValue('isDeliberate', currentTarget.checked);
                    // A change clears it.
                    form.setFieldError('isDeliberate', form.errors.isDeliberate);
                  }}
                />
                É outro pagamento
              </Group>
            </div>
          )}
        </>
      )}
    </FormDialog>
  );
}
