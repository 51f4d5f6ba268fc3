import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { IconTicket } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ClientReservation } from '../client-reservation';

interface VoucherLinkProps {
  reservation: Pick<ClientReservation, 'code' | 'state' | 'status' | 'trip'>;
  describedBy?: string | undefined;
}

/** Leads to the voucher of a booked reservation; nothing for others, and once the trip is over or cancelled. */
export function VoucherLink({ reservation: { code, state, status, trip }, describedBy }: VoucherLinkProps) {
  if (state !== 'booked' || status.key === 'departure_cancelled' || Date.parse(trip.returnDate) <= Date.now())
    return null;
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
