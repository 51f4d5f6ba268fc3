import { reservationStates } from '@passeio/contract/reservation-states';
import { reservationStatusKeys } from '@passeio/contract/reservations/reservation-status';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';

/** Whether the reservation holds its places. An unknown state counts as one that does. */
export function isActive({ state }: { state: string }): boolean {
  const known: Readonly<Record<string, { holdsPlaces: boolean }>> = reservationStates;
  return known[state]?.holdsPlaces ?? true;
}

/** Whether it holds places that were offered from the waiting list. */
export function isOffer({ state, channel }: Pick<Reservation, 'state' | 'channel'>): boolean {
  return state === 'held' && channel === 'waiting_list';
}

/** Whether this version of the page knows the reservation's state and status. */
export function isKnown({ state, status }: Pick<Reservation, 'state' | 'status'>): boolean {
  return state in reservationStates && isKnownStatus(status);
}

export function isKnownStatus({ key }: { key: string }): boolean {
  return reservationStatusKeys.some((known) => known === key);
}

/** Whether somebody still waits: neither offered places nor gone. */
export function isWaiting({ state }: Pick<WaitingListEntry, 'state'>): boolean {
  return state === 'waiting';
}
