import { type Adjustment, type Line, totalOf, wholeLine } from './lines.ts';

/**
 * An amount in proportion to `weights`, whose sum is above zero; the largest remainders get the centavos that are left.
 * No part is above its weight unless the amount is above their sum.
 */
export function inProportion(amountCents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (amountCents * weight) / total);
  const parts = exact.map(Math.floor);
  const left = amountCents - parts.reduce((sum, part) => sum + part, 0);
  const remainder = (index: number) => (exact[index] ?? 0) - (parts[index] ?? 0);
  const byRemainder = [...exact.keys()].sort((one, other) => remainder(other) - remainder(one) || one - other);
  const more = new Set(byRemainder.slice(0, left));
  return parts.map((part, index) => (more.has(index) ? part + 1 : part));
}

/** An amount in proportion to `fares`, whose total is above zero; the parts sum to it. */
export function shareByFares(amountCents: number, fares: readonly Line[]): number[] {
  const weights = fares.map((fare) => totalOf([fare]));
  return inProportion(Math.abs(amountCents), weights).map((part) => Math.sign(amountCents) * part);
}

/**
 * A discount or an extra as a line of each person, in proportion to the fares in `lines`: the largest remainders get
 * the centavos that are left. Who comes later has no part of it, who leaves takes theirs along. Where all travel for
 * free it is the reservation's.
 */
export function adjustmentLines({ sourceId, amountCents, label }: Adjustment, lines: readonly Line[]): Line[] {
  const whole = wholeLine(amountCents < 0 ? 'discount' : 'extra', { sourceId, amountCents, label });
  const fares = lines.filter(({ kind }) => kind === 'fare');
  if (totalOf(fares) === 0) return [whole];
  const amounts = shareByFares(amountCents, fares);
  return fares.flatMap(({ participantId }, index) => {
    const unitCents = amounts[index] ?? 0;
    return unitCents === 0 ? [] : [{ ...whole, participantId, unitCents }];
  });
}
