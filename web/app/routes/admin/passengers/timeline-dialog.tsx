import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { describeChanges } from '~/features/audit/describe-changes';
import type { ClientPassenger } from '~/features/reservations/client-reservation';
import { HistoryDialog } from '~/features/reservations/passengers/dialogs/history-dialog';
import { Conversation } from '~/features/reservations/timeline/conversation';
import { useTimeline } from '~/features/reservations/timeline/use-timeline';

interface TimelineDialogProps {
  passenger: ClientPassenger;
  timeZone: string;
  onClose: () => void;
}

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineDialog({ passenger: { payer, reservation }, timeZone, onClose }: TimelineDialogProps) {
  const { timeline, failure, retry } = useTimeline(reservation.id, 'staff');
  return (
    <HistoryDialog
      title="Histórico da reserva"
      lead={`Reserva ${reservation.code} de ${payer.name}.`}
      wide
      isLoading={!timeline && !failure}
      failure={failure}
      onRetry={retry}
      onClose={onClose}
    >
      {timeline?.data.length === 0 && <p>Nada registrado até agora.</p>}
      {timeline && timeline.data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section tabIndex={0} aria-label="O que aconteceu">
          <Conversation
            items={timeline.data.map((item) => ({ ...item, details: linesOf(item, timeZone) }))}
            own="operator"
            timeZone={timeZone}
            hasEarlier={timeline.hasEarlier}
          />
        </section>
      )}
    </HistoryDialog>
  );
}

/** The changed fields, a line each. */
function linesOf({ changes }: TimelineItem, timeZone: string): string[] {
  return describeChanges(changes ?? {}, timeZone, 'reservation').map(({ label, before, after }) => {
    if (before === '') return `${label}: ${after}`;
    return after === '' ? `${label}: era ${before}` : `${label}: de ${before} para ${after}`;
  });
}
