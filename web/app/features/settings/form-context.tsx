import type { OperatorField } from '@passeio/contract/operator';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { OperatorForm, OperatorFormState } from './operator-form';

export const OperatorFormContext = createContext<OperatorForm | null>(null);

export function useOperatorForm(): OperatorForm {
  const form = useContext(OperatorFormContext);
  if (!form) throw new Error('a field of the settings outside of their form');
  return form;
}

/** A part of the form's state; the component is drawn again only when that part changes. */
export function useOperatorState<Part>(part: (state: OperatorFormState) => Part): Part {
  return useStore(useOperatorForm().store, part);
}

/** One field: what stands in it, how to change it, and what is wrong with it. */
export function useOperatorField(name: OperatorField) {
  const { set, check } = useOperatorForm();
  const value = useOperatorState(({ fields }) => fields[name]);
  const error = useOperatorState(({ errors }) => errors[name]);
  return { value, error, change: (next: string) => set(name, next), leave: () => check(name) };
}
