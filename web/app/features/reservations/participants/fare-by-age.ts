import { ageLabel } from '@passeio/contract/trips/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import { ADULT_AGE, ageOnDeparture, fareForAge, isForAdults } from '@passeio/contract/trips/pricing';
import { formatMoney } from '~/lib/formats';

/** Younger travellers need somebody who accompanies them. */
const ALONE_FROM_AGE = 16;

/** What the fare of a person depends on. `fares`: those to choose from. */
export interface FareTerms {
  fares: readonly Fare[];
  /** Departure, ISO 8601. */
  departsAt: string;
  timeZone: string;
}

export interface FareDecision {
  /** Complete years on the departure date. */
  age: number;
  /** The fare that applies: the chosen one if it fits; undefined if none is for this age. */
  fare: Fare | undefined;
}

/**
 * The fare for somebody born on `birthdate` ("YYYY-MM-DD") for whom `fareId` was chosen. Undefined without a birth
 * date, and for a fare that is not to choose from: staff gave it, whatever the age.
 */
export function fareDecision(
  birthdate: string | null,
  fareId: string,
  { fares, departsAt, timeZone }: FareTerms,
): FareDecision | undefined {
  const chosen = fares.find(({ id }) => id === fareId);
  if (birthdate === null || !chosen) return undefined;
  const age = ageOnDeparture(birthdate, departsAt, timeZone);
  return { age, fare: fareForAge(fares, chosen, age) };
}

/** How a total changes, as "O total passa de R$ 473,00 para R$ 567,00." Amounts in centavos. */
export function totalChangeInWords(totalCents: number, newTotalCents: number): string {
  if (newTotalCents === totalCents) return `O total continua ${formatMoney(totalCents)}.`;
  return `O total passa de ${formatMoney(totalCents)} para ${formatMoney(newTotalCents)}.`;
}

/** Why another fare than the chosen one applies, and what it costs instead of `chosenCents`. */
export function fareByAgeInWords(age: number, { label, priceCents }: Fare, chosenCents: number): string {
  const price =
    priceCents === chosenCents
      ? 'pelo mesmo valor'
      : `${formatMoney(priceCents)} em vez de ${formatMoney(chosenCents)}`;
  return `Com ${ageLabel(age)} no dia da saída vale a tarifa ${label}: ${price}.`;
}

interface PartyMember {
  id: string;
  fareId: string;
  takesPlace: boolean;
  age: number | null;
  companionId: string | null;
}

/** Whether somebody needs a companion: a lap child, or a minor who may not travel alone. */
export function needsCompanion({ age, takesPlace }: { age: number | null; takesPlace: boolean }): boolean {
  return !takesPlace || (age !== null && age < ALONE_FROM_AGE);
}

/** The adults of a reservation who can accompany `personId`; those with a free lap if it is a lap child. */
export function possibleCompanions<Member extends PartyMember>(
  people: readonly Member[],
  fares: readonly Fare[],
  { personId, onLap }: { personId: string | null; onLap: boolean },
): Member[] {
  const carrying = people.filter((one) => !one.takesPlace && one.id !== personId).map((one) => one.companionId);
  return people.filter((one) => {
    const fare = fares.find(({ id }) => id === one.fareId);
    const isAdult = one.age === null ? one.takesPlace && (!fare || isForAdults(fare)) : one.age >= ADULT_AGE;
    return one.id !== personId && isAdult && !(onLap && carrying.includes(one.id));
  });
}
