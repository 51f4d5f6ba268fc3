import type { PassengerTrip } from '@passeio/contract/boarding/passengers';
import { z } from '@passeio/contract/zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { readDraft } from '../../session/draft-storage';
import { type CounterFields, parseDraft, startFields } from './counter-fields';

/** The last request and its Idempotency-Key. */
const sentRequest = z.object({ text: z.string(), key: z.string() });

export interface CounterState {
  tripId: string;
  fields: CounterFields;
  errors: FieldErrors;
  busy: boolean;
  /** Something was typed. */
  dirty: boolean;
  sent: z.output<typeof sentRequest> | undefined;
}
export type CounterStore = StoreApi<CounterState>;

const draftName = (tripId: string) => `balcao:${tripId}`;

/**
 * How the dialog's draft is stored: with the key of what was sent, so that a reservation whose answer was lost is not
 * made twice after a reload.
 */
export const counterDraft = {
  nameOf: ({ tripId }: CounterState) => draftName(tripId),
  workOf: ({ dirty, fields, sent }: CounterState) => (dirty ? { fields, sent } : undefined),
};

/** Whether this tab has a draft of a reservation for the trip. */
export function hasCounterDraft(trip: PassengerTrip): boolean {
  return !trip.hasDeparted && storedDraft(trip) !== undefined;
}

function storedDraft(trip: PassengerTrip) {
  const stored = z
    .object({ fields: z.unknown(), sent: sentRequest.optional() })
    .safeParse(readDraft(draftName(trip.id)));
  const fields = parseDraft(stored.data?.fields, trip);
  return fields && { fields, sent: stored.data?.sent };
}

export function createCounterStore(trip: PassengerTrip): CounterStore {
  const draft = storedDraft(trip);
  return createStore<CounterState>(() => ({
    tripId: trip.id,
    fields: draft?.fields ?? startFields(trip),
    errors: {},
    busy: false,
    dirty: draft !== undefined,
    sent: draft?.sent,
  }));
}

/** The same request gets the same key. */
export function keyOf(store: CounterStore, body: unknown): string {
  const text = JSON.stringify(body);
  const { sent } = store.getState();
  if (sent?.text === text) return sent.key;
  const key = crypto.randomUUID();
  store.setState({ sent: { text, key } });
  return key;
}
