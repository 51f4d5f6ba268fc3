import { ActionIcon, Button, Loader, NativeSelect } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { totalChangeInWords } from '~/features/reservations/participants/fare-by-age';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import type { ParticipantTask } from '~/features/reservations/participants/party';
import { missingInWords } from '~/features/reservations/participants/people-list';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import styles from './actions.module.css';
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

interface PersonEntryProps {
  person: Participant;
  party: ReservationDetails;
  /** Opens the form of their data. */
  onEdit: () => void;
  onChanged: () => void;
}

/** One person of the reservation: fare, data, or out of it. */
function PersonEntry({ person, party, onEdit, onChanged }: PersonEntryProps) {
  const name = nameAmong(person, party.participants);
  const isLast = party.participants.length === 1;
  const params = { reservationId: party.id, participantId: person.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ call }: { call: Promise<ReservationDetails | undefined>; what: string }) => orRedirect(call),
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

/** How a reservation's total comes about, and what is left of it. */
function PriceLines({ reservation }: { reservation: ReservationDetails }) {
  const { participants, adjustments, totalCents, receivedCents, dueCents, toReturnCents } = reservation;
  const fares = participants.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <dl className={styles.sum}>
      {adjustments.length > 0 && <Line label="Tarifas" cents={fares} />}
      {adjustments.map(({ id, reason, amountCents }) => (
        <Line key={id} label={reason} cents={amountCents} />
      ))}
      <Line label="Total" cents={totalCents} total />
      {receivedCents > 0 && <Line label="Recebido" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} />}
    </dl>
  );
}

function Line({ label, cents, total }: { label: string; cents: number; total?: boolean }) {
  return (
    <div data-total={total || undefined}>
      <dt>{label}</dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  );
}
