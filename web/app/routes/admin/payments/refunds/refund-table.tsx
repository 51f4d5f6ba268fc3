import { Button } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import { type RefundToPay, refundReasons, refundStates } from '@passeio/contract/payments/payments';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import type { Chat } from '~/features/reservations/whatsapp/use-chat-link';
import { WhatsAppAnchor } from '~/features/reservations/whatsapp/whatsapp-anchor';
import { send } from '~/features/session/queries';
import { formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { finish, showFailure } from '../desk-call';
import { DeskTable } from '../desk-table';
import styles from '../desk-table.module.css';
import { tripWords } from '../desk-words';

interface RefundTableProps {
  refunds: RefundToPay[];
  onPay: (refund: RefundToPay) => void;
  onChange: (refund: RefundToPay) => void;
}

export function RefundTable({ refunds, ...actions }: RefundTableProps) {
  return (
    <DeskTable caption="Devoluções" columns={['Para quem', 'Motivo', 'Quando']}>
      {refunds.map((refund) => (
        <Row key={refund.id} refund={refund} {...actions} />
      ))}
    </DeskTable>
  );
}

type RowProps = Omit<RefundTableProps, 'refunds'> & { refund: RefundToPay };

function Row({ refund, ...actions }: RowProps) {
  const formats = useFormats();
  const { reservation, trip, amountCents, reason, pixKey, keyChanged, state } = refund;
  return (
    <tr>
      <th scope="row">
        <Link to={reservationPath({ tripId: trip.id, id: reservation.id })} className={styles.name}>
          {reservation.payer}
        </Link>
        <span className={styles.detail}>Código {reservation.code}</span>
        {state !== 'paid' && <span className={styles.detail}>{pixKey ? `Chave Pix: ${pixKey}` : 'Sem chave Pix'}</span>}
        {state !== 'paid' && keyChanged && (
          <span className={styles.detail}>
            Mudada por {keyChanged.by}
            {keyChanged.isPayer && ' (quem pagou)'} em {formats.formatMoment(keyChanged.at)}
          </span>
        )}
        <WhatsAppAnchor {...chatOf(refund)} to={reservation.chat.payer} className={styles.contact} />
      </th>
      <td data-label="Motivo">
        <span className={styles.stack}>
          <span>{refundReasons[reason]}</span>
          <span className={styles.detail}>{tripWords(trip, formats)}</span>
        </span>
      </td>
      <td data-label="Quando">
        <When refund={refund} />
      </td>
      <td data-label="Valor" className={styles.number}>
        {formatMoney(amountCents)}
      </td>
      <td>{state === 'due' && <Actions refund={refund} {...actions} />}</td>
    </tr>
  );
}

// One that was paid is not told of as if it were to come.
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
      <span className={styles.stack}>
        <span>{paidAt ? formatNumericDate(paidAt) : refundStates.paid}</span>
        {asCredit && <StatusBadge color="quiet">Virou crédito</StatusBadge>}
      </span>
    );
  }
  return (
    <span className={styles.stack}>
      <span className={isLate ? styles.late : undefined}>
        {isLate ? 'Atrasada: ' : 'Até '}
        {formatCalendarDate(promisedFor)}
      </span>
      {state === 'sent' && <StatusBadge color="waiting">Enviada ao banco</StatusBadge>}
    </span>
  );
}

function Actions({ refund, onPay, onChange }: RowProps) {
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
        onClick={() => onPay(refund)}
      >
        Registrar devolução
      </Button>
      <Button
        size="md"
        px="sm"
        variant="default"
        aria-label={`Mudar chave ou data: ${whose}`}
        onClick={() => onChange(refund)}
      >
        Mudar
      </Button>
    </div>
  );
}
