import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import type { ErrorCode } from '@passeio/contract/errors';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { useDraft } from '~/features/session/drafts';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { focusFirstInvalid } from '~/ui/editing/focus-first-invalid';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { type CounterFields, type CounterPerson, newPerson, travellersOf } from './counter-fields';
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
  const { timeZone } = useFormats();
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
      orRedirect(apiInPlace.call(passengerRoutes.reserve, { params: { tripId: trip.id }, body })),
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

/** The field of the dialog that a refusal of the API is about. */
const fieldOfCode: Partial<Record<ErrorCode, string>> = {
  ALREADY_PASSENGER: 'payer',
  PERSON_NOT_FOUND: 'payer',
  PERSON_KNOWN: 'payer',
  PLACES_SHORT: 'people',
  NO_PLACES_LEFT: 'people',
  EMPTY_PARTY: 'people',
  LAP_WITHOUT_ADULT: 'people',
  FARE_UNKNOWN: 'people',
  PARTICIPANT_ALREADY_LISTED: 'people',
  NO_FARE_FOR_AGE: 'people',
  FARE_BY_AGE: 'people',
  BOARDING_POINT_UNKNOWN: 'boardingPointId',
  HOLD_IN_PAST: 'deadline.day',
  TOTAL_BELOW_ZERO: 'adjustment.amount',
};

/** Fields of the request by the names of the dialog; those of people are by number. */
const fieldOfPath: Record<string, string> = {
  'person.name': 'payer.name',
  'person.contact': 'payer.contact',
  personId: 'payer',
  boardingPointId: 'boardingPointId',
  holdExpiresAt: 'deadline.day',
  'adjustment.amountCents': 'adjustment.amount',
  'adjustment.reason': 'adjustment.reason',
  participants: 'people',
  party: 'people',
};

/** A refusal as errors of the dialog's fields; under `form` what belongs to none. */
function errorsOfRefusal(refusal: ApiError, fields: CounterFields): FieldErrors {
  const otherwise = fieldOfCode[refusal.code as ErrorCode] ?? 'form';
  const errors: FieldErrors = {};
  for (const [path, message] of Object.entries(refusal.fields)) {
    errors[personField(path, fields) ?? fieldOfPath[path] ?? otherwise] ??= message;
  }
  return Object.keys(errors).length > 0 ? errors : { [otherwise]: sentenceOf(refusal) };
}

/** Of "participants.2.fareId" and the like; the payer has no name to enter. */
function personField(path: string, fields: CounterFields): string | undefined {
  const [, number, name] = /^participants\.(\d+)\.(\w+)/.exec(path) ?? [];
  const person = number === undefined ? undefined : travellersOf(fields)[Number(number)];
  if (!person) return undefined;
  if (name === 'fareId') return fareField(person.key);
  return person.key === fields.people[0]?.key ? 'payer' : nameField(person.key);
}

/** An unanswered reservation may have been made: the same one sent again is made once. */
function sentenceOf(refusal: ApiError): string {
  if (!refusal.isTransient) return refusal.message;
  return `${explainFailure(refusal)} Nada se perdeu: reserve de novo, e ela é feita uma vez só.`;
}
