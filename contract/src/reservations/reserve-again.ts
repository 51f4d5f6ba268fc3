import { isSameLabel } from '../fare-labels.ts';
import type { TripExtra } from '../trips/extras.ts';
import { fareOfAge, fitsAge } from '../trips/fare-ages.ts';
import type { Fare } from '../trips/fares.ts';
import type { PartyEntry } from '../trips/pricing.ts';
import type { ChosenExtra } from './quote.ts';

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

/** A line of an expired reservation: of one of its people, or of the whole. `extraId`: null for what is no extra. */
interface EarlierLine {
  extraId: string | null;
  label: string;
  quantity: number;
  participantId: string | null;
}

/** People of an expired reservation who go again, by fare, as {@link peopleAgain} names them. */
type GoingAgain = ReadonlyMap<string, readonly { id: string; isPayer: boolean }[]>;

/**
 * The extras of an expired reservation for its people who go again, in what the trip sells now under the same name, and
 * how many of which it does not have for them any more.
 */
export function extrasAgain(
  sold: readonly TripExtra[],
  lines: readonly EarlierLine[],
  party: readonly PartyEntry[],
  goingAgain: GoingAgain,
): { extras: ChosenExtra[]; missing: { label: string; quantity: number }[] } {
  const indexes = indexesOf(party, goingAgain);
  const extras: ChosenExtra[] = [];
  const missing = new Map<string, number>();
  const left = new Map(sold.map(({ id, stockLeft }) => [id, stockLeft ?? Number.POSITIVE_INFINITY]));
  const going = lines.filter(
    ({ extraId, participantId }) => extraId !== null && (participantId === null || indexes.has(participantId)),
  );
  const wanted = Map.groupBy(going, ({ label, participantId }) => `${label} ${participantId}`);
  for (const [first, ...others] of wanted.values()) {
    if (!first) continue;
    const { label, participantId } = first;
    const quantity = others.reduce((sum, one) => sum + one.quantity, first.quantity);
    const scope = participantId === null ? 'reservation' : 'participant';
    const extra = sold.find((one) => isSameLabel(one.label, label) && one.per === scope);
    const most = extra ? Math.min(quantity, extra.maxQuantity, left.get(extra.id) ?? 0) : 0;
    const count = extra && most >= extra.minQuantity ? most : 0;
    if (extra && count > 0) {
      extras.push({ extraId: extra.id, count, participantIndex: indexes.get(participantId ?? '') });
      left.set(extra.id, (left.get(extra.id) ?? 0) - count);
    }
    if (count < quantity) missing.set(label, (missing.get(label) ?? 0) + quantity - count);
  }
  return { extras, missing: Array.from(missing, ([label, quantity]) => ({ label, quantity })) };
}

// As the server names the people of a party: entry after entry, the payer before others of the same fare.
function indexesOf(party: readonly PartyEntry[], goingAgain: GoingAgain): Map<string, number> {
  const indexes = new Map<string, number>();
  let before = 0;
  for (const { fareId, count } of party) {
    const people = (goingAgain.get(fareId) ?? []).toSorted((one, other) => Number(other.isPayer) - Number(one.isPayer));
    for (const [index, { id }] of people.entries()) indexes.set(id, before + index);
    before += count;
  }
  return indexes;
}
