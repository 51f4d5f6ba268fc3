import { waitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { z } from '@passeio/contract/zod';

/** An entry of the waiting list as the browser reads it: a tab may be older than the server. */
export const clientWaitingEntry = waitingListEntry.extend({ state: z.string() });
export type ClientWaitingEntry = z.infer<typeof clientWaitingEntry>;

export const clientWaitingList = z.object({ data: z.array(clientWaitingEntry) });

/** Whether somebody still waits: neither offered places nor gone. */
export function isWaiting({ state }: Pick<ClientWaitingEntry, 'state'>): boolean {
  return state === 'waiting';
}
