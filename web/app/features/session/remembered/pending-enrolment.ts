import { type Enrolment, enrolment } from '@passeio/contract/reservations/reservations';
import { partyOfLink } from '@passeio/contract/trips/party-link';
import { z } from '@passeio/contract/zod';
import { PENDING_KEY } from './stored-keys';

const MAX_AGE_MS = 24 * 3_600_000;

const pendingTrip = z.object({ id: z.string(), slug: z.string(), title: z.string() });
export type PendingTrip = z.infer<typeof pendingTrip>;

const pendingEnrolment = z.object({
  trip: pendingTrip,
  // One that is no longer understood is chosen again; the trip stays.
  choice: enrolment.catch(undefined),
  expiresAt: z.number(),
});

/** The trip that a visitor tried to join before signing in, and what they had chosen there. */
export type PendingEnrolment = Pick<z.infer<typeof pendingEnrolment>, 'trip' | 'choice'>;

/** Saves a pending enrolment for 24 hours. */
export function savePendingEnrolment({ id, slug, title }: PendingTrip, choice: Enrolment): void {
  const remembered: z.infer<typeof pendingEnrolment> = {
    trip: { id, slug, title },
    choice,
    expiresAt: Date.now() + MAX_AGE_MS,
  };
  try {
    localStorage.setItem(PENDING_KEY, JSON.stringify(remembered));
  } catch (error) {
    // Without storage the visitor must choose the trip again.
    console.warn('The pending enrolment could not be saved', error);
  }
}

/** The pending enrolment of this browser; undefined if there is none or it has expired. */
export function readPendingEnrolment(): PendingEnrolment | undefined {
  try {
    const { data } = pendingEnrolment.safeParse(JSON.parse(localStorage.getItem(PENDING_KEY) ?? 'null'));
    return data && data.expiresAt > Date.now() ? data : undefined;
  } catch {
    return undefined;
  }
}

/** The party that an address names; undefined for none, and for one that nobody can have. */
export function readLinkedParty(search: string): Enrolment {
  const party = partyOfLink(search);
  return party && enrolment.safeParse({ party }).data;
}

/** Deletes the pending enrolment; with an id only one in that trip. */
export function deletePendingEnrolment(tripId?: string): void {
  if (tripId !== undefined && readPendingEnrolment()?.trip.id !== tripId) return;
  try {
    localStorage.removeItem(PENDING_KEY);
  } catch {
    // Without storage there is nothing to delete.
  }
}
