import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import { hasVoucher } from './load-voucher';

interface VoucherLinkProps {
  reservation: Pick<Reservation, 'code' | 'state' | 'status' | 'trip'>;
  describedBy?: string | undefined;
}

/** Leads to the voucher of a reservation that has one. */
export function VoucherLink({ reservation, describedBy }: VoucherLinkProps) {
  if (!hasVoucher(reservation)) return null;
  const { code, status } = reservation;
  return (
    <Button
      component={Link}
      to={pagePaths.voucher(code)}
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
