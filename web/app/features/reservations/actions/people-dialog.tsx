import { Button, Loader } from '@mantine/core';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainFailure } from '~/lib/explain-failure';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { load } from '../../session/queries';
import { ParticipantDialog } from '../participants/participant-dialog';
import type { ParticipantTask } from '../participants/party';
import styles from './actions.module.css';
import { PersonEntry } from './person-entry';
import { PriceLines } from './price-lines';
import { type ReservationDialogProps, reservationWords } from './reservation-action';

/** The people of a reservation: more, fewer, other fares, their data. Every change is saved at once. */
export function PeopleDialog({ passenger, onClose, onChanged }: ReservationDialogProps) {
  const {
    data: party,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...load(reservationRoutes.read, { params: { reservationId: passenger.reservation.id } }),
    gcTime: 0,
  });
  const [task, setTask] = useState<ParticipantTask>();

  function changed(): void {
    void refetch();
    onChanged();
  }

  return (
    <ModalDialog
      title="Pessoas da reserva"
      lead={reservationWords(passenger)}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      {!party && isFetching && <Loader aria-label="Carregando..." />}
      {error && !isFetching && (
        <FormNotice>
          {explainFailure(error)}
          <Button size="md" mt="sm" display="block" onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </FormNotice>
      )}
      {party && <People party={party} onTask={setTask} onChanged={changed} />}
      {party && task && (
        <ParticipantDialog task={task} party={party} onClose={() => setTask(undefined)} onChanged={changed} />
      )}
    </ModalDialog>
  );
}

interface PeopleProps {
  party: ReservationDetails;
  onTask: (task: ParticipantTask) => void;
  onChanged: () => void;
}

function People({ party, onTask, onChanged }: PeopleProps) {
  const fare = defaultFare(party.trip.fares) ?? party.trip.fares[0];
  return (
    <>
      <ul className={styles.people}>
        {party.participants.map((person) => (
          <li key={person.id}>
            <PersonEntry
              person={person}
              party={party}
              onEdit={() => onTask({ kind: 'fill', participant: person })}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ul>
      {fare && (
        <Button
          size="md"
          variant="light"
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => onTask({ kind: 'add', fare })}
        >
          Incluir pessoa
        </Button>
      )}
      <PriceLines reservation={party} />
    </>
  );
}
