const REUSE_MS = 60_000;

const keys = new Map<string, { key: string; since: number }>();

/**
 * Idempotency-Key of an enrolment. Reused for a minute while unanswered, so that a retry gets the first answer; later
 * the reservation may have been cancelled.
 */
export function enrolmentKey(tripId: string): string {
  const known = keys.get(tripId);
  if (known && Date.now() - known.since < REUSE_MS) return known.key;
  const key = crypto.randomUUID();
  keys.set(tripId, { key, since: Date.now() });
  return key;
}

/** To be called when an enrolment is answered or cancelled. */
export function deleteEnrolmentKey(tripId: string): void {
  keys.delete(tripId);
}
