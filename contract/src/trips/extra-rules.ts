// Without schemas, so that the portal's scripts do not carry them.

import { agesLabel } from '../fare-labels.ts';
import { capitalised } from '../words.ts';
import type { TripExtra } from './extras.ts';
import { fitsAge } from './fare-ages.ts';
import type { Fare } from './fares.ts';
import { ADULT_AGE, isForAdults, type PartyEntry } from './pricing.ts';

type Ages = Pick<TripExtra, 'minAge' | 'maxAge'>;
type Rules = Ages & Pick<TripExtra, 'per' | 'choice' | 'minQuantity' | 'stockLeft'>;

/** A person for whom an extra may be chosen; `age`: on the departure date, null without a birth date. */
export interface ExtraTaker {
  age: number | null;
  fare: Pick<Fare, 'minAge' | 'maxAge' | 'takesPlace'>;
}

/** The people of a party, entry after entry; `ages` are those of people whose birth date is known. */
export function takersIn(
  fares: readonly Fare[],
  party: readonly PartyEntry[],
  ages: readonly (number | null)[] = [],
): ExtraTaker[] {
  const ofPeople = party.flatMap(({ fareId, count }) => {
    const fare = fares.find(({ id }) => id === fareId);
    return fare ? Array<Fare>(Math.max(count, 0)).fill(fare) : [];
  });
  return ofPeople.map((fare, index) => ({ fare, age: ages[index] ?? null }));
}

/** Whether somebody can have an extra. Without a birth date: whether anybody of their fare can. */
export function mayTake(extra: Ages, { age, fare }: ExtraTaker): boolean {
  if (age !== null) return fitsAge(extra, age);
  const { minAge, maxAge } = extra;
  return (
    (maxAge === null || (fare.minAge ?? 0) <= maxAge) &&
    (minAge === null || fare.maxAge === null || fare.maxAge >= minAge)
  );
}

/**
 * Whether a required or preselected extra is meant for somebody. Without a birth date they count as the youngest of
 * their fare, in a fare for adults as 18 at least: a fee from 12 to 60 years is asked of "Adulto", not of "6 a 12
 * anos".
 */
export function isMeantFor(extra: Ages, { age, fare }: ExtraTaker): boolean {
  const youngest = Math.max(fare.minAge ?? 0, isForAdults(fare) ? ADULT_AGE : 0);
  return fitsAge(extra, age ?? youngest);
}

/** The least that somebody takes who takes it. */
export function leastOf({ minQuantity }: Pick<TripExtra, 'minQuantity'>): number {
  return Math.max(minQuantity, 1);
}

/** How many of an extra a party has that takes the least for everybody for whom it is meant. */
export function fullCount(extra: Rules, people: readonly ExtraTaker[]): number {
  const takers = extra.per === 'participant' ? people.filter((one) => isMeantFor(extra, one)).length : 1;
  return takers * leastOf(extra);
}

/** A required extra of a party, and how many of it they take, of which there may be too few. */
export interface RequiredExtra {
  extra: TripExtra;
  quantity: number;
  isSoldOut: boolean;
}

/** The required extras of a party that takes the least for everybody. */
export function requiredOf(extras: readonly TripExtra[], people: readonly ExtraTaker[]): RequiredExtra[] {
  return extras
    .filter(({ choice }) => choice === 'required')
    .map((extra) => required(extra, fullCount(extra, people)))
    .filter(({ quantity }) => quantity > 0);
}

function required(extra: TripExtra, quantity: number): RequiredExtra {
  return { extra, quantity, isSoldOut: extra.stockLeft !== null && quantity > extra.stockLeft };
}

/**
 * How somebody's own required extras follow them, who is new in a party or has another age or fare: what they lack, and
 * those of their lines that are not for them any more. Without a birth date nothing is taken from them.
 */
export function requiredChange<Had extends { extraId: string | null; quantity: number }>(
  extras: readonly TripExtra[],
  person: ExtraTaker,
  has: readonly Had[],
): { lacking: RequiredExtra[]; ended: Had[] } {
  const own = extras.filter(({ choice, per }) => choice === 'required' && per === 'participant');
  const linesOf = ({ id }: TripExtra) => has.filter(({ extraId }) => extraId === id);
  const countOf = (extra: TripExtra) => linesOf(extra).reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    lacking: own
      .filter((extra) => isMeantFor(extra, person) && countOf(extra) < leastOf(extra))
      .map((extra) => required(extra, leastOf(extra) - countOf(extra))),
    ended: own.filter((extra) => !mayTake(extra, person)).flatMap(linesOf),
  };
}

/** As "Obrigatório · de 6 a 12 anos"; empty for an extra that anybody may leave out. */
export function extraRulesText({ choice, per, minAge, maxAge }: Ages & Pick<TripExtra, 'choice' | 'per'>): string {
  const begins = { optional: '', preselected: 'Incluído na escolha', required: 'Obrigatório' }[choice];
  const ages = per === 'participant' ? agesLabel({ minAge, maxAge }) : '';
  return [begins, begins ? ages : capitalised(ages)].filter(Boolean).join(' · ');
}
