// Without schemas, so that the portal's scripts do not carry them.

import { isSameLabel } from '../fare-labels.ts';
import { calendarDayAt } from '../format-moments.ts';
import { type Line, totalOf } from '../lines.ts';
import { shareByFares } from '../proportion.ts';

/** `amount_each`: centavos off each person; `cheapest_free`: so many of the cheapest who pay travel for free. */
export type RuleBenefitKind = 'percent' | 'amount_each' | 'cheapest_free';

/** When a rule applies; null: whatever there is. `fareLabels`: whose people and fares count; empty: all. */
export interface RuleCondition {
  minPeople: number | null;
  /** The least total of the fares before any discount. */
  minTotalCents: number | null;
  /** Calendar days before the departure. */
  minDaysBefore: number | null;
  fareLabels: readonly string[];
}

/** What a rule does to the fares of `fareLabels`; empty: to all. */
export interface RuleBenefit {
  kind: RuleBenefitKind;
  value: number;
  fareLabels: readonly string[];
}

/** An automatic discount as far as prices follow from it. Empty `tripIds`: of all trips. */
export interface DiscountRule {
  id: string;
  label: string;
  condition: RuleCondition;
  benefit: RuleBenefit;
  tripIds: readonly string[];
  validFrom: string | null;
  validUntil: string | null;
  isActive: boolean;
  position: number;
}

/** In which trip, and when, somebody reserves. */
export interface RuleMoment {
  tripId: string;
  now: number;
  departsAt: string | Date;
  timeZone: string;
}

/**
 * The automatic discounts of a party as lines of each person: one rule after the other by position, each on what those
 * before left of a fare. Conditions count the party as it is, whatever was taken off already.
 */
export function ruleLines(rules: readonly DiscountRule[], lines: readonly Line[], moment: RuleMoment): Line[] {
  const inForce = rules.filter((rule) => isInForce(rule, moment));
  // Their order does not matter: equal fares are one after the other, and a centavo more for one does not change the
  // sum.
  const fares = lines
    .filter(({ kind }) => kind === 'fare')
    .toSorted((one, other) => other.unitCents - one.unitCents || one.sourceId.localeCompare(other.sourceId));
  let left = fares;
  return inForce
    .toSorted((one, other) => one.position - other.position || one.id.localeCompare(other.id))
    .flatMap((rule) => {
      if (!meets(rule.condition, fares, moment)) return [];
      const taken = benefitOf(rule.benefit, left).map(
        ([{ participantId }, cents]): Line => ({
          ...{ participantId, kind: 'discount', label: rule.label, quantity: 1, unitCents: -cents, sourceId: rule.id },
        }),
      );
      left = faresAfter(left, taken);
      return taken;
    });
}

/** The fares of people with what discounts left of them, to take the next one from. */
export function faresAfter(lines: readonly Line[], discounts: readonly Line[]): Line[] {
  const offOf = Map.groupBy(discounts, ({ participantId }) => participantId);
  return lines.map((line) =>
    line.kind === 'fare' ? { ...line, unitCents: line.unitCents + totalOf(offOf.get(line.participantId) ?? []) } : line,
  );
}

function isInForce({ isActive, tripIds, validFrom, validUntil }: DiscountRule, { tripId, now }: RuleMoment): boolean {
  const isValid = (!validFrom || Date.parse(validFrom) <= now) && (!validUntil || now < Date.parse(validUntil));
  return isActive && isValid && (tripIds.length === 0 || tripIds.includes(tripId));
}

function meets(
  { minPeople, minTotalCents, minDaysBefore, fareLabels }: RuleCondition,
  fares: readonly Line[],
  { now, departsAt, timeZone }: RuleMoment,
): boolean {
  const counted = fares.filter((fare) => isOfFares(fareLabels, fare));
  return (
    counted.length >= (minPeople ?? 1) &&
    totalOf(counted) >= (minTotalCents ?? 0) &&
    (minDaysBefore === null || dayOf(departsAt, timeZone) - dayOf(new Date(now), timeZone) >= minDaysBefore)
  );
}

const DAY_MS = 86_400_000;

function dayOf(instant: string | Date, timeZone: string): number {
  const { year, month, day } = calendarDayAt(instant, timeZone);
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

const isOfFares = (labels: readonly string[], { label }: Line) =>
  labels.length === 0 || labels.some((one) => isSameLabel(one, label));

// People who pay nothing get no discount, and are not the cheapest.
function benefitOf({ kind, value, fareLabels }: RuleBenefit, left: readonly Line[]): [Line, number][] {
  const paying = left.filter((fare) => fare.unitCents > 0 && isOfFares(fareLabels, fare));
  const total = totalOf(paying);
  if (total === 0) return [];
  if (kind === 'percent') {
    const parts = shareByFares(Math.round((total * Math.min(value, 100)) / 100), paying);
    return paying.flatMap((fare, index) => (parts[index] ? [[fare, parts[index]]] : []));
  }
  if (kind === 'amount_each') return paying.map((fare) => [fare, Math.min(value, fare.unitCents)]);
  const cheapest = paying.toSorted((one, other) => one.unitCents - other.unitCents).slice(0, value);
  return cheapest.map((fare) => [fare, fare.unitCents]);
}
