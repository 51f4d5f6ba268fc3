import type { Fare } from '../trips/fares.ts';
import { fareOfAge, fitsAge, type PartyEntry } from '../trips/pricing.ts';

/** A person of an expired reservation; `age`: on the departure date. */
interface EarlierPerson {
  fareId: string;
  name: string;
  age: number | null;
}

// Their own one if it is offered and fits their age, which the trip or its date may have changed; else that of their
// age.
function fareNow(offered: readonly Fare[], { fareId, age }: EarlierPerson): Fare | undefined {
  const own = offered.find(({ id }) => id === fareId);
  if (age === null || (own && fitsAge(own, age))) return own;
  return fareOfAge(offered, 'public', age);
}

/** The party of an expired reservation in the fares that the site offers now. */
export function partyAgain(offered: readonly Fare[], people: readonly EarlierPerson[]): PartyEntry[] {
  const taken = people.map((person) => fareNow(offered, person)?.id);
  const entries = offered.map(({ id }) => ({ fareId: id, count: taken.filter((fareId) => fareId === id).length }));
  return entries.filter(({ count }) => count > 0);
}

/** Who of an expired reservation goes in a new party, by fare; where fewer go, those with a name first. */
export function peopleAgain<Person extends EarlierPerson>(
  offered: readonly Fare[],
  people: readonly Person[],
  party: readonly PartyEntry[],
): Map<string, Person[]> {
  const namedFirst = people.toSorted((one, other) => Number(other.name !== '') - Number(one.name !== ''));
  const byFare = Map.groupBy(namedFirst, (person) => fareNow(offered, person)?.id);
  return new Map(party.map(({ fareId, count }) => [fareId, (byFare.get(fareId) ?? []).slice(0, count)]));
}
