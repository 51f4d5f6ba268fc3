import { reservationStatusKeys, type StatusTone } from '@passeio/contract/reservation-status';
import { StatusBadge } from '~/ui/feedback/status-badge';

/** A status that may be newer than the page. */
interface ShownStatus {
  key: string;
  label: string;
  tone: StatusTone;
}

function isKnown({ key }: ShownStatus): boolean {
  return reservationStatusKeys.some((known) => known === key);
}

/** The server's words. A page older than the server asks to be reloaded. */
export function statusLabel(status: ShownStatus): string {
  return isKnown(status) ? status.label : 'Atualize a página';
}

export function ReservationStatusBadge({ status }: { status: ShownStatus }) {
  return <StatusBadge color={isKnown(status) ? status.tone : 'quiet'}>{statusLabel(status)}</StatusBadge>;
}
