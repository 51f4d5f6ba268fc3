import type { Passenger } from '@passeio/contract/boarding/passengers';
import { useMemo, useState } from 'react';
import { isActive } from '~/features/reservations/reservation-states';

/** People chosen for an action on several. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (people: readonly Passenger[], chosen: boolean) => void;
  clear: () => void;
}

/** Whether somebody's boarding point can be changed. */
export function mayBoard({ reservation }: Passenger): boolean {
  return isActive(reservation);
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
