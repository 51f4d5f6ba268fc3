import { Button, Loader } from '@mantine/core';
import { describeChanges } from '~/features/audit/describe-changes';
import type { ClientPassenger } from '~/features/reservations/client-reservation';
import { Conversation } from '~/features/reservations/timeline/conversation';
import { type ClientTimelineItem, useTimeline } from '~/features/reservations/timeline/use-timeline';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';

interface TimelineDialogProps {
  passenger: ClientPassenger;
  timeZone: string;
  onClose: () => void;
}

/** Everything that happened to a reservation, with who did it and what changed. */
export function TimelineDialog({ passenger: { payer, reservation }, timeZone, onClose }: TimelineDialogProps) {
  const { timeline, failure, retry } = useTimeline(reservation.id, 'staff');
  return (
    <ModalDialog
      title="Histórico da reserva"
      lead={`Reserva ${reservation.code} de ${payer.name}.`}
      onClose={onClose}
      wide
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!timeline && !failure && <Loader aria-label="Carregando..." />}
      {failure && (
        <FormNotice>
          Não foi possível carregar o histórico. {failure}
          <Button size="md" mt="sm" display="block" onClick={retry}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
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
    </ModalDialog>
  );
}

/** The changed fields, a line each. */
function linesOf({ changes }: ClientTimelineItem, timeZone: string): string[] {
  return describeChanges(changes ?? {}, timeZone, 'reservation').map(({ label, before, after }) => {
    if (before === '') return `${label}: ${after}`;
    return after === '' ? `${label}: era ${before}` : `${label}: de ${before} para ${after}`;
  });
}
