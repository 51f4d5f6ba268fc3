import { cents, id, instant, offeredMeans } from '../fields.ts';
import { type Line, totalOf } from '../lines.ts';
import { charge } from '../payments/payments.ts';
import { inProportion } from '../proportion.ts';
import { z } from '../zod.ts';

/** Body of PUT reservations/{id}/split: whether its people pay a share each. */
export const splitChange = z.strictObject({ isSplit: z.boolean() });

/** What somebody pays of a reservation whose payment is split; `depositDueCents`: of what is due, for the deposit. */
export const share = z.object({
  participantId: id,
  amountCents: cents,
  paidCents: cents,
  dueCents: cents,
  depositDueCents: cents,
});
export type Share = z.infer<typeof share>;

/**
 * The same as its participant sees it. `means`: by which it can be paid now, none where it cannot. `isHeld`: the places
 * wait for the deposit of all, until `until` if there is a deadline. `charge`: the open one of the share;
 * `cardInReview`: the bank of a card has not decided about its payment.
 */
export const linkedShare = share.omit({ participantId: true }).extend({
  means: offeredMeans,
  isHeld: z.boolean(),
  until: instant.nullable(),
  charge: charge.nullable(),
  cardInReview: z.boolean().default(false),
});
export type LinkedShare = z.infer<typeof linkedShare>;

interface SplitMoney {
  lines: readonly Pick<Line, 'kind' | 'participantId' | 'quantity' | 'unitCents'>[];
  /** In order; the first, who is the payer as a rule, gets the centavos that are left. */
  people: readonly string[];
  depositCents: number;
  receivedCents: number;
  /** What came of that for somebody's share at the price of no means; it may be of people who have left. */
  receivedOf: ReadonlyMap<string, number>;
}

/**
 * A reservation's total by person: their own lines and an equal part of those of the whole. What came for no share, and
 * what somebody paid beyond theirs, pays for the others in order, so that what is due of all sums to what is due. What
 * the means of a payment took off or added is nobody's share: each counts for what it settled.
 */
export function sharesOf({ people, receivedOf, ...money }: SplitMoney): Share[] {
  if (people.length === 0) return [];
  const isPrice = ({ kind }: Pick<Line, 'kind'>) => kind === 'payment_adjustment';
  const lines = money.lines.filter((line) => !isPrice(line));
  const priceCents = totalOf(money.lines.filter(isPrice));
  const depositCents = Math.max(money.depositCents - priceCents, 0);
  const receivedCents = money.receivedCents - priceCents;
  const amounts = withoutDebts(ownAndEqualParts(lines, people));
  const total = sumOf(amounts);
  const deposits = total > 0 ? inProportion(Math.min(depositCents, total), amounts) : amounts;
  const own = people.map((id) => Math.max(receivedOf.get(id) ?? 0, 0));
  const paid = allocate(amounts, own, receivedCents);
  const depositPaid = allocate(deposits, own, receivedCents);
  return people.map((participantId, index) => {
    const at = (cents: readonly number[]) => cents[index] ?? 0;
    return {
      participantId,
      amountCents: at(amounts),
      paidCents: at(paid),
      dueCents: at(amounts) - at(paid),
      depositDueCents: at(deposits) - at(depositPaid),
    };
  });
}

function ownAndEqualParts(lines: SplitMoney['lines'], people: readonly string[]): number[] {
  const own = people.map((id) => totalOf(lines.filter(({ participantId }) => participantId === id)));
  const whole = totalOf(lines) - sumOf(own);
  const part = Math.trunc(whole / people.length);
  return own.map((cents, index) => cents + part + (index === 0 ? whole - part * people.length : 0));
}

// A discount beyond what somebody's lines come to lowers the shares of the others.
function withoutDebts(amounts: readonly number[]): number[] {
  const shares = amounts.map((cents) => Math.max(cents, 0));
  const debt = sumOf(shares) - Math.max(sumOf(amounts), 0);
  if (debt === 0) return shares;
  const lowered = inProportion(debt, shares);
  return shares.map((cents, index) => cents - (lowered[index] ?? 0));
}

// Money that went back is missing in order too.
function allocate(amounts: readonly number[], own: readonly number[], receivedCents: number): number[] {
  let missing = Math.max(sumOf(own) - receivedCents, 0);
  const kept = own.map((cents) => {
    const back = Math.min(missing, cents);
    missing -= back;
    return cents - back;
  });
  const paid = kept.map((cents, index) => Math.min(cents, amounts[index] ?? 0));
  let rest = receivedCents - sumOf(paid);
  return paid.map((cents, index) => {
    const more = Math.min(Math.max(rest, 0), (amounts[index] ?? 0) - cents);
    rest -= more;
    return cents + more;
  });
}

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
