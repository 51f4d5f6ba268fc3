const REUSE_MS = 60_000;

const keys = new Map<string, { key: string; since: number }>();

/**
 * Idempotency-Key to enrol in a trip with. After an answer that never came it is the same for a minute: trying again
 * gets that answer. Later the reservation may have been cancelled, and the old answer would be wrong.
 */
export function enrolmentKey(tripId: string): string {
  const known = keys.get(tripId);
  if (known && Date.now() - known.since < REUSE_MS) return known.key;
  const key = crypto.randomUUID();
  keys.set(tripId, { key, since: Date.now() });
  return key;
}

/** To be called when an enrolment is answered, or cancelled: the next one is another. */
export function deleteEnrolmentKey(tripId: string): void {
  keys.delete(tripId);
}
