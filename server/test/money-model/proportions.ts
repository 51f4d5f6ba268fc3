/** The parts of a total of which the stretch from `from` until `until` costs `cents` more or less. */
export function adjustParts(
  parts: number[],
  { from, until, cents }: { from: number; until: number; cents: number },
): number[] {
  let start = 0;
  const overlaps = parts.map((part) => {
    const overlap = Math.max(Math.min(start + part, until) - Math.max(start, from), 0);
    start += part;
    return overlap;
  });
  const paid = overlaps.reduce((sum, one) => sum + one, 0);
  let [before, given] = [0, 0];
  const after = parts.map((part, index) => {
    before += overlaps[index] ?? 0;
    const last = index === parts.length - 1 ? cents : 0;
    const more = (paid > 0 ? Math.round((cents * before) / paid) : last) - given;
    given += more;
    return part + more;
  });
  // What a part cannot give, the one before it does; then what the first ones cannot, the later ones.
  for (let index = after.length - 1; index > 0; index -= 1) {
    const missing = Math.min(after[index] ?? 0, 0);
    after[index] = (after[index] ?? 0) - missing;
    after[index - 1] = (after[index - 1] ?? 0) + missing;
  }
  let missing = 0;
  return after.map((part) => {
    const rest = part + missing;
    missing = Math.min(rest, 0);
    return Math.max(rest, 0);
  });
}

/** An amount by weights; the largest remainders get the centavos that are left. */
export function inProportion(cents: number, weights: number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = weights.map((weight) => Math.floor((cents * weight) / total));
  const left = cents - parts.reduce((sum, part) => sum + part, 0);
  const byRemainder = [...weights.keys()].sort(
    (one, other) => ((cents * (weights[other] ?? 0)) % total) - ((cents * (weights[one] ?? 0)) % total) || one - other,
  );
  const more = new Set(byRemainder.slice(0, left));
  return parts.map((part, index) => (more.has(index) ? part + 1 : part));
}

/** Half a centavo and more is a centavo. */
export function halfUp(of: number, by: number): number {
  return Math.floor((2 * of + by) / (2 * by));
}
