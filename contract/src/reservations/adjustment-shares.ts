/** A discount (negative) or an extra. `participantId`: the person who left and whose share it takes back. */
export interface SharedAdjustment {
  amountCents: number;
  givenAt: Date;
  participantId: string | null;
}

/** Somebody of the party, also if they have left. */
export interface Sharer {
  id: string;
  priceCents: number;
  joinedAt: Date;
  leftAt: Date | null;
}

/**
 * What each person travels for, in centavos: their fare with their shares of discounts and extras, never below zero. An
 * adjustment is shared by their fares over the people who travelled when it was given; shares are never given anew, so
 * that the order in which people leave does not matter.
 */
export function contractedByPerson(
  adjustments: readonly SharedAdjustment[],
  people: readonly Sharer[],
): Map<string, number> {
  const sums = new Map(people.map(({ id, priceCents }) => [id, priceCents]));
  const reversed = new Set(adjustments.map(({ participantId }) => participantId));
  for (const { amountCents, givenAt, participantId } of adjustments) {
    if (participantId !== null) continue;
    const sharers = people.filter(
      ({ id, joinedAt, leftAt }) => joinedAt <= givenAt && (leftAt === null || (leftAt > givenAt && reversed.has(id))),
    );
    const shares = shareByFares(amountCents, sharers);
    for (const [index, { id }] of sharers.entries()) sums.set(id, (sums.get(id) ?? 0) + (shares[index] ?? 0));
  }
  return new Map([...sums].map(([id, sum]) => [id, Math.max(sum, 0)]));
}

/** Parts in proportion to the fares whose sum is the whole: the largest remainders get the centavos that are left. */
function shareByFares(amountCents: number, sharers: readonly Sharer[]): number[] {
  const total = sharers.reduce((sum, { priceCents }) => sum + priceCents, 0);
  if (total === 0) return sharers.map(() => 0);
  const whole = Math.abs(amountCents);
  const exact = sharers.map(({ priceCents }) => (whole * priceCents) / total);
  const parts = exact.map(Math.floor);
  const left = whole - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = [...exact.keys()].sort((a, b) => remainder(exact[b]) - remainder(exact[a]) || a - b);
  for (const index of byRemainder.slice(0, left)) parts[index] = (parts[index] ?? 0) + 1;
  return parts.map((part) => Math.sign(amountCents) * part);
}

function remainder(value = 0): number {
  return value - Math.floor(value);
}
