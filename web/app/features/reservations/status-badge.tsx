import { type ReservationStatus, reservationStatusKeys } from '@passeio/contract/reservation-status';
import { StatusBadge } from '~/ui/feedback/status-badge';

/** A reservation's status in the server's words. A page older than the server asks to be reloaded. */
export function ReservationStatusBadge({ status }: { status: Pick<ReservationStatus, 'key' | 'label' | 'tone'> }) {
  const isKnown = reservationStatusKeys.includes(status.key);
  return (
    <StatusBadge color={isKnown ? status.tone : 'quiet'}>{isKnown ? status.label : 'Atualize a página'}</StatusBadge>
  );
}
