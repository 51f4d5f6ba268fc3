import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FormState, VersionedForm } from './versioned-form';

/** Context and hooks of a {@link VersionedForm}; a component is rendered only when the part it selects changes. */
export function createFormContext<
  Stored,
  Fields extends object,
  Form extends Pick<VersionedForm<Stored, Fields, unknown>, 'store' | 'set' | 'check'>,
>() {
  const FormContext = createContext<Form | null>(null);

  function useForm(): Form {
    const form = useContext(FormContext);
    if (!form) throw new Error('a field outside of its form');
    return form;
  }

  function useFormState<Part>(part: (state: FormState<Stored, Fields>) => Part): Part {
    return useStore(useForm().store, part);
  }

  /** Message beside an input, by the input's name. */
  function useInputError(input: string): string | undefined {
    return useFormState(({ wrong, refused }) => wrong[input] ?? refused[input]);
  }

  function useField<Name extends keyof Fields & string>(name: Name) {
    const { set, check } = useForm();
    const value = useFormState(({ fields }) => fields[name]);
    const error = useInputError(name);
    return { value, error, change: (next: Fields[Name]) => set(name, next), leave: () => check(name) };
  }

  return { FormContext, useForm, useFormState, useInputError, useField };
}
