import { Button, NativeSelect, Stack } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/passengers';
import type { GuestPerson } from '@passeio/contract/users';
import { type FormEvent, useId, useState } from 'react';
import { boardingOptions } from '~/features/reservations/passengers/boarding-select';
import { addPassenger, type NewPassenger } from '~/features/reservations/passengers/passenger-calls';
import { useConfirmClose } from '~/features/reservations/passengers/use-confirm-close';
import { useIdempotencyKey } from '~/features/reservations/passengers/use-idempotency-key';
import { GuestPersonFields } from '~/features/users/guest-person-fields';
import { checkGuestField, guestFieldErrors, parseGuestPerson } from '~/features/users/guest-person-form';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { type FieldErrors, useFieldErrors } from '~/ui/editing/use-field-errors';
import styles from './add-passenger.module.css';
import { CandidateSearch } from './candidate-search';

interface AddPassengerProps {
  trip: PassengerTrip;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

type Mode = 'known' | 'new';
/** Id of the known person being added. */
type Adding = string | undefined;
const NEW_PERSON = 'new';

/** Adds a passenger: a known person or a new guest person. */
export function AddPassenger({ trip, onClose, onDone }: AddPassengerProps) {
  const [mode, setMode] = useState<Mode>('known');
  const [typed, setTyped] = useState('');
  const [boarding, setBoarding] = useState('');
  const [dirty, setDirty] = useState(false);
  const [suggestedName, suggestName] = useState('');
  const { adding, add } = useAdding(trip, boarding, onDone);
  const form = useId();
  const close = useConfirmClose(dirty, onClose);

  function addGuest(): void {
    // An unmatched search text becomes the name, unless one was typed.
    if (!dirty && !/\d|@/.test(typed)) suggestName(typed.trim());
    setMode('new');
  }

  return (
    <ModalDialog
      side
      title="Adicionar passageiro"
      lead={trip.title}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          {mode === 'new' && (
            <Button type="submit" form={form} size="md" loading={adding === NEW_PERSON}>
              Adicionar ao passeio
            </Button>
          )}
        </>
      }
    >
      <Stack gap="lg">
        <ModeChoice mode={mode} onChange={setMode} />
        <NativeSelect
          label="Ponto de embarque"
          size="md"
          data={boardingOptions(trip.boardingPoints)}
          value={boarding}
          onChange={(event) => setBoarding(event.currentTarget.value)}
        />
        {mode === 'known' && (
          <CandidateSearch
            tripId={trip.id}
            typed={typed}
            onType={setTyped}
            adding={adding}
            onChoose={({ id }) => add({ personId: id }, id)}
            onNew={addGuest}
          />
        )}
        {/* Stays mounted, so that searching loses nothing typed. */}
        <div hidden={mode !== 'new'}>
          <NewPersonForm
            id={form}
            key={suggestedName}
            suggestedName={suggestedName}
            onInput={() => setDirty(true)}
            onSubmit={(person) => add({ person }, NEW_PERSON)}
          />
        </div>
      </Stack>
    </ModalDialog>
  );
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  const choice = (value: Mode, label: string) => (
    <label>
      <input
        type="radio"
        name="mode"
        checked={mode === value}
        onChange={() => onChange(value)}
        data-autofocus={value === 'known' || undefined}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <fieldset className={styles.modes}>
      <legend>Quem vai viajar?</legend>
      {choice('known', 'Já é cliente')}
      {choice('new', 'Nova pessoa')}
    </fieldset>
  );
}

type WithoutBoarding<Body> = Body extends unknown ? Omit<Body, 'boardingPointId'> : never;

function useAdding(trip: PassengerTrip, boarding: string, onDone: (sentence: string) => void) {
  const [adding, setAdding] = useState<Adding>();
  const keyOf = useIdempotencyKey();

  /** Returns error messages for the fields that the server refuses. */
  async function add(who: WithoutBoarding<NewPassenger>, mark: string): Promise<FieldErrors> {
    if (adding !== undefined) return {};
    const body = { ...who, boardingPointId: boarding || null } as NewPassenger;
    setAdding(mark);
    try {
      const { person } = await addPassenger(trip.id, body, keyOf(body));
      onDone(`${person.name} está na lista.`);
      return {};
    } catch (error) {
      setAdding(undefined);
      // The API client has shown the error.
      return error instanceof ApiError ? guestFieldErrors(error.fields) : {};
    }
  }

  return { adding, add };
}

interface NewPersonFormProps {
  id: string;
  suggestedName: string;
  onInput: () => void;
  /** Returns error messages for the fields that the server refuses. */
  onSubmit: (person: GuestPerson) => Promise<FieldErrors>;
}

function NewPersonForm({ id, suggestedName, onInput, onSubmit }: NewPersonFormProps) {
  const { state } = useSettings();
  const { form, errors, setError, refuse, watch } = useFieldErrors(checkGuestField);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const read = parseGuestPerson(new FormData(event.currentTarget));
    refuse('errors' in read ? read.errors : {});
    if ('person' in read) refuse(await onSubmit(read.person));
  }

  return (
    <form
      id={id}
      ref={form}
      noValidate
      onSubmit={submit}
      onBlur={watch.onBlur}
      onInput={(event) => {
        onInput();
        watch.onInput(event);
      }}
    >
      <GuestPersonFields
        errors={errors}
        homeState={state}
        defaults={{ fullname: suggestedName }}
        onIssuerChange={(value) => {
          if (errors.emitter) setError('emitter', checkGuestField('emitter', value));
        }}
      />
    </form>
  );
}
