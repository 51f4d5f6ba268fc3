import type { Enrolment } from '@passeio/contract/reservations/reservations';

const REUSE_MS = 60_000;

/** By trip, then by what was chosen. */
const keys = new Map<string, Map<string, { key: string; since: number }>>();

/**
 * Idempotency-Key of an enrolment. Reused for a minute while unanswered, so that a retry gets the first answer; later
 * the reservation may have been cancelled. Another choice is another request and has a key of its own.
 */
export function enrolmentKey(tripId: string, choice?: Enrolment): string {
  const ofTrip = keys.get(tripId) ?? new Map<string, { key: string; since: number }>();
  keys.set(tripId, ofTrip);
  const chosen = JSON.stringify(choice ?? null);
  const known = ofTrip.get(chosen);
  if (known && Date.now() - known.since < REUSE_MS) return known.key;
  const key = crypto.randomUUID();
  ofTrip.set(chosen, { key, since: Date.now() });
  return key;
}

/** To be called when an enrolment is answered or cancelled. */
export function deleteEnrolmentKey(tripId: string): void {
  keys.delete(tripId);
}
