import { isSameLabel } from '../fare-labels.ts';
import { type Line, totalOf } from '../lines.ts';
import { shareByFares } from '../proportion.ts';

export type CouponEffect = 'percent' | 'amount' | 'fixed';

/** A coupon as far as prices follow from it. */
export interface CouponRule {
  id: string;
  code: string;
  effect: CouponEffect;
  value: number;
  fareLabels: readonly string[];
}

/**
 * The discount of a coupon as a line of each person whose fare it is for, never above that fare. An amount is shared in
 * proportion to the fares; the largest remainders get the centavos that are left.
 */
export function couponLines({ id, code, effect, value, fareLabels }: CouponRule, lines: readonly Line[]): Line[] {
  const fares = lines.filter(
    ({ kind, label }) =>
      kind === 'fare' && (fareLabels.length === 0 || fareLabels.some((one) => isSameLabel(one, label))),
  );
  const total = totalOf(fares);
  if (total === 0) return [];
  const off = (): readonly number[] => {
    if (effect === 'fixed') return fares.map((fare) => Math.max(0, totalOf([fare]) - fare.quantity * value));
    const whole = effect === 'percent' ? Math.round((total * Math.min(value, 100)) / 100) : Math.min(value, total);
    return shareByFares(whole, fares);
  };
  return off().flatMap((amount, index): Line[] => {
    const participantId = fares[index]?.participantId ?? null;
    const label = `Cupom ${code}`;
    return amount > 0
      ? [{ participantId, kind: 'discount', label, quantity: 1, unitCents: -amount, sourceId: id }]
      : [];
  });
}
