import { Text } from '@mantine/core';
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

const toneColors: Partial<Record<StatusTone, string>> = {
  waiting: 'var(--warning)',
  good: 'var(--success)',
  bad: 'var(--danger)',
};

/** The status as coloured words, for dense rows. */
export function ReservationStatusText({ status, truncate }: { status: ShownStatus; truncate?: boolean }) {
  return (
    <Text span fz={13} c={toneColors[status.tone] ?? 'dimmed'} {...(truncate && { truncate, display: 'block' })}>
      {statusLabel(status)}
    </Text>
  );
}
