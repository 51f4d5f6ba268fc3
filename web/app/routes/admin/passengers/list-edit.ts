import type { Passenger, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { useMemo, useState } from 'react';
import { readDraft } from '~/features/session/drafts';
import type { Task } from '../reservation-tasks/task';

/** Under which the unfinished reservation that staff makes in a trip is stored. */
export const bookingDraftName = (tripId: string) => `balcao:${tripId}`;

/** Whether this tab has an unfinished reservation for the trip. */
export function hasBookingDraft({ id, hasDeparted }: PassengerTrip): boolean {
  return !hasDeparted && readDraft(bookingDraftName(id)) !== undefined;
}

/** What can be done in the list. */
export interface ListEdit {
  onTask: (task: Task) => void;
  selection: Selection;
}

/** People chosen for an action on several. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (people: readonly Passenger[], chosen: boolean) => void;
  clear: () => void;
}

/** The same object until somebody else is chosen. */
export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return useMemo(
    () => ({
      ids,
      set: (people, chosen) =>
        setIds((before) => {
          const changed = new Set(people.map(({ id }) => id));
          return chosen ? before.union(changed) : before.difference(changed);
        }),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}
