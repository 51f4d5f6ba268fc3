import { Button, Loader } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { useParty } from '~/features/reservations/passengers/use-party';
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
  const { party, failure, reload } = useParty(passenger.reservation.id);
  const participant = party?.participants.find(({ id }) => id === passenger.id);
  if (party && participant) {
    return (
      <ParticipantDialog task={{ kind: 'fill', participant }} party={party} onClose={onClose} onChanged={onChanged} />
    );
  }
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
      {!party && !failure && <Loader aria-label="Carregando..." />}
      {(failure ?? gone) && (
        <FormNotice>
          {failure ?? gone}
          {failure && (
            <Button size="md" mt="sm" display="block" onClick={reload}>
              Tentar de novo
            </Button>
          )}
        </FormNotice>
      )}
    </ModalDialog>
  );
}
