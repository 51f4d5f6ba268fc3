import { Box, Button, Text, TextInput } from '@mantine/core';
import { pageNumber, reservationPagePath } from '@passeio/contract/pages';
import {
  type DoorPaymentToReview,
  doorPaymentRefusal,
  doorPaymentRoutes,
} from '@passeio/contract/payments/door-payment-routes';
import { IconCash } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CopyForPayer } from '~/features/reservations/copy-for-payer';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { load, preload, send } from '~/features/session/queries';
import { formatMoney, useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ListPages } from '~/ui/layout/list-tools';
import type { Route } from './+types/door-payments';
import styles from './payments.module.css';
import { finish, formatTrip, showFailure } from './payments-inbox';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Dinheiro com guias');
export const handle = { title: 'Pagamentos' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { page: pageNumber.catch(1).parse(new URL(request.url).searchParams.get('page')) };
  return preload(load(doorPaymentRoutes.listDoorPayments, { query }));
}

/** Cash that guides took at the boarding point, until staff says whether it has arrived. */
export default function DoorPayments({ loaderData }: Route.ComponentProps) {
  const { data, page } = useSuspenseQuery(loaderData).data;
  const [refusing, setRefusing] = useState<DoorPaymentToReview>();
  if (data.length === 0) {
    return (
      <EmptyState
        icon={IconCash}
        title="Nenhum dinheiro com guias"
        text="O que um guia recebe em dinheiro no embarque espera aqui até você confirmar que chegou."
      />
    );
  }
  return (
    <>
      <DataTable
        caption="Dinheiro recebido por guias"
        columns={['De quem', 'Recebido por', 'Passeio', 'Valor', { label: 'Ações', hidden: true }]}
      >
        {data.map((payment) => (
          <Row key={payment.id} payment={payment} onRefuse={setRefusing} />
        ))}
      </DataTable>
      <ListPages page={page} one="recebimento" many="recebimentos" />
      {refusing && <RefusalDialog payment={refusing} onClose={() => setRefusing(undefined)} />}
    </>
  );
}

interface RowProps {
  payment: DoorPaymentToReview;
  onRefuse: (payment: DoorPaymentToReview) => void;
}

function Row({ payment, onRefuse }: RowProps) {
  const formats = useFormats();
  const { id, amountCents, guide, takenAt, note, reservation, trip } = payment;
  const { code, payer, chat, dueCents } = reservation;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      finish(
        send(doorPaymentRoutes.confirmDoorPayment, { params: { doorPaymentId: id } }),
        `${formatMoney(amountCents)} lançados na reserva ${code}.`,
      ),
    onError: showFailure,
  });
  const whose = `${payer}, ${formatMoney(amountCents)}`;
  const isAbove = amountCents > dueCents;
  return (
    <tr>
      <th scope="row">
        <span className={tableStyles.name}>{payer}</span>
        <span className={tableStyles.detail}>
          <Link to={reservationPagePath(reservation.id)}>{code}</Link> <WhatsAppAnchor facts={chat} to={chat.payer} />
          <CopyForPayer facts={chat} />
        </span>
      </th>
      <td data-label="Recebido por">
        <span className={tableStyles.stack}>
          <span>{guide}</span>
          <span className={tableStyles.detail}>{formats.formatMoment(takenAt)}</span>
          {note && (
            <Text span c="var(--warning)" fz="sm" maw="14rem" style={{ whiteSpace: 'normal' }}>
              {note}
            </Text>
          )}
        </span>
      </td>
      <td data-label="Passeio">{formatTrip(trip, formats)}</td>
      <Box component="td" fw={600} data-label="Valor" className={tableStyles.figures}>
        <span className={tableStyles.stack}>
          <span>{formatMoney(amountCents)}</span>
          {isAbove && (
            <Text span c="var(--warning)" fz="sm" style={{ whiteSpace: 'normal' }}>
              {dueCents > 0 ? `Falta pagar só ${formatMoney(dueCents)}.` : 'Não falta pagar nada.'} Confirmado, o que
              passa fica a devolver.
            </Text>
          )}
        </span>
      </Box>
      <td>
        <div className={styles.actions}>
          <Button size="md" px="sm" loading={isPending} aria-label={`Confirmar: ${whose}`} onClick={() => mutate()}>
            Confirmar
          </Button>
          <Button
            size="md"
            px="sm"
            variant="default"
            aria-label={`Recusar: ${whose}`}
            onClick={() => onRefuse(payment)}
          >
            Recusar
          </Button>
        </div>
      </td>
    </tr>
  );
}

interface RefusalDialogProps {
  payment: DoorPaymentToReview;
  onClose: () => void;
}

function RefusalDialog({ payment: { id, amountCents, guide, reservation }, onClose }: RefusalDialogProps) {
  return (
    <FormDialog
      title="Recusar recebimento"
      lead={`${formatMoney(amountCents)} de ${reservation.payer}, recebidos por ${guide}, não contam como pagos. Quem pagou lê o motivo.`}
      submit="Recusar"
      danger
      initial={{ reason: '' }}
      schema={doorPaymentRefusal}
      save={(body) =>
        finish(
          send(doorPaymentRoutes.refuseDoorPayment, { params: { doorPaymentId: id }, body }),
          'Recebimento recusado.',
        )
      }
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Motivo"
          description="Por exemplo: o dinheiro voltou para quem pagou"
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
