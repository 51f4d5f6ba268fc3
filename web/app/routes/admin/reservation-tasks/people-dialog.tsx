import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { extraText } from '@passeio/contract/trips/extras';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { extraSums } from '~/features/reservations/extras/extra-lines';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { givableFares, type ParticipantTask, totalChangeText } from '~/features/reservations/participants/party';
import { missingDataText } from '~/features/reservations/participants/people-list';
import { api } from '~/features/session/api';
import { load } from '~/features/session/queries';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { LoadedDialog } from '~/ui/dialogs/loaded-dialog';
import { showAlert } from '~/ui/feedback/alert';
import table from '~/ui/layout/data-table.module.css';
import { Row, Rows } from '~/ui/layout/rows';
import { type ReservationDialogProps, reservationText } from './task';

/** The people of a reservation: more, fewer, other fares, their data. Every change is saved at once. */
export function PeopleDialog({ passenger, onClose }: ReservationDialogProps) {
  const query = useQuery({
    ...load(reservationRoutes.read, { params: { reservationId: passenger.reservation.id } }),
    gcTime: 0,
  });
  const [task, setTask] = useState<ParticipantTask>();
  return (
    <LoadedDialog title="Pessoas da reserva" lead={reservationText(passenger)} query={query} onClose={onClose}>
      {(party) => (
        <>
          <People party={party} onTask={setTask} />
          {task && <ParticipantDialog task={task} party={party} onClose={() => setTask(undefined)} />}
        </>
      )}
    </LoadedDialog>
  );
}

interface PeopleProps {
  party: ReservationDetails;
  onTask: (task: ParticipantTask) => void;
}

function People({ party, onTask }: PeopleProps) {
  const fare = defaultFare(party.trip.fares) ?? party.trip.fares[0];
  return (
    <>
      <Rows plain>
        {party.participants.map((person) => (
          <PersonEntry
            key={person.id}
            person={person}
            party={party}
            onEdit={() => onTask({ kind: 'fill', participant: person })}
          />
        ))}
      </Rows>
      {fare && (
        <Button
          size="md"
          mt="sm"
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
}

/** One person of the reservation: fare, data, or out of it. */
function PersonEntry({ person, party, onEdit }: PersonEntryProps) {
  const name = nameAmong(person, party.participants);
  const isLast = party.participants.length === 1;
  const params = { reservationId: party.id, participantId: person.id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ call }: { call: Promise<ReservationDetails>; what: string }) => call,
    onSuccess: ({ totalCents }, { what }) => {
      showAlert('success', `${what} Total: ${formatMoney(totalCents)}.`);
    },
  });

  function chooseFare(fareId: string): void {
    const label = party.trip.fares.find(({ id }) => id === fareId)?.label;
    const call = api.call(reservationRoutes.changeParticipant, { params, body: { fareId }, toast: false });
    mutate({ call, what: `Tarifa de ${name}: ${label}.` });
  }

  async function remove(): Promise<void> {
    const mensagem = totalChangeText(party.totalCents, party.totalCents - person.priceCents);
    if (!(await askToConfirm({ titulo: `Tirar ${name} da reserva?`, mensagem, tipo: 'danger' }))) return;
    mutate({
      call: api.call(reservationRoutes.removeParticipant, { params, toast: false }),
      what: `${name} saiu da reserva.`,
    });
  }

  return (
    <Row>
      <Text span fw={600}>
        {name}
      </Text>
      <span className={table.number}>{formatMoney(person.priceCents)}</span>
      {person.missing.length > 0 && (
        <Text w="100%" c="var(--warning)" fz="sm">
          {missingDataText(person.missing)}
        </Text>
      )}
      <Group w="100%" gap={8}>
        <NativeSelect
          flex="1 1 12rem"
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
      </Group>
      {error && (
        <Text w="100%" c="var(--danger)" role="alert">
          {explainFailure(error)}
        </Text>
      )}
    </Row>
  );
}

/** The trip's fares, and the person's own one if the trip has it no more. */
function fareOptions({ fareId, fareLabel }: Participant, { trip: { fares } }: ReservationDetails) {
  const options = givableFares(fares, fareId).map(({ id, label }) => ({ value: id, label }));
  return options.some(({ value }) => value === fareId) ? options : [{ value: fareId, label: fareLabel }, ...options];
}

/** How a reservation's total comes about, and what is left of it. */
function PriceLines({ reservation }: { reservation: ReservationDetails }) {
  const { participants, adjustments, totalCents, receivedCents, dueCents, toReturnCents } = reservation;
  const fares = participants.reduce((sum, { priceCents }) => sum + priceCents, 0);
  const extras = extraSums(reservation.lines);
  return (
    <Stack component="dl" gap={4} mt={16} pt={12} style={{ borderTop: '1px solid var(--border)' }}>
      {adjustments.length + extras.length > 0 && <Line label="Tarifas" cents={fares} />}
      {extras.map((sum) => (
        <Line key={sum.id} label={extraText(sum)} cents={sum.totalCents} />
      ))}
      {adjustments.map(({ id, reason, amountCents }) => (
        <Line key={id} label={reason} cents={amountCents} />
      ))}
      <Line label="Total" cents={totalCents} total />
      {receivedCents > 0 && <Line label="Recebido" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} />}
    </Stack>
  );
}

function Line({ label, cents, total }: { label: string; cents: number; total?: boolean }) {
  return (
    <Group justify="space-between" {...(total && { fw: 650 })}>
      <dt>{label}</dt>
      <dd className={table.number}>{formatMoney(cents)}</dd>
    </Group>
  );
}
