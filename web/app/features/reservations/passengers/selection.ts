import type { Passenger } from '@passeio/contract/passengers';
import { reservationStates } from '@passeio/contract/reservation-states';
import { useState } from 'react';

/** People chosen for an action on several. */
export interface Selection {
  ids: ReadonlySet<string>;
  set: (people: readonly Passenger[], chosen: boolean) => void;
  clear: () => void;
}

/** Whether somebody's boarding point can be changed. */
export function mayBoard({ reservation }: Passenger): boolean {
  return reservationStates[reservation.state].holdsPlaces;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    set: (people, chosen) =>
      setIds((before) => {
        const changed = new Set(people.map(({ id }) => id));
        return chosen ? before.union(changed) : before.difference(changed);
      }),
    clear: () => setIds(new Set()),
  };
}
