import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { errorCatalogue } from '@passeio/contract/api/errors';
import { agesLabel } from '@passeio/contract/fare-labels';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Companion, ParticipantChange } from '@passeio/contract/reservations/participants';
import { sleepersOf } from '@passeio/contract/reservations/quote';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import { type ChosenRoom, roomsReasonOf, withOneMore } from '@passeio/contract/room-rules';
import type { Fare } from '@passeio/contract/trips/fares';
import { firstName } from '@passeio/contract/words';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { api, payerLink } from '~/features/session/api';
import { readDraft, useDraft } from '~/features/session/drafts';
import { load, reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import { FormNotices } from '~/ui/editing/notices';
import { draftOf, errorsOf, isDirty } from '~/ui/editing/versioned-form';
import { showAlert } from '~/ui/feedback/alert';
import { RoomPicker } from '~/ui/inputs/room-picker';
import { Card } from '~/ui/layout/card';
import { chosenIn, roomOfferOf, sleepersIn } from '../rooms/party-rooms';
import { ChoiceField, ParticipantFields } from './participant-fields';
import {
  createParticipantForm,
  ParticipantFormContext,
  type ParticipantValues,
  suggestedValues,
  useParticipantForm,
  useParticipantState,
} from './participant-form';
import {
  completeChange,
  draftName,
  type FareOutcome,
  fareByAgeText,
  fareOutcome,
  givableFares,
  type ParticipantTask,
  type Party,
  personOf,
  possibleCompanions,
  requiredOutcome,
  startValues,
  totalChangeText,
} from './party';

interface ParticipantDialogProps {
  task: ParticipantTask;
  party: Party;
  onClose: () => void;
  /** Offers people of the payer's earlier reservations; where the party boards is chosen on the payer's page. */
  forPayer?: boolean;
}

/** The form of one person of a reservation: their data, somebody else in their place, or one person more. */
export function ParticipantDialog(props: ParticipantDialogProps) {
  const { task, party, forPayer = false } = props;
  const element = useRef<HTMLFormElement>(null);
  const { form, outcome, ofRooms, busy, save, close } = useParticipantTask(props);
  const submit = async () => {
    if ((await save()) !== 'refused') return;
    const errors = errorsOf(form.store.getState());
    focusFirstInvalid(element.current, (input) => input in errors);
  };
  // What an age asks for stands beside the birth date.
  const byAge =
    outcome.decision !== undefined || (task.kind !== 'add' && requiredOutcome(outcome, task, party).text !== '');
  const notice = <FareNotice outcome={outcome} task={task} party={party} />;
  return (
    <ModalDialog
      title={titleOf(task, party)}
      lead={leadOf(task)}
      onClose={close}
      actions={
        <>
          <Button variant="default" size="md" onClick={close}>
            Fechar
          </Button>
          <Button size="md" type="submit" form="participante" loading={busy}>
            {task.kind === 'add' ? 'Incluir na reserva' : outcome.decision?.fare ? 'Salvar com esta tarifa' : 'Salvar'}
          </Button>
        </>
      }
    >
      <ParticipantFormContext value={form}>
        <FormNotices form={form} />
        {forPayer && !payerLink() && <Suggestions party={party} />}
        <form
          id="participante"
          ref={element}
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {task.kind === 'add' && (
            <Stack gap="sm" mb="lg">
              <FareField fares={givableFares(party.trip.fares)} />
              {!byAge && notice}
              {ofRooms && <RoomPicker {...ofRooms} shareDecisionDays={party.trip.shareDecisionDays} />}
            </Stack>
          )}
          <ParticipantFields
            masked={task.kind === 'fill' ? task.participant.masked : undefined}
            questions={party.trip.questions}
            answers={task.kind === 'fill' ? task.participant.answers : []}
            // A lap child boards with the adult that carries them.
            boardingPoints={forPayer || outcome.onLap ? [] : party.trip.boardingPoints}
            afterBirthdate={
              (byAge || outcome.needsCompanion) && (
                <Stack gap="md">
                  {byAge && notice}
                  {outcome.needsCompanion && <CompanionSelect party={party} task={task} onLap={outcome.onLap} />}
                </Stack>
              )
            }
          />
        </form>
      </ParticipantFormContext>
    </ModalDialog>
  );
}

/** The fare of a new person. */
function FareField({ fares }: { fares: readonly Fare[] }) {
  return (
    <ChoiceField
      name="fareId"
      label="Tarifa"
      data={fares.map((fare) => ({
        value: fare.id,
        label: [fare.label, formatMoney(fare.priceCents), agesLabel(fare)].filter(Boolean).join(' · '),
      }))}
    />
  );
}

interface CompanionSelectProps {
  party: Party;
  task: ParticipantTask;
  /** A lap child: each adult has one lap. */
  onLap: boolean;
}

/** Who accompanies a minor, or on whose lap a child travels. */
function CompanionSelect({ party, task, onLap }: CompanionSelectProps) {
  const { name } = useSettings();
  const { participants, trip } = party;
  const adults = possibleCompanions(participants, trip.fares, { personId: personOf(task)?.id ?? null, onLap });
  const noOne = onLap ? 'Cada adulto leva uma criança no colo.' : `Não há outro adulto na reserva: fale com ${name}.`;
  return (
    <ChoiceField
      name="companionId"
      label={onLap ? 'No colo de quem?' : 'Quem acompanha?'}
      description={adults.length === 0 ? noOne : 'Menor de 16 anos viaja com um adulto responsável'}
      data={[
        { value: '', label: 'Escolha' },
        ...adults.map((one) => ({ value: one.id, label: nameAmong(one, participants) })),
      ]}
    />
  );
}

function useParticipantTask({ task, party, onClose, forPayer = false }: ParticipantDialogProps) {
  const { timeZone } = useFormats();
  // Created once: the reservation may become newer while one types.
  const [{ form, draft }] = useState(() => {
    const name = draftName(task, party);
    return {
      form: createParticipantForm(startValues(task, party), (change) => send(change), {
        questions: party.trip.questions,
        draft: readDraft(name),
      }),
      draft: { nameOf: () => name, workOf: draftOf<ParticipantValues, ParticipantValues> },
    };
  });
  const values = useStore(form.store, (state) => state.fields);
  const busy = useStore(form.store, (state) => state.busy);
  const outcome = fareOutcome(values, task, party, timeZone);
  const ofRooms = useRoomsWithMore(task, party, outcome);
  const latest = useRef({ task, party, outcome, ofRooms });
  latest.current = { task, party, outcome, ofRooms };
  useDraft(form.store, draft);
  useLeaveWarning(useStore(form.store, isDirty));

  async function send(change: ParticipantChange): Promise<void> {
    const now = latest.current;
    const { fields } = form.store.getState();
    // A draft may be older than where the party boards.
    const { boardingPointId } = forPayer ? startValues(now.task, now.party) : fields;
    const complete = completeChange(change, now.task, now.outcome, { ...fields, boardingPointId });
    const person = personOf(now.task);
    try {
      // The page loads the reservation anew, so the answers are not read.
      const params = { reservationId: now.party.id };
      if (!person) {
        const rooms = now.ofRooms?.rooms;
        const body = { ...complete, fareId: complete.fareId ?? '', ...(rooms && { rooms }) };
        await api.callUnchecked(reservationRoutes.addParticipant, { params, body });
      } else if (Object.keys(complete).length > 0) {
        const call = { params: { ...params, participantId: person.id }, body: complete };
        await api.callUnchecked(reservationRoutes.changeParticipant, call);
      }
    } catch (error) {
      // Fares, places or people are newer than this page.
      if (error instanceof ApiError && [404, 409].includes(error.status)) void reload();
      throw error;
    }
  }

  async function save() {
    const result = await form.save();
    if (result !== 'saved') return result;
    showAlert('success', savedText(task, form.store.getState().fields.name));
    onClose();
    return result;
  }

  function close(): void {
    if (isDirty(form.store.getState())) showAlert('info', 'Guardamos o que você digitou. Abra de novo para continuar.');
    onClose();
  }

  return { form, outcome, ofRooms, busy, save, close };
}

/** The rooms of a party with somebody more, to be chosen; undefined on a trip without rooms, and for a lap child. */
function useRoomsWithMore(task: ParticipantTask, party: Party, { fare, age }: FareOutcome) {
  const { timeZone } = useFormats();
  const [chosen, setChosen] = useState<ChosenRoom[]>();
  if (task.kind !== 'add' || party.trip.roomTypes.length === 0 || !fare?.takesPlace) return undefined;
  const offer = roomOfferOf(party, timeZone);
  const sleepers = [...sleepersIn(party), ...sleepersOf([{ fare, age }])];
  const rooms = chosen ?? withOneMore(offer, chosenIn(party)) ?? chosenIn(party);
  return { offer, sleepers, rooms, reason: roomsReasonOf(offer, rooms, sleepers), onChange: setChosen };
}

/** Asks before the tab is closed: what is not saved is stored in it. */
function useLeaveWarning(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
}

function titleOf(task: ParticipantTask, { participants }: Party): string {
  if (task.kind === 'add') return 'Incluir pessoa';
  const name = nameAmong(task.participant, participants);
  return task.kind === 'fill' ? name : 'Trocar passageiro';
}

function leadOf(task: ParticipantTask): string | undefined {
  if (task.kind === 'add') return 'O nome e o resto podem vir depois.';
  if (task.kind === 'replace') {
    return `Quem vai no lugar de ${task.participant.name || 'quem sai'}? Trocar não custa nada; a idade decide a tarifa.`;
  }
  return `${task.participant.fareLabel}. O que faltar pode vir depois.`;
}

function savedText({ kind }: ParticipantTask, name: string): string {
  if (kind === 'add') return 'Pessoa incluída na reserva.';
  const whose = firstName(name);
  if (kind === 'replace') return whose ? `${whose} vai no lugar.` : 'Passageiro trocado.';
  return whose ? `Dados de ${whose} salvos.` : 'Dados salvos.';
}

interface FareNoticeProps {
  outcome: FareOutcome;
  task: ParticipantTask;
  party: Party;
}

/** What a person costs: of a new one always, else where the age asks for another fare than the chosen one. */
function FareNotice({ outcome, task, party }: FareNoticeProps) {
  const text = fareText({ outcome, task, party });
  return (
    <div role="status" aria-live="polite">
      {text && (
        <Card tone={outcome.decision ? 'warning' : 'info'}>
          <Text fw={550}>{text}</Text>
        </Card>
      )}
    </div>
  );
}

function fareText({ outcome, task, party }: FareNoticeProps): string | undefined {
  const { decision, fare, chosenCents, age } = outcome;
  const { totalCents, trip } = party;
  const required = requiredOutcome(outcome, task, party);
  const isNew = task.kind === 'add';
  if (decision && !decision.fare) return errorCatalogue.NO_FARE_FOR_AGE.message;
  if (!fare || (!decision && !isNew && !required.text)) return undefined;
  const isOther = decision !== undefined && age !== null;
  const why = isOther
    ? fareByAgeText(age, fare, chosenCents)
    : isNew && `${fare.label}: ${formatMoney(fare.priceCents)}.`;
  // A fare that stays keeps its price of before.
  const farePart = isNew ? fare.priceCents : isOther ? fare.priceCents - chosenCents : 0;
  const total = totalChangeText(totalCents, totalCents + farePart + required.cents);
  const places = needsPlace(task, fare.takesPlace) ? `Ocupa uma vaga. ${formatPlacesLeft(trip.placesLeft)}.` : '';
  return [why, required.text, total, places].filter(Boolean).join(' ');
}

/** Whether the person takes a place that they have not taken yet. */
function needsPlace(task: ParticipantTask, takesPlace: boolean): boolean {
  return takesPlace && (task.kind === 'add' || !task.participant.takesPlace);
}

/** People of earlier reservations, while nobody's name is in the form: one tap fills it in. */
function Suggestions({ party }: { party: Party }) {
  const form = useParticipantForm();
  const hasName = useParticipantState(({ fields }) => fields.name !== '');
  const companions = useQuery(load(reservationRoutes.listCompanions));
  const people = (companions.data?.data ?? []).filter((one) => !isInParty(one, party));
  if (hasName || people.length === 0) return null;

  function choose(person: Companion): void {
    const { fields, revision } = form.store.getState();
    const { boardingPointId, companionId, fareId, answers } = fields;
    form.store.setState({
      fields: { ...suggestedValues(person), boardingPointId, companionId, fareId, answers },
      // The masked inputs show it.
      revision: revision + 1,
    });
  }

  return (
    <Box component="section" mb={20} aria-labelledby="quem-vai-com-voce">
      <h3 id="quem-vai-com-voce">Quem vai com você</h3>
      <Group component="ul" gap={8} mt={8}>
        {people.map((person) => (
          <li key={person.cpf ?? person.name}>
            <Button
              variant="default"
              size="md"
              leftSection={<IconUserPlus size={18} aria-hidden />}
              onClick={() => choose(person)}
            >
              {person.name}
            </Button>
          </li>
        ))}
      </Group>
    </Box>
  );
}

function isInParty({ cpf, name }: Companion, { participants }: Party): boolean {
  return participants.some((one) => (cpf && one.cpf ? one.cpf === cpf : one.name === name));
}
