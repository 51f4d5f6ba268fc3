import { type UseFormReturnType, useForm } from '@mantine/form';
import type { z } from '@passeio/contract/zod';
import { useMutation } from '@tanstack/react-query';
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';

export interface SchemaForm<Values, Schema extends z.ZodType, Result> {
  /** What stands in the fields first. */
  initial: Values;
  /** The rules of what is sent. */
  schema: Schema;
  /** What is sent, made of the fields; by default the fields themselves. */
  toBody?: (values: Values) => unknown;
  save: (body: z.output<Schema>) => Promise<Result>;
  onSaved: (result: Result) => void;
  /** The field that a refusal is about, by the path in the body or the error code of the API, where names differ. */
  fields?: Record<string, string> | ((name: string) => string | undefined);
  /** What was typed before a reload, over `initial`. */
  draft?: Values;
  /** Says, where the API did not answer, that nothing is lost. */
  keptText?: string;
}

/**
 * A form whose values a schema of the contract validates and whose save the API may refuse. What is wrong with a field
 * stands beside it, everything else in `failure`; the input stays. The first invalid field gets the focus, or the
 * button marked `data-invalid-field` in its place.
 */
export function useSchemaForm<Values extends Record<string, unknown>, Schema extends z.ZodType, Result>({
  initial,
  schema,
  toBody = (values) => values,
  save,
  onSaved,
  fields = {},
  draft,
  keptText = 'O que você digitou continua aqui.',
}: SchemaForm<Values, Schema, Result>) {
  // A draft is unsaved whatever is typed over it.
  const form = useForm<Values>({ initialValues: draft ?? initial, initialDirty: draft ? { draft: true } : {} });
  const [unsaved] = useState(() => createStore<Unsaved<Values>>(() => ({ values: draft })));
  const element = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [revision, setRevision] = useState(0);
  const { mutate, isPending } = useMutation({ mutationFn: save, onSuccess: onSaved, onError: showRefusal });

  const fieldOf = typeof fields === 'function' ? fields : (name: string) => fields[name];
  const unsavedValues = form.isDirty() ? form.values : undefined;
  useEffect(() => unsaved.setState({ values: unsavedValues }), [unsaved, unsavedValues]);

  const [shown] = Object.values(form.errors);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (refusals === 0) return;
    const invalid = element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid-field]');
    if (invalid) invalid.focus();
    // What is about none of the fields is said all the same.
    else if (shown && !element.current?.textContent.includes(String(shown))) setFailure(String(shown));
  }, [refusals]);

  function showErrors(errors: Record<string, string>): void {
    const { form: whole, ...byField } = errors;
    form.setErrors(byField);
    setFailure(whole);
    setRefusals((count) => count + 1);
  }

  function showRefusal(error: Error): void {
    if (!(error instanceof ApiError)) throw error;
    const ofCode = fieldOf(error.code);
    const byField = Object.entries(error.fields).map(([path, message]) => [fieldOf(path) ?? ofCode ?? path, message]);
    const sentence = sentenceOf(error, form.isDirty() ? keptText : '');
    showErrors(byField.length > 0 ? Object.fromEntries(byField) : { [ofCode ?? 'form']: sentence });
  }

  /** What the schema says of the values, or what is wrong with them by field. */
  function read() {
    const errors: Record<string, string> = {};
    const parsed = schema.safeParse(toBody(form.getValues()));
    if (parsed.success) return { body: parsed.data, errors };
    for (const { path, message } of parsed.error.issues) {
      const name = path.join('.');
      errors[fieldOf(name) ?? (name || 'form')] ??= message;
    }
    return { errors };
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const { body, errors } = read();
    showErrors(errors);
    if (body !== undefined) mutate(body);
  }

  // What was typed into a field with a name is validated once it is left.
  function onBlur({ target }: FocusEvent<HTMLFormElement>): void {
    if (!(target instanceof HTMLInputElement) || target.name === '' || target.value === '') return;
    const error = read().errors[target.name];
    if (error) form.setFieldError(target.name, error);
  }

  /** Shows what is saved, or `typed` over it. */
  function reset(saved: Values = form.getInitialValues(), typed: Values = saved): void {
    form.setInitialValues(saved);
    form.reset();
    form.setValues(typed);
    setFailure(undefined);
    setRevision((before) => before + 1);
  }

  const props = { ref: element, method: 'post', noValidate: true, onSubmit: submit, onBlur } as const;
  /** `revision` is a key for inputs that keep their own text; drafts are made of `unsaved`. */
  return { form, failure, isPending, reset, revision, props, unsaved };
}

/** What is typed and not saved. */
export interface Unsaved<Values> {
  values: Values | undefined;
}

export type FormOf<Values> = UseFormReturnType<Values>;

function sentenceOf(error: ApiError, keptText: string): string {
  return error.isTransient ? `${explainFailure(error)} ${keptText}`.trimEnd() : error.message;
}
