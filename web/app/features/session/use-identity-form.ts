import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FieldErrors, useFieldErrors } from '~/ui/editing/use-field-errors';

interface IdentityForm<Name extends string, Result> {
  /** Names of the fields that are sent. */
  fields: readonly Name[];
  /** What is wrong with a field. */
  check: (name: string, value: string, form: HTMLFormElement | null) => string | undefined;
  send: (typed: Record<Name, string>) => Promise<Result>;
  onSent?: (result: Result) => unknown;
  /** Why it failed: sentences by field, and `form` for the whole. */
  explain: (error: unknown) => FieldErrors;
}

/**
 * A form about somebody's account. Its fields are uncontrolled: these pages are rendered by the server, and what a
 * browser fills in before they run counts. `sent` counts what was sent; as the form's key it empties the fields.
 */
export function useIdentityForm<Name extends string, Result>({
  fields,
  check,
  send,
  onSent,
  explain,
}: IdentityForm<Name, Result>) {
  const { form, errors, setError, refuse, watch } = useFieldErrors(check);
  const [notice, setNotice] = useState<string>();
  const [sent, setSent] = useState(0);
  const { mutate, isPending, data } = useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      setSent(sent + 1);
      return onSent?.(result);
    },
    onError: (error) => {
      const { form: whole, ...byField } = explain(error);
      setNotice(whole);
      refuse(byField);
    },
  });

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (isPending) return;
    const element = event.currentTarget;
    const all = new FormData(element);
    const typed = fields.map((name): [Name, string] => [name, String(all.get(name) ?? '')]);
    const wrong = typed.map(([name, value]) => [name, check(name, value, element)]).filter(([, sentence]) => sentence);
    refuse(Object.fromEntries(wrong));
    if (wrong.length > 0) return;
    setNotice(undefined);
    mutate(Object.fromEntries(typed) as Record<Name, string>);
  }

  const props = { ref: form, method: 'post', noValidate: true, onSubmit, ...watch } as const;
  return { props, errors, setError, notice, isPending, sent, result: data };
}
