import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { z } from '@passeio/contract/zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { readDraft } from '~/features/session/drafts';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { type CounterFields, parseDraft, startFields } from './counter-fields';

export interface CounterState {
  tripId: string;
  fields: CounterFields;
  errors: FieldErrors;
  /** Something was typed. */
  dirty: boolean;
}
export type CounterStore = StoreApi<CounterState>;

const draftName = (tripId: string) => `balcao:${tripId}`;

/** How the dialog's draft is stored. */
export const counterDraft = {
  nameOf: ({ tripId }: CounterState) => draftName(tripId),
  workOf: ({ dirty, fields }: CounterState) => (dirty ? { fields } : undefined),
};

/** Whether this tab has a draft of a reservation for the trip. */
export function hasCounterDraft(trip: PassengerTrip): boolean {
  return !trip.hasDeparted && storedDraft(trip) !== undefined;
}

function storedDraft(trip: PassengerTrip) {
  const stored = z.object({ fields: z.unknown() }).safeParse(readDraft(draftName(trip.id)));
  return parseDraft(stored.data?.fields, trip);
}

export function createCounterStore(trip: PassengerTrip): CounterStore {
  const fields = storedDraft(trip);
  return createStore<CounterState>(() => ({
    tripId: trip.id,
    fields: fields ?? startFields(trip),
    errors: {},
    dirty: fields !== undefined,
  }));
}
