import { pagePaths } from '@passeio/contract/paths';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { api } from '~/features/session/api';
import { isActive, isWaiting } from '../status/reservation-states';

/** Somebody's place in a trip's waiting list: `position` 1 is asked next. */
export interface Waiting {
  position: number | null;
  people: number;
}

/** Where the user stands in a trip: the page of their reservation, or their place in the waiting list. */
export type OwnPlace = { path: string } | Waiting;

/** Where the user stands, by trip: waiting, or in an active reservation. Shows no error toast. */
export async function loadJoinedTrips(): Promise<Record<string, OwnPlace>> {
  const [list, waiting] = await Promise.all([
    api.call(enrolmentRoutes.list, { session: 'optional' }),
    api.call(waitingListRoutes.listOwn, { session: 'optional' }),
  ]);
  const active = list.data.filter(isActive);
  return Object.fromEntries([
    ...waiting.data.filter(isWaiting).map(({ trip, position, people }) => [trip.id, { position, people }]),
    ...active.map(({ trip, code }) => [trip.id, { path: pagePaths.reservation(code) }]),
  ]);
}
