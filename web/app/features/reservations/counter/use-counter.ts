import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { useDraft } from '~/features/session/use-draft';
import { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { answered, apiInPlace } from '../../session/api';
import { errorsOfRefusal } from './counter-errors';
import { type CounterFields, type CounterPerson, newPerson } from './counter-fields';
import { counterDraft, createCounterStore } from './counter-store';
import { type CounterBody, fareField, nameField, parseCounter } from './parse-counter';

interface CounterProps {
  trip: PassengerTrip;
  form: RefObject<HTMLFormElement | null>;
  onDone: (reservation: ReservationDetails) => void;
  /** The trip is known to be newer than `trip`. */
  onChanged: () => void;
}

/** State of the counter's dialog; what is typed outlives a reload. */
export function useCounter({ trip, form, onDone, onChanged }: CounterProps) {
  const { timeZone } = useSettings();
  const [store] = useState(() => createCounterStore(trip));
  const state = useStore(store);
  const { forget } = useDraft(store, counterDraft);

  /** `touched` are the fields whose errors are outdated. */
  function change(part: Partial<CounterFields>, ...touched: string[]): void {
    const { fields, errors } = store.getState();
    const { form: _outdated, ...others } = errors;
    for (const name of touched) delete others[name];
    store.setState({ fields: { ...fields, ...part }, errors: others, dirty: true });
  }

  function changePerson(key: string, part: Partial<CounterPerson>): void {
    const people = store.getState().fields.people.map((one) => (one.key === key ? { ...one, ...part } : one));
    change({ people }, 'people', nameField(key), fareField(key));
  }

  function refuse(errors: FieldErrors): void {
    store.setState({ errors });
    focusFirstInvalid(form.current, (name) => name in errors);
  }

  const { mutate, isPending } = useMutation({
    mutationFn: (body: CounterBody) =>
      answered(apiInPlace.call(passengerRoutes.reserve, { params: { tripId: trip.id }, body })),
    onSuccess: (reservation) => {
      forget();
      onDone(reservation);
    },
    onError: (failure) => {
      if (!(failure instanceof ApiError)) throw failure;
      refuse(errorsOfRefusal(failure, store.getState().fields));
      // Places and fares have changed.
      if (failure.status === 409) onChanged();
    },
  });

  function submit(): void {
    if (isPending) return;
    const read = parseCounter(store.getState().fields, trip, timeZone);
    if ('errors' in read) {
      refuse(read.errors);
      return;
    }
    store.setState({ errors: {} });
    mutate(read.body);
  }

  return {
    ...state,
    busy: isPending,
    change,
    changePerson,
    submit,
    forget,
    addPerson: (fareId: string) => change({ people: [...store.getState().fields.people, newPerson(fareId)] }, 'people'),
    removePerson: (key: string) =>
      change({ people: store.getState().fields.people.filter((one) => one.key !== key) }, 'people'),
  };
}
export type Counter = ReturnType<typeof useCounter>;
