/** So much of a payment goes back. */
export interface Share<Payment> {
  payment: Payment;
  amountCents: number;
}

/**
 * Splits an amount over the payments it came by: the smallest one that covers it, else the largest first. Undefined if
 * together they do not cover it.
 */
export function splitOverPayments<Payment extends { rest_cents: number }>(
  returnable: Payment[],
  amountCents: number,
): Share<Payment>[] | undefined {
  const largestFirst = returnable.toSorted((a, b) => b.rest_cents - a.rest_cents);
  const covering = largestFirst.findLast(({ rest_cents }) => rest_cents >= amountCents);
  if (covering) return [{ payment: covering, amountCents }];
  const shares: Share<Payment>[] = [];
  let missing = amountCents;
  for (const payment of largestFirst) {
    if (missing === 0) break;
    const share = Math.min(payment.rest_cents, missing);
    shares.push({ payment, amountCents: share });
    missing -= share;
  }
  return missing === 0 ? shares : undefined;
}
