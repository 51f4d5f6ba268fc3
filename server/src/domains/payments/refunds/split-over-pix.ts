/** So much of a Pix goes back. */
export interface Share<Pix> {
  pix: Pix;
  amountCents: number;
}

/**
 * Splits an amount over the Pix it came by: the smallest one that covers it, else the largest first. Undefined if
 * together they do not cover it.
 */
export function splitOverPix<Pix extends { rest_cents: number }>(
  returnable: Pix[],
  amountCents: number,
): Share<Pix>[] | undefined {
  const largestFirst = returnable.toSorted((a, b) => b.rest_cents - a.rest_cents);
  const covering = largestFirst.findLast(({ rest_cents }) => rest_cents >= amountCents);
  if (covering) return [{ pix: covering, amountCents }];
  const shares: Share<Pix>[] = [];
  let missing = amountCents;
  for (const pix of largestFirst) {
    if (missing === 0) break;
    const share = Math.min(pix.rest_cents, missing);
    shares.push({ pix, amountCents: share });
    missing -= share;
  }
  return missing === 0 ? shares : undefined;
}
