import { Button } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { formatMoney } from '~/lib/formats';
import { showAlert } from '~/ui/feedback/alert';
import { answered, api } from '../../session/api';
import { withRetry } from '../../session/with-retry';
import { isActive } from '../reservation-states';
import styles from './payment.module.css';

interface CreditOfferProps {
  reservation: Reservation;
  /** Money has moved: the reservation is to be read again. */
  onMoved: () => void;
}

/** The payer's credit, and paying with it as far as it goes; nothing without credit. */
export function CreditOffer({ reservation, onMoved }: CreditOfferProps) {
  const { id, creditCents, dueCents } = reservation;
  const usable = isActive(reservation) && reservation.state !== 'requested' ? Math.min(creditCents, dueCents) : 0;
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const call = { params: { reservationId: id }, body: { amountCents: usable } };
      return answered(withRetry(() => api.call(paymentRoutes.payWithCredit, call)));
    },
    onSuccess: ({ balanceCents }) => {
      const rest = balanceCents > 0 ? ` Você ainda tem ${formatMoney(balanceCents)} de crédito.` : '';
      showAlert('success', `Pago com ${formatMoney(usable)} de crédito.${rest}`);
    },
    onSettled: onMoved,
  });
  if (creditCents === 0) return null;

  return (
    <div className={styles.notice}>
      <h3>Você tem {formatMoney(creditCents)} de crédito</h3>
      <p>{usable > 0 ? 'Ele não vence: use agora ou em outra viagem.' : 'Ele não vence: use na sua próxima viagem.'}</p>
      {usable > 0 && (
        <Button
          size="md"
          variant="default"
          loading={isPending}
          leftSection={<IconWallet size={18} aria-hidden />}
          onClick={() => mutate()}
        >
          Usar {formatMoney(usable)}
        </Button>
      )}
    </div>
  );
}
