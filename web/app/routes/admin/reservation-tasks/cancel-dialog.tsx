import { Textarea } from '@mantine/core';
import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { CancellingParty } from '@passeio/contract/reservations/cancellation';
import { staffCancellation } from '@passeio/contract/reservations/staff-reservation';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { firstName } from '@passeio/contract/words';
import { useState } from 'react';
import {
  OccupancyChoice,
  QuoteLines,
  QuoteSection,
  useQuote,
} from '~/features/reservations/cancellation/cancellation-quote';
import { nameOf } from '~/features/reservations/passengers/passenger-labels';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { ChoiceGroup } from '~/ui/inputs/choice-group';

const parties = [
  ['client', 'A pedido do cliente'],
  ['operator', 'Pela operadora (devolução integral)'],
] as const;

interface CancelDialogProps {
  passenger: Passenger;
  /** Only this person leaves; the reservation goes on. */
  personOnly?: boolean;
  onClose: () => void;
  onDone: (message: string) => void;
}

/**
 * Cancels a passenger's reservation, or takes the passenger out of it, for the client or, by who may waive a penalty,
 * for the operator; shows the penalty and the refund first.
 */
export function CancelDialog({ passenger, personOnly = false, onClose, onDone }: CancelDialogProps) {
  const { payer, reservation } = passenger;
  const [by, setBy] = useState<CancellingParty>('client');
  const participants = personOnly ? [passenger.id] : undefined;
  const quoting = useQuote(reservation.id, { by, participants });
  const [isAccepted, setAccepted] = useState(false);
  const occupancy = quoting.quote?.occupancy ?? null;
  const title = personOnly ? 'Cancelar esta pessoa' : 'Cancelar reserva';
  return (
    <FormDialog
      title={title}
      lead={personOnly ? consequencesOfOne(passenger) : consequences(passenger)}
      submit={title}
      danger
      disabled={!quoting.quote}
      initial={{ reason: '' }}
      schema={staffCancellation}
      // Staff who see no money have seen no amount to confirm.
      toBody={({ reason }) => ({
        ...{ reason, by, participants },
        refundCents: may('see_money') ? (isAccepted && occupancy ? occupancy : quoting.quote)?.refundCents : undefined,
        ...(occupancy && { acceptsOccupancy: isAccepted }),
      })}
      save={(body) => {
        const call = { params: { reservationId: reservation.id }, body, toast: false };
        return quoting.orNewer(api.callUnchecked(staffReservationRoutes.cancel, call));
      }}
      onSaved={() =>
        onDone(personOnly ? `${nameOf(passenger)} saiu da reserva.` : `Reserva de ${firstName(payer.name)} cancelada.`)
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          {may('confirm_money') && <ChoiceGroup legend="Quem cancela?" choices={parties} value={by} onChange={setBy} />}
          <QuoteSection quoting={quoting}>
            {(quote) => <QuoteLines quote={quote} receives="O cliente recebe" />}
          </QuoteSection>
          {occupancy && <OccupancyChoice occupancy={occupancy} isAccepted={isAccepted} onChange={setAccepted} />}
          <Textarea
            label="Motivo"
            data-autofocus
            description="Fica registrado na reserva, só para a equipe"
            size="md"
            rows={3}
            maxLength={300}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

function consequences({ payer, reservation: { code, people } }: Passenger): string {
  const whose = people === 1 ? payer.name : `${payer.name} (${people} pessoas)`;
  return `A reserva ${code} de ${whose} será cancelada, e ${people === 1 ? 'a vaga fica livre' : 'as vagas ficam livres'}.`;
}

function consequencesOfOne(passenger: Passenger): string {
  const { takesPlace, reservation } = passenger;
  const place = takesPlace ? 'A vaga fica livre, e a' : 'A';
  return `${nameOf(passenger)} sai da reserva ${reservation.code}. ${place} reserva das outras pessoas continua valendo.`;
}
