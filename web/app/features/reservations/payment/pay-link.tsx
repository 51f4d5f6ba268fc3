import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { Link } from 'react-router';
import { isPaymentNext, isReceiptWaiting, paymentChoices } from './payment-choices';

interface PayLinkProps {
  reservation: Reservation;
  describedBy?: string | undefined;
}

/** Leads to where the reservation is paid; nothing while nothing can be paid or a receipt waits. */
export function PayLink({ reservation, describedBy }: PayLinkProps) {
  const [choice] = paymentChoices(reservation);
  if (!choice || isReceiptWaiting(reservation)) return null;
  return (
    <Button
      component={Link}
      to={pagePaths.reservation(reservation.code)}
      size="md"
      variant={isPaymentNext(reservation) ? 'filled' : 'default'}
      aria-describedby={describedBy}
    >
      {choice.label}
    </Button>
  );
}
