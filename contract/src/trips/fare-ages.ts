import { calendarDayAt } from '../format-moments.ts';
import type { Fare } from './fares.ts';

/** Complete years on the departure date in `timeZone`. Somebody born on 29 February turns a year older on 1 March. */
export function ageOnDeparture(birthdate: string, departsAt: string | Date, timeZone: string): number {
  const departure = calendarDayAt(departsAt, timeZone);
  const [year = 0, month = 0, day = 0] = birthdate.split('-').map(Number);
  const hadBirthday = departure.month > month || (departure.month === month && departure.day >= day);
  return departure.year - year - (hadBirthday ? 0 : 1);
}

type Ages = Pick<Fare, 'minAge' | 'maxAge'>;

/** Whether a fare is for people of this age. */
export function fitsAge({ minAge, maxAge }: Ages, age: number): boolean {
  return (minAge === null || age >= minAge) && (maxAge === null || age <= maxAge);
}

/**
 * The fare for somebody of `age` who chose `chosen`: that one if it fits; else the fitting fare of the same audience
 * with the narrowest range of ages, the first of several. Undefined if none fits.
 */
export function fareForAge<Candidate extends Fare>(
  fares: readonly Candidate[],
  chosen: Candidate,
  age: number,
): Candidate | undefined {
  return fitsAge(chosen, age) ? chosen : fareOfAge(fares, chosen.audience, age);
}

/** The fare of an audience for somebody of `age`: the one with the narrowest range of ages, the first of several. */
export function fareOfAge<Candidate extends Fare>(
  fares: readonly Candidate[],
  audience: Fare['audience'],
  age: number,
): Candidate | undefined {
  const fitting = fares.filter((one) => one.audience === audience && fitsAge(one, age));
  return fitting.toSorted((one, other) => yearsOf(one) - yearsOf(other))[0];
}

function yearsOf({ minAge, maxAge }: Ages): number {
  return (maxAge ?? Number.MAX_SAFE_INTEGER) - (minAge ?? 0);
}
