import { Button, NativeSelect, Stack } from '@mantine/core';
import type { PassengerTrip } from '@passeio/contract/passengers';
import { useId, useState } from 'react';
import { boardingOptions } from '~/features/reservations/passengers/boarding-select';
import { addPassenger, type NewPassenger } from '~/features/reservations/passengers/passenger-calls';
import { useConfirmClose } from '~/features/reservations/passengers/use-confirm-close';
import { useIdempotencyKey } from '~/features/reservations/passengers/use-idempotency-key';
import { GuestPersonFields } from '~/features/users/person-fields';
import { checkGuestField, errorsByField, parseGuestPerson } from '~/features/users/person-form';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
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
  const { state } = useSettings();
  const [mode, setMode] = useState<Mode>('known');
  const [typed, setTyped] = useState('');
  const [boarding, setBoarding] = useState('');
  const [suggestedName, suggestName] = useState('');
  const { adding, add } = useAdding(trip, boarding, onDone);
  const { props, errors, dirty, change } = useDirtyForm({
    check: checkGuestField,
    read: parseGuestPerson,
    save: ({ payload: person }) => add({ person }, NEW_PERSON),
    named: errorsByField,
  });
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
            onChoose={({ id }) => void add({ personId: id }, id).catch(ignoreToldFailure)}
            onNew={addGuest}
          />
        )}
        {/* Stays mounted, so that searching loses nothing typed. */}
        <div hidden={mode !== 'new'}>
          <form id={form} key={suggestedName} {...props}>
            <GuestPersonFields
              errors={errors}
              homeState={state}
              defaults={{ fullname: suggestedName }}
              onIssuerChange={(value) => change('emitter', value, '')}
            />
          </form>
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

  async function add(who: WithoutBoarding<NewPassenger>, mark: string): Promise<void> {
    if (adding !== undefined) return;
    const body = { ...who, boardingPointId: boarding || null } as NewPassenger;
    setAdding(mark);
    try {
      const { person } = await addPassenger(trip.id, body, keyOf(body));
      onDone(`${person.name} está na lista.`);
    } catch (error) {
      setAdding(undefined);
      throw error;
    }
  }

  return { adding, add };
}

/** The API client has shown the error. */
function ignoreToldFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
}
