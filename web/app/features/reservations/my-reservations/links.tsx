import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import { payerLink } from '~/features/session/api';
import { isPaymentNext, isReceiptWaiting, paymentChoices } from '../payment/payment-choices';
import { hasVoucher } from './voucher';

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

interface VoucherLinkProps {
  reservation: Pick<Reservation, 'code' | 'state' | 'status' | 'trip'>;
  describedBy?: string | undefined;
}

/** Leads to the voucher of a reservation that has one. */
export function VoucherLink({ reservation, describedBy }: VoucherLinkProps) {
  if (!hasVoucher(reservation)) return null;
  const { code, status } = reservation;
  const link = payerLink();
  return (
    <Button
      component={Link}
      to={link ? pagePaths.payerVoucher(link.token) : pagePaths.voucher(code)}
      size="md"
      // Paying comes first then.
      variant={status.key === 'balance_overdue' ? 'default' : 'filled'}
      leftSection={<IconTicket size={20} aria-hidden />}
      aria-describedby={describedBy}
    >
      Abrir o voucher
    </Button>
  );
}
