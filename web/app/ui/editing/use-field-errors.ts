import { type FocusEvent, type SyntheticEvent, useCallback, useRef, useState } from 'react';

/** Error message by field name. */
export type FieldErrors = Record<string, string>;

/** Error messages of an uncontrolled form: a field is validated on blur and, while it is invalid, on every change. */
export function useFieldErrors(
  check: (name: string, value: string, form: HTMLFormElement | null) => string | undefined,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  const setError = useCallback((name: string, sentence: string | undefined) => {
    setErrors((before) => {
      if (before[name] === sentence) return before;
      const { [name]: _gone, ...others } = before;
      return sentence ? { ...others, [name]: sentence } : others;
    });
  }, []);

  function onBlur({ target }: FocusEvent<HTMLElement>): void {
    // Untouched fields are validated on submit only.
    if (isField(target) && target.value !== '') setError(target.name, check(target.name, target.value, target.form));
  }

  function onInput({ target }: SyntheticEvent<HTMLElement>): void {
    if (isField(target) && errors[target.name]) setError(target.name, check(target.name, target.value, target.form));
  }

  /** Shows the messages and focuses the first invalid field. */
  function refuse(wrong: FieldErrors): void {
    setErrors(wrong);
    const fields = Array.from(form.current?.elements ?? []);
    const first = fields.find((field) => isField(field) && field.name in wrong);
    if (first instanceof HTMLElement) first.focus();
  }

  return { form, errors, setError, refuse, clear: () => setErrors({}), watch: { onBlur, onInput } };
}

function isField(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && target.name !== '';
}
