import { Button, Loader } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { useQuery } from '@tanstack/react-query';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';

interface PersonDialogProps {
  passenger: Passenger;
  onClose: () => void;
  /** The reservation has changed, or is known to be newer than the list. */
  onChanged: () => void;
}

/** A passenger's data, as part of their reservation: the others are needed to say who accompanies a minor. */
export function PersonDialog({ passenger, onClose, onChanged }: PersonDialogProps) {
  const {
    data: party,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...load(reservationRoutes.read, { params: { reservationId: passenger.reservation.id } }),
    // The form starts with what is stored now, and keeps it.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const participant = party?.participants.find(({ id }) => id === passenger.id);
  if (party && participant) {
    return (
      <ParticipantDialog task={{ kind: 'fill', participant }} party={party} onClose={onClose} onChanged={onChanged} />
    );
  }
  const failure = error && !isFetching && explainFailure(error);
  const gone = party && 'Esta pessoa não está mais na reserva. Recarregue a página.';
  return (
    <ModalDialog
      title={nameOf(passenger)}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!party && isFetching && <Loader aria-label="Carregando..." />}
      {(failure || gone) && (
        <FormNotice>
          {failure || gone}
          {failure && (
            <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
              Tentar de novo
            </Button>
          )}
        </FormNotice>
      )}
    </ModalDialog>
  );
}
