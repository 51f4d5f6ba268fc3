import type { PersonDetails } from '@passeio/contract/users';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/lib/api';
import { showAlert } from '~/ui/alert';
import { type ChangedField, checkCorrection, putTogether, readCorrection, readTyped } from './correction';
import { loadPerson, savePerson } from './person';
import { errorsByField, fieldNames, type PersonField, type TypedPerson, typedPerson } from './person-form';
import { useFieldErrors } from './use-field-errors';

/**
 * The form of a person's data. `person` may become newer while one types: what was typed is never replaced, and saving
 * over somebody else's change tells it in `changed` instead, with both versions in the form to choose from.
 */
export function useCorrection(person: PersonDetails, onSaved: (person: PersonDetails) => void) {
  const [base, setBase] = useState(person);
  const [drawn, setDrawn] = useState({ typed: typedPerson(person), times: 0 });
  const [changed, setChanged] = useState<ChangedField[]>([]);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const shown = typedPerson(base);
  const fields = useFieldErrors((name, value) => checkCorrection(shown, base.hasAccount, name, value));

  /** The form keeps what is typed by itself: drawing it anew is what brings other values into it. */
  function draw(from: PersonDetails, typed = typedPerson(from), others: ChangedField[] = []): void {
    fields.clear();
    setBase(from);
    setDrawn(({ times }) => ({ typed, times: times + 1 }));
    setChanged(others);
    setDirty(fieldNames.some((name) => typed[name] !== typedPerson(from)[name]));
  }

  // Role and access are no part of the form: with those alone newer, one goes on typing.
  const isSameData = fieldNames.every((name) => typedPerson(person)[name] === shown[name]);
  if (person.version > base.version && isSameData) setBase(person);
  else if (person.version > base.version && !dirty) draw(person);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = readTyped(new FormData(event.currentTarget));
    const read = readCorrection(shown, typed, base.hasAccount);
    fields.refuse('errors' in read ? read.errors : {});
    if ('errors' in read) return;
    setBusy(true);
    try {
      const saved = await saveAndTell(base, read.correction);
      draw(saved);
      onSaved(saved);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'CHANGED_MEANWHILE') await compare(typed);
      else fields.refuse(errorsByField(error.fields));
    } finally {
      setBusy(false);
    }
  }

  async function compare(typed: TypedPerson): Promise<void> {
    const newest = await loadPerson(base.id).catch(tellNothingMore);
    if (!newest) return;
    const together = putTogether(shown, typedPerson(newest), typed);
    draw(newest, together.typed, together.changed);
    onSaved(newest);
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    setDirty(true);
    fields.watch.onInput(event);
  }

  function touchIssuer(value: string): void {
    if (value !== drawn.typed.emitter) setDirty(true);
    if (fields.errors.emitter) fields.setError('emitter', checkCorrection(shown, base.hasAccount, 'emitter', value));
  }

  /** Puts what the other person saved into a field; the rest of what is typed stays. */
  function take(name: PersonField): void {
    if (!fields.form.current) return;
    const typed = readTyped(new FormData(fields.form.current));
    draw(
      base,
      { ...typed, [name]: shown[name] },
      changed.map((one) => (one.name === name ? { ...one, typed: one.saved } : one)),
    );
  }

  return {
    form: fields.form,
    errors: fields.errors,
    watch: { ...fields.watch, onInput },
    defaults: drawn.typed,
    version: drawn.times,
    changed,
    dirty,
    busy,
    submit,
    touchIssuer,
    take,
    undo: () => draw(base),
  };
}

/** The API client has told the failure; what is typed is still there. */
function tellNothingMore(error: unknown): undefined {
  if (!(error instanceof ApiError)) throw error;
}

/** Saves what was corrected and says so in a toast; a failure has been told by the API client. */
async function saveAndTell(
  person: PersonDetails,
  correction: Parameters<typeof savePerson>[1],
): Promise<PersonDetails> {
  if (Object.keys(correction).length === 0) {
    showAlert('info', 'Nada mudou: os dados já estavam assim.');
    return person;
  }
  const saved = await savePerson(person, correction);
  showAlert('success', 'Dados salvos.');
  return saved;
}
