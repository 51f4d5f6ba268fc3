import { NativeSelect } from '@mantine/core';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { boardingChange, type Passenger, type PassengerTrip } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { boardingOptions } from '~/features/reservations/boarding-choice';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { FormDialog } from '~/ui/dialogs/form-dialog';

interface BoardingDialogProps {
  passengers: readonly Passenger[];
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** Changes the boarding point of several people at once. */
export function BoardingDialog({ passengers, trip, onClose, onDone }: BoardingDialogProps) {
  return (
    <FormDialog
      title="Mudar embarque"
      lead={new Intl.ListFormat('pt-BR').format(passengers.map(nameOf))}
      submit="Mudar embarque"
      initial={{ boardingPointId: commonPoint(passengers) }}
      schema={boardingChange}
      toBody={({ boardingPointId }) => ({
        participantIds: passengers.map(({ id }) => id),
        boardingPointId: boardingPointId || null,
      })}
      save={(body) =>
        orRedirect(apiInPlace.callUnchecked(passengerRoutes.changeBoarding, { params: { tripId: trip.id }, body }))
      }
      onSaved={() => onDone(`Embarque de ${plural(passengers.length, 'pessoa')} alterado.`)}
      onClose={onClose}
    >
      {(form) => (
        <NativeSelect
          label="Ponto de embarque"
          data-autofocus
          size="md"
          data={boardingOptions(trip.boardingPoints)}
          {...form.getInputProps('boardingPointId')}
        />
      )}
    </FormDialog>
  );
}

/** The point where all of them board; "to be agreed" if there are several. */
function commonPoint(passengers: readonly Passenger[]): string {
  const points = new Set(passengers.map(({ boardingPoint }) => boardingPoint?.id ?? ''));
  return points.size === 1 ? ([...points][0] ?? '') : '';
}
