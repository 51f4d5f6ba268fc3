import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { FieldName, TripFields } from './trip-fields';
import type { TripForm, TripFormState } from './trip-form';

export const TripFormContext = createContext<TripForm | null>(null);

export function useTripForm(): TripForm {
  const form = useContext(TripFormContext);
  if (!form) throw new Error('a field of the trip editor outside of it');
  return form;
}

/** A part of the editor's state; the component is drawn again only when that part changes. */
export function useFormState<Part>(part: (state: TripFormState) => Part): Part {
  return useStore(useTripForm().store, part);
}

/** One field: what stands in it, how to change it, and what is wrong with it. */
export function useField<Name extends FieldName>(name: Name) {
  const { set } = useTripForm();
  const value = useFormState(({ fields }) => fields[name]);
  const error = useInputError(name);
  return { value, error, change: (next: TripFields[Name]) => set(name, next) };
}

/** The sentence beside an input, by the input's name. */
export function useInputError(input: string): string | undefined {
  return useFormState(({ wrong, refused }) => wrong[input] ?? refused[input]);
}
