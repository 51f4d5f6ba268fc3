import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { answered, apiInPlace } from '../../session/api';
import { totalChangeInWords } from '../participants/fare-by-age';
import { missingInWords } from '../participants/people-list';
import styles from './actions.module.css';

interface PersonEntryProps {
  person: Participant;
  party: ReservationDetails;
  /** Opens the form of their data. */
  onEdit: () => void;
  onChanged: () => void;
}

/** One person of the reservation: fare, data, or out of it. */
export function PersonEntry({ person, party, onEdit, onChanged }: PersonEntryProps) {
  const name = nameAmong(person, party.participants);
  const isLast = party.participants.length === 1;
  const params = { reservationId: party.id, participantId: person.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ call }: { call: Promise<ReservationDetails | undefined>; what: string }) => answered(call),
    onSuccess: ({ totalCents }, { what }) => {
      showAlert('success', `${what} Total: ${formatMoney(totalCents)}.`);
      onChanged();
    },
  });

  function chooseFare(fareId: string): void {
    const label = party.trip.fares.find(({ id }) => id === fareId)?.label;
    const call = apiInPlace.call(reservationRoutes.changeParticipant, { params, body: { fareId } });
    mutate({ call, what: `Tarifa de ${name}: ${label}.` });
  }

  async function remove(): Promise<void> {
    const mensagem = totalChangeInWords(party.totalCents, party.totalCents - person.priceCents);
    if (!(await askToConfirm({ titulo: `Tirar ${name} da reserva?`, mensagem, tipo: 'danger' }))) return;
    mutate({
      call: apiInPlace.call(reservationRoutes.removeParticipant, { params }),
      what: `${name} saiu da reserva.`,
    });
  }

  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.amount}>{formatMoney(person.priceCents)}</span>
      {person.missing.length > 0 && (
        <span className={`${styles.missing} ${styles.wide}`}>{missingInWords(person.missing)}</span>
      )}
      <div className={styles.tools}>
        <NativeSelect
          aria-label={`Tarifa de ${name}`}
          size="md"
          disabled={isPending}
          data={fareOptions(person, party)}
          value={person.fareId}
          onChange={(event) => chooseFare(event.currentTarget.value)}
        />
        <Button size="md" variant="default" aria-label={`Dados de ${name}`} onClick={onEdit}>
          Dados
        </Button>
        {!isLast && (
          <ActionIcon
            variant="default"
            size={44}
            radius="xl"
            loading={isPending}
            aria-label={`Tirar ${name} da reserva`}
            onClick={remove}
          >
            <IconTrash size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {error && (
        <p className={`${styles.short} ${styles.wide}`} role="alert">
          {explainFailure(error)}
        </p>
      )}
    </>
  );
}

/** The trip's fares, and the person's own one if the trip has it no more. */
function fareOptions({ fareId, fareLabel }: Participant, { trip: { fares } }: ReservationDetails) {
  const options = fares.map(({ id, label }) => ({ value: id, label }));
  return options.some(({ value }) => value === fareId) ? options : [{ value: fareId, label: fareLabel }, ...options];
}
