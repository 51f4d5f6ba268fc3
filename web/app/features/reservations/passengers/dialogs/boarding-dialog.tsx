import { Button, NativeSelect } from '@mantine/core';
import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { plural } from '@passeio/contract/words';
import { type FormEvent, useId, useState } from 'react';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { boardingOptions } from '../../boarding-choice';
import { changeBoarding } from '../passenger-calls';
import { nameOf } from '../passenger-labels';

interface BoardingDialogProps {
  passengers: readonly Passenger[];
  trip: Pick<PassengerTrip, 'id' | 'boardingPoints'>;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** Changes the boarding point of several people at once. */
export function BoardingDialog({ passengers, trip, onClose, onDone }: BoardingDialogProps) {
  const [chosen, setChosen] = useState(commonPoint(passengers));
  const [busy, setBusy] = useState(false);
  const form = useId();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await changeBoarding(trip.id, {
        participantIds: passengers.map(({ id }) => id),
        boardingPointId: chosen || null,
      });
      onDone(`Embarque de ${plural(passengers.length, 'pessoa')} alterado.`);
    } catch {
      // The API client has shown the error.
      setBusy(false);
    }
  }

  return (
    <ModalDialog
      title="Mudar embarque"
      lead={new Intl.ListFormat('pt-BR').format(passengers.map(nameOf))}
      onClose={onClose}
      actions={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={form} size="md" loading={busy}>
            Mudar embarque
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <NativeSelect
          label="Ponto de embarque"
          data-autofocus
          size="md"
          data={boardingOptions(trip.boardingPoints)}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      </form>
    </ModalDialog>
  );
}

/** The point where all of them board; "to be agreed" if there are several. */
function commonPoint(passengers: readonly Passenger[]): string {
  const points = new Set(passengers.map(({ boardingPoint }) => boardingPoint?.id ?? ''));
  return points.size === 1 ? ([...points][0] ?? '') : '';
}
