import { Button } from '@mantine/core';
import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconWallet } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '~/lib/api';
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
  const [busy, setBusy] = useState(false);
  if (creditCents === 0) return null;
  const usable = isActive(reservation) && reservation.state !== 'requested' ? Math.min(creditCents, dueCents) : 0;

  async function pay(): Promise<void> {
    setBusy(true);
    try {
      const call = { params: { reservationId: id }, body: { amountCents: usable } };
      const { balanceCents } = await answered(withRetry(() => api.call(paymentRoutes.payWithCredit, call)));
      const rest = balanceCents > 0 ? ` Você ainda tem ${formatMoney(balanceCents)} de crédito.` : '';
      showAlert('success', `Pago com ${formatMoney(usable)} de crédito.${rest}`);
    } catch (error) {
      // Told by the API client.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      onMoved();
    }
  }

  return (
    <div className={styles.notice}>
      <h3>Você tem {formatMoney(creditCents)} de crédito</h3>
      <p>{usable > 0 ? 'Ele não vence: use agora ou em outra viagem.' : 'Ele não vence: use na sua próxima viagem.'}</p>
      {usable > 0 && (
        <Button
          size="md"
          variant="default"
          loading={busy}
          leftSection={<IconWallet size={18} aria-hidden />}
          onClick={() => void pay()}
        >
          Usar {formatMoney(usable)}
        </Button>
      )}
    </div>
  );
}
