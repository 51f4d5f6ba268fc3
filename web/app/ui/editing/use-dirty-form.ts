import { type FormEvent, useState } from 'react';
import { ApiError } from '~/lib/api';
import { alertInputStays } from './alert-input-stays';
import { type FieldErrors, useFieldErrors } from './use-field-errors';

interface DirtyForm<Read extends object> {
  /** The sentence for what is wrong with one field. */
  check: (name: string, value: string) => string | undefined;
  /** What was typed, ready for the API, or the sentences for the fields that are wrong. */
  read: (typed: FormData) => Read | { errors: FieldErrors };
  /** Saves it and tells so; the form is drawn anew by whoever knows what is to stand in it. */
  save: (read: Read) => Promise<void>;
  /** The API's `fields` under the names of the form, where those differ. */
  named?: (fields: Record<string, string>) => FieldErrors;
}

/** A form with uncontrolled fields and its own save button. What the API refuses is said beside the fields. */
export function useDirtyForm<Read extends object>({ check, read, save, named = (fields) => fields }: DirtyForm<Read>) {
  const [version, setVersion] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const { form, errors, setError, refuse, clear, watch } = useFieldErrors(check);

  /** The fields are uncontrolled: rendering the form anew is what brings other values into them. */
  function redraw(isDirty = false): void {
    clear();
    setDirty(isDirty);
    setVersion((before) => before + 1);
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = read(new FormData(event.currentTarget));
    refuse('errors' in typed ? typed.errors : {});
    if ('errors' in typed) return;
    setBusy(true);
    try {
      await save(typed);
    } catch (error) {
      // Told by the API client; what is typed is still there, which is worth a word when nothing in it was wrong.
      if (!(error instanceof ApiError)) throw error;
      alertInputStays(error);
      refuse(named(error.fields));
    } finally {
      setBusy(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    setDirty(true);
    watch.onInput(event);
  }

  /** For a field that tells no input event when its value is chosen; `shown` is what stood in it. */
  function change(name: string, value: string, shown: string): void {
    if (value !== shown) setDirty(true);
    if (errors[name]) setError(name, check(name, value));
  }

  const props = { ref: form, method: 'post', noValidate: true, onSubmit: submit, ...watch, onInput } as const;
  return { form, props, version, errors, dirty, busy, redraw, change };
}
