import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { Reservation, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { firstName, plural } from '@passeio/contract/words';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CancellationDialog } from '~/features/reservations/cancellation/cancel-reservation';
import { boardingOptions, useBoardingChoice } from '~/features/reservations/participants/boarding-choice';
import { LinkDialog } from '~/features/reservations/participants/link-dialog';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import { type ParticipantTask, type Party, totalChangeText } from '~/features/reservations/participants/party';
import { PeopleList } from '~/features/reservations/participants/people-list';
import { isActive } from '~/features/reservations/status/reservation-states';
import { api, payerLink } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { TitledCard } from '~/ui/layout/titled-card';
import { ActionMenu } from '~/ui/navigation/action-menu';
import styles from './my-reservations.module.css';

interface PeopleProps {
  reservation: Reservation;
  /** What a change needs; absent offline. */
  details?: ReservationDetails | undefined;
}

/** Who travels, and where they board. */
export function People({ reservation, details }: PeopleProps) {
  const { participants } = reservation;
  const { changeable } = reservation;
  const { formatDeadline } = useFormats();
  const complete = participants.filter(({ missing }) => missing.length === 0).length;
  const active = isActive(reservation);
  const isCancelled = reservation.status.key === 'departure_cancelled';
  const isAhead = !isCancelled && Date.parse(reservation.trip.date) > Date.now();
  const note =
    complete === participants.length ? plural(complete, 'pessoa') : `${complete} de ${participants.length} completos`;

  const [leaving, setLeaving] = useState<string[]>();

  return (
    <TitledCard title="Quem vai" note={active ? note : undefined}>
      {active && !changeable && !isCancelled && details && (
        <Text mb="md" style={{ textWrap: 'pretty' }}>
          O prazo para mudar quem viaja passou: fale com a gente.
          {isAhead && ' Os dados que faltam você ainda preenche aqui.'}
        </Text>
      )}
      {details && active && isAhead ? (
        <>
          <PartyBoarding reservation={details} />
          <EditablePeople party={details} changeable={changeable} onLeaving={({ id }) => setLeaving([id])} />
        </>
      ) : (
        <PeopleList people={participants} isOver={!active} />
      )}
      {active && changeable && details && (
        <Text variant="hint" mt="md">
          Você inclui, troca e tira pessoas até {formatDeadline(reservation.changeableUntil)}.
        </Text>
      )}
      {leaving && (
        <CancellationDialog reservation={reservation} leaving={leaving} onClose={() => setLeaving(undefined)} />
      )}
    </TitledCard>
  );
}

const APART = 'apart';

/** Where the whole party boards; of people who board apart, who boards where. Nothing without boarding points. */
function PartyBoarding({ reservation: { id, participants, trip } }: { reservation: ReservationDetails }) {
  const { chosen, choose } = useBoardingChoice({
    save: async (boardingPointId) => {
      const call = { params: { reservationId: id }, body: { boardingPointId } };
      await api.callUnchecked(reservationRoutes.changeBoarding, call);
    },
    saved: 'Embarque alterado.',
  });
  if (trip.boardingPoints.length === 0) return null;
  const [point = '', ...others] = new Set(participants.map(({ boardingPointId }) => boardingPointId ?? ''));
  const isApart = others.length > 0;
  return (
    <NativeSelect
      maw={480}
      mb={20}
      size="md"
      label="Ponto de embarque"
      description={
        isApart
          ? boardingLines(participants, trip.boardingPoints).map((line) => (
              <Text span key={line} display="block" lh={1.4}>
                {line}
              </Text>
            ))
          : participants.length > 1 && 'Vale para todas as pessoas da reserva'
      }
      data={[
        ...(isApart ? [{ value: APART, label: 'Pontos diferentes', disabled: true }] : []),
        ...boardingOptions(trip.boardingPoints),
      ]}
      value={chosen ?? (isApart ? APART : point)}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}

/**
 * Where and when the people of a reservation board, a line per boarding point, as "Embarque às 05:30, Rodoviária".
 * Names follow where not all board together. Empty for a trip without boarding points.
 */
export function boardingLines(
  people: Reservation['participants'],
  points: Reservation['trip']['boardingPoints'],
): string[] {
  if (points.length === 0) return [];
  const chosen = points.filter(({ id }) => people.some((one) => one.boardingPointId === id));
  const undecided = people.filter((one) => !points.some(({ id }) => id === one.boardingPointId));
  const isTogether = chosen.length + (undecided.length > 0 ? 1 : 0) === 1;
  const names = (those: typeof people) =>
    isTogether ? '' : `: ${those.map((one) => nameAmong(one, people)).join(', ')}`;
  return [
    ...chosen.map(({ id, time, place }) => {
      const boarding = people.filter((one) => one.boardingPointId === id);
      return `Embarque às ${time}, ${place}${names(boarding)}`;
    }),
    ...(undecided.length > 0 ? [`Embarque a combinar${names(undecided)}`] : []),
  ];
}

interface EditablePeopleProps {
  party: Party & { receivedCents: number; trip: { title: string } };
  /** People can be added, taken out and replaced; else their data can be filled in. */
  changeable: boolean;
  /** Called instead of removing the last person, or somebody for whom something was paid. */
  onLeaving: (person: Participant) => void;
}

/** Longer first names do not fit the button on a phone. */
const LONGEST_NAME = 12;

type Open = ParticipantTask | { kind: 'link'; participant: Participant } | null;

/** The people of a reservation for its payer, to fill in, replace, take out and add. */
function EditablePeople({ party, changeable, onLeaving }: EditablePeopleProps) {
  const [open, setOpen] = useState<Open>(null);
  const { participants, trip } = party;
  const close = () => setOpen(null);
  const fare = defaultFare(trip.fares);

  const { mutate: change } = useMutation({
    mutationFn: ({ call }: { call: Promise<unknown>; what: string }) => call,
    onSuccess: (_, { what }) => showAlert('success', what),
    onError: () => void reload(),
  });
  const params = (person: Participant) => ({ reservationId: party.id, participantId: person.id });

  async function remove(person: Participant): Promise<void> {
    if (participants.length === 1 || party.receivedCents > 0) return onLeaving(person);
    if (!(await askToConfirm({ ...removalText(person, party), tipo: 'danger' }))) return;
    const call = api.callUnchecked(reservationRoutes.removeParticipant, { params: params(person) });
    change({ call, what: `${nameAmong(person, participants)} saiu da reserva.` });
  }

  function revoke(person: Participant): void {
    const call = api.callUnchecked(reservationRoutes.revokeLink, { params: params(person) });
    change({ call, what: 'Link cancelado: ele não abre mais.' });
  }

  return (
    <>
      <PeopleList
        people={participants}
        actions={(person) => <PersonActions person={person} name={nameAmong(person, participants)} onOpen={setOpen} />}
        menu={(person) =>
          (changeable || mayRevoke(person)) && (
            <PersonMenu
              person={person}
              name={nameAmong(person, participants)}
              changeable={changeable}
              onOpen={setOpen}
              onRemove={() => void remove(person)}
              onRevoke={() => revoke(person)}
            />
          )
        }
      />
      {changeable && fare && (
        <Button
          variant="default"
          size="md"
          mt="lg"
          leftSection={<IconPlus size={20} aria-hidden />}
          onClick={() => setOpen({ kind: 'add', fare })}
        >
          Incluir pessoa
        </Button>
      )}
      {open?.kind === 'link' && (
        <LinkDialog reservationId={party.id} person={open.participant} trip={trip} onClose={close} />
      )}
      {open && open.kind !== 'link' && <ParticipantDialog task={open} party={party} forPayer onClose={close} />}
    </>
  );
}

interface PersonActionsProps {
  person: Participant;
  name: string;
  onOpen: (open: Open) => void;
}

function PersonActions({ person, name, onOpen }: PersonActionsProps) {
  // Where the party boards is chosen above the list, and the statement for minors is a card of its own.
  const isComplete = person.missing.every((field) => field === 'boardingPointId' || field === 'minorStatement');
  const first = firstName(person.name);
  const isNamed = first !== '' && first.length <= LONGEST_NAME;
  return (
    <Group gap={8} mt={10} className={styles.person} data-open={!isComplete || undefined}>
      <Button
        size="md"
        variant={isComplete ? 'default' : 'filled'}
        aria-label={`${isComplete ? 'Ver e corrigir' : 'Preencher'}: ${name}`}
        onClick={() => onOpen({ kind: 'fill', participant: person })}
      >
        {isComplete ? 'Ver e corrigir' : 'Preencher'}
      </Button>
      {!isComplete && !person.isPayer && (
        <Button
          size="md"
          variant="default"
          px="md"
          aria-label={isNamed ? undefined : `Pedir que preencha: ${first || name}`}
          onClick={() => onOpen({ kind: 'link', participant: person })}
        >
          {isNamed ? `Pedir que ${first} preencha` : 'Pedir que preencha'}
        </Button>
      )}
    </Group>
  );
}

interface PersonMenuProps extends PersonActionsProps {
  changeable: boolean;
  onRemove: () => void;
  onRevoke: () => void;
}

function PersonMenu({ person, name, changeable, onOpen, onRemove, onRevoke }: PersonMenuProps) {
  return (
    <ActionMenu
      shadow="md"
      width={230}
      transitionProps={{ duration: 0 }}
      button={
        <ActionIcon variant="subtle" color="gray" size={44} radius="xl" mt={-8} aria-label={`Mais ações: ${name}`}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      }
      entries={[
        ...(mayRevoke(person) ? [{ label: 'Cancelar link', onSelect: onRevoke }] : []),
        ...(changeable
          ? [
              { label: 'Trocar passageiro', onSelect: () => onOpen({ kind: 'replace', participant: person }) },
              { label: 'Tirar da reserva', isDanger: true, onSelect: onRemove },
            ]
          : []),
      ]}
    />
  );
}

/** The payer's link replaces a link by another one, and does not end it alone. */
function mayRevoke({ hasLink }: Participant): boolean {
  return hasLink && !payerLink();
}

/** The question before a person for whom nothing was paid is taken out of a reservation, with what changes. */
function removalText(person: Participant, { participants, totalCents }: Party): { titulo: string; mensagem: string } {
  const total = Math.max(totalCents - person.priceCents, 0);
  const sentences = [person.takesPlace && 'A vaga fica livre para outra pessoa.', totalChangeText(totalCents, total)];
  return {
    titulo: `Tirar ${nameAmong(person, participants)} da reserva?`,
    mensagem: sentences.filter(Boolean).join(' '),
  };
}
