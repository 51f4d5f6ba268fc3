import { useKeptWork } from '../../session/use-kept-work';
import { isDirty, type KeptTrip, type TripForm, type TripFormState } from './trip-form';

/** The name under which a tab keeps what was not saved of a trip. */
export function keptName(tripId: string | undefined): string {
  return `trip:${tripId ?? 'novo'}`;
}

const keeping = {
  // A new trip gets its id when it is saved.
  nameOf: ({ stored }: TripFormState) => keptName(stored?.id),
  workOf: (state: TripFormState): KeptTrip | undefined =>
    isDirty(state) ? { stored: state.stored, fields: state.fields } : undefined,
};

export function useKeptTrip({ store }: TripForm): { forget: () => void } {
  return useKeptWork(store, keeping);
}
