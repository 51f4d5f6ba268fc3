import { type FocusEvent, type SyntheticEvent, useCallback, useRef, useState } from 'react';

/** Sentence beside each field that has something wrong with it. */
export type FieldErrors = Record<string, string>;

/**
 * The sentences beside the fields of a form that the browser itself keeps: a field is checked when it is left and,
 * once it is wrong, at every change until it is right.
 */
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
    // An untouched field is not wrong yet: only sending the form asks for it.
    if (isField(target) && target.value !== '') setError(target.name, check(target.name, target.value, target.form));
  }

  function onInput({ target }: SyntheticEvent<HTMLElement>): void {
    if (isField(target) && errors[target.name]) setError(target.name, check(target.name, target.value, target.form));
  }

  /** Shows the sentences and takes the person to the first wrong field. */
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
