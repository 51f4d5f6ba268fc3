import type { Passenger } from '@passeio/contract/boarding/passengers';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { useQuery } from '@tanstack/react-query';
import { describeChanges } from '~/features/audit/describe-changes';
import { HistoryDialog } from '~/features/reservations/passengers/dialogs/history-dialog';
import { Conversation } from '~/features/reservations/timeline/conversation';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';

interface TimelineDialogProps {
  passenger: Passenger;
  timeZone: string;
  onClose: () => void;
}

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineDialog({ passenger: { payer, reservation }, timeZone, onClose }: TimelineDialogProps) {
  const {
    data: timeline,
    error,
    isFetching,
    refetch,
  } = useQuery(
    load(reservationRoutes.readTimeline, { params: { reservationId: reservation.id }, query: { audience: 'staff' } }),
  );
  return (
    <HistoryDialog
      title="Histórico da reserva"
      lead={`Reserva ${reservation.code} de ${payer.name}.`}
      wide
      isLoading={!timeline && isFetching}
      failure={error && !isFetching ? explainFailure(error) : undefined}
      onRetry={() => void refetch()}
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
