import type { StatusTone } from '@passeio/contract/reservations/reservation-status';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { isKnownStatus } from './reservation-states';

/** A status that may be newer than the page. */
interface ShownStatus {
  key: string;
  label: string;
  tone: StatusTone;
}

/** The server's words. A page older than the server asks to be reloaded. */
export function statusLabel(status: ShownStatus): string {
  return isKnownStatus(status) ? status.label : 'Atualize a página';
}

export function ReservationStatusBadge({ status }: { status: ShownStatus }) {
  return <StatusBadge color={isKnownStatus(status) ? status.tone : 'quiet'}>{statusLabel(status)}</StatusBadge>;
}
