import { useDraft } from '../../session/use-draft';
import { isDirty, type TripForm, type TripFormDraft, type TripFormState } from './trip-form';

/** Name under which the draft of a trip is stored. */
export function draftName(tripId: string | undefined): string {
  return `trip:${tripId ?? 'novo'}`;
}

const draft = {
  // A new trip gets its id when it is saved.
  nameOf: ({ stored }: TripFormState) => draftName(stored?.id),
  workOf: (state: TripFormState): TripFormDraft | undefined =>
    isDirty(state) ? { stored: state.stored, fields: state.fields } : undefined,
};

export function useTripDraft({ store }: TripForm): { forget: () => void } {
  return useDraft(store, draft);
}
