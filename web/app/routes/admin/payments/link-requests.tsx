import { Box, Button, Text, Title } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import {
  type LinkRequest,
  type LinkRequestName,
  linkRequestLabels,
  linkRequestRoutes,
} from '@passeio/contract/reservations/link-requests';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { send } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMoney, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import styles from './payments.module.css';
import { finish, formatTrip, showFailure } from './payments-inbox';

/** What clients ask for by links that staff made, which a colleague of the maker decides. */
export function LinkRequests({ requests }: { requests: LinkRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Box component="section" mb="xl" aria-labelledby="link-requests">
      <Title order={2} size="h4" id="link-requests">
        Pedidos pelo link
      </Title>
      <Text c="dimmed" mb="sm">
        O link foi feito pela equipe, e não há e-mail do cliente que confirme quem pediu. Fale com o cliente antes de
        confirmar.
      </Text>
      <DataTable
        caption="Pedidos pelo link"
        columns={['Reserva de', 'Pedido', 'Link feito por', { label: 'Ações', hidden: true }]}
      >
        {requests.map((request) => (
          <Row key={request.id} request={request} />
        ))}
      </DataTable>
    </Box>
  );
}

function Row({ request }: { request: LinkRequest }) {
  const formats = useFormats();
  const { name, askedAt, madeBy, reservation, trip } = request;
  return (
    <tr>
      <th scope="row">
        <Box component={Link} to={reservationPagePath(reservation.id)} c="inherit" fw={600} lh={1.35}>
          {reservation.payer}
        </Box>
        <span className={tableStyles.detail}>Código {reservation.code}</span>
        <span className={tableStyles.detail}>{formatTrip(trip, formats)}</span>
      </th>
      <td data-label="Pedido">
        <span className={tableStyles.stack}>
          <span>{labelOf(name)}</span>
          <Asked request={request} />
          <span className={tableStyles.detail}>{formats.formatMoment(askedAt)}</span>
        </span>
      </td>
      <td data-label="Link feito por">{madeBy}</td>
      <td>
        <Decision request={request} />
      </td>
    </tr>
  );
}

function Asked({ request: { pixKey, refundCents, person } }: { request: LinkRequest }) {
  return (
    <>
      {pixKey && <span className={tableStyles.detail}>Para a chave {pixKey}</span>}
      {refundCents !== null && <span className={tableStyles.detail}>Devolver {formatMoney(refundCents)}</span>}
      {person && (
        <span className={tableStyles.detail}>
          Na conta de {person.name}
          {person.email && ` (${person.email})`}
        </span>
      )}
    </>
  );
}

function Decision({ request: { id, name, madeBy, mayConfirm, reservation } }: { request: LinkRequest }) {
  const params = { requestId: id };
  const { mutate, isPending } = useMutation({
    mutationFn: (isConfirmed: boolean) =>
      isConfirmed
        ? finish(send(linkRequestRoutes.confirm, { params }), `Pedido de ${reservation.payer} confirmado.`)
        : finish(send(linkRequestRoutes.refuse, { params }), `Pedido de ${reservation.payer} recusado.`),
    onError: showFailure,
  });
  const whose = `${labelOf(name)}, ${reservation.payer}`;

  async function confirm(): Promise<void> {
    const isMeant = await askToConfirm({
      titulo: `${labelOf(name)}?`,
      mensagem: `Reserva ${reservation.code}, de ${reservation.payer}. O link foi feito por ${madeBy}: confirme só se o cliente disse a você que pediu.`,
      tipo: 'danger',
    });
    if (isMeant) mutate(true);
  }

  if (!may('refund')) return null;
  return (
    <div className={styles.actions}>
      {mayConfirm ? (
        <Button
          size="md"
          px="sm"
          loading={isPending}
          aria-label={`Confirmar pedido: ${whose}`}
          onClick={() => void confirm()}
        >
          Confirmar pedido
        </Button>
      ) : (
        <Text size="sm" c="dimmed">
          Outra pessoa da equipe confirma.
        </Text>
      )}
      <Button
        size="md"
        px="sm"
        variant="default"
        disabled={isPending}
        aria-label={`Recusar pedido: ${whose}`}
        onClick={() => mutate(false)}
      >
        Recusar
      </Button>
    </div>
  );
}

function labelOf(name: LinkRequest['name']): string {
  return linkRequestLabels[name as LinkRequestName];
}
