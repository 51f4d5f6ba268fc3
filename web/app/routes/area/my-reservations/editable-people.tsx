import { ActionIcon, Button, Menu } from '@mantine/core';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Participant } from '@passeio/contract/reservations/participants';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { defaultFare } from '@passeio/contract/trips/pricing';
import { firstName } from '@passeio/contract/words';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { LinkDialog } from '~/features/reservations/participants/link-dialog';
import { ParticipantDialog } from '~/features/reservations/participants/participant-dialog';
import type { ParticipantTask, Party } from '~/features/reservations/participants/party';
import { totalChangeInWords } from '~/features/reservations/participants/party';
import { PeopleList } from '~/features/reservations/participants/people-list';
import { answered, api } from '~/features/session/api';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import styles from './editable-people.module.css';

interface EditablePeopleProps {
  party: Party & { receivedCents: number; trip: { title: string } };
  /** People can be added, taken out and replaced; else their data can be filled in. */
  changeable: boolean;
  /** Reloads the reservation. */
  onChanged: () => void;
  /** Called instead of removing the last person, or somebody for whom something was paid. */
  onLeaving: (person: Participant) => void;
}

/** Longer first names do not fit the button on a phone. */
const LONGEST_NAME = 12;

type Open = ParticipantTask | { kind: 'link'; participant: Participant } | null;

/** The people of a reservation for its payer, to fill in, replace, take out and add. */
export function EditablePeople({ party, changeable, onChanged, onLeaving }: EditablePeopleProps) {
  const [open, setOpen] = useState<Open>(null);
  const { participants, trip } = party;
  const close = () => setOpen(null);
  const fare = defaultFare(trip.fares);

  const { mutate: change } = useMutation({
    mutationFn: ({ call }: { call: Promise<unknown>; what: string }) => answered(call),
    onSuccess: (_, { what }) => showAlert('success', what),
    onSettled: onChanged,
  });
  const params = (person: Participant) => ({ reservationId: party.id, participantId: person.id });

  async function remove(person: Participant): Promise<void> {
    if (participants.length === 1 || party.receivedCents > 0) return onLeaving(person);
    if (!(await askToConfirm({ ...removalInWords(person, party), tipo: 'danger' }))) return;
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
          (changeable || person.hasLink) && (
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
  // Where the party boards is chosen above the list.
  const isComplete = person.missing.every((field) => field === 'boardingPointId');
  const first = firstName(person.name);
  const isNamed = first !== '' && first.length <= LONGEST_NAME;
  return (
    <div className={styles.actions} data-open={!isComplete || undefined}>
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
    </div>
  );
}

interface PersonMenuProps extends PersonActionsProps {
  changeable: boolean;
  onRemove: () => void;
  onRevoke: () => void;
}

function PersonMenu({ person, name, changeable, onOpen, onRemove, onRevoke }: PersonMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The dialog returns the focus to the menu's button, not to the item, which is gone by then.
  const from = (start: () => void) => () => {
    button.current?.focus();
    start();
  };
  return (
    <Menu position="bottom-end" shadow="md" width={230} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          mt={-8}
          aria-label={`Mais ações: ${name}`}
        >
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {person.hasLink && <Menu.Item onClick={from(onRevoke)}>Cancelar link</Menu.Item>}
        {changeable && (
          <>
            <Menu.Item onClick={from(() => onOpen({ kind: 'replace', participant: person }))}>
              Trocar passageiro
            </Menu.Item>
            <Menu.Item className={styles.danger} onClick={from(onRemove)}>
              Tirar da reserva
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The question before a person for whom nothing was paid is taken out of a reservation, with what changes. */
function removalInWords(
  person: Participant,
  { participants, totalCents }: Party,
): { titulo: string; mensagem: string } {
  const total = Math.max(totalCents - person.priceCents, 0);
  const sentences = [
    person.takesPlace && 'A vaga fica livre para outra pessoa.',
    totalChangeInWords(totalCents, total),
  ];
  return {
    titulo: `Tirar ${nameAmong(person, participants)} da reserva?`,
    mensagem: sentences.filter(Boolean).join(' '),
  };
}
