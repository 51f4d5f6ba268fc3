import { useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import type { FieldErrors } from '~/ui/editing/use-field-errors';

/** The dialog's field that a refusal of the API is about, by its code or by the request's field. */
type FieldOf = (codeOrPath: string) => string | undefined;
const noField: FieldOf = () => undefined;

/**
 * Makes a dialog's calls one at a time. What the API refuses stands in `errors`, under `form` where it belongs to no
 * field of the dialog.
 */
export function useAct(fieldOf: FieldOf = noField) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);

  async function act<Result>(call: () => Promise<Result>, onResult: (result: Result) => void): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setErrors({});
    try {
      onResult(await call());
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setErrors(errorsOf(failure, fieldOf));
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return { errors, setErrors, busy, act };
}

function errorsOf(refusal: ApiError, fieldOf: FieldOf): FieldErrors {
  const otherwise = fieldOf(refusal.code) ?? 'form';
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(refusal.fields)) errors[fieldOf(path) ?? otherwise] ??= message;
  return Object.keys(errors).length > 0 ? errors : { [otherwise]: sentenceOf(refusal) };
}

/** What went wrong; a call without an answer may be made again. */
export function sentenceOf(refusal: ApiError): string {
  return refusal.isTransient ? explainFailure(refusal) : refusal.message;
}
