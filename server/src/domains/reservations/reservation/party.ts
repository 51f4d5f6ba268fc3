import { randomUUIDv7 } from 'node:crypto';
import { peopleAgain } from '@passeio/contract/reservations/reserve-again';
import { ageOnDeparture, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { ADULT_AGE, isForAdults, type PartyEntry } from '@passeio/contract/trips/pricing';
import type { Insertable, Selectable } from 'kysely';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { DATA_COLUMNS, fareColumns, noData } from './person.ts';

/**
 * A participant to be written, with the price of their fare's line; `earlierId`: who they were in what is made again.
 */
export type NewParticipant = Insertable<Schema['participants']> & { price_cents: number; earlierId?: string };
/** A participant of an expired reservation that is made again. */
export type EarlierPerson = Selectable<Schema['participants']>;

/** A person's data for their place in a party. */
export interface Traveller {
  id: string;
  name: string;
  birthdate: string | null;
  rg: string | null;
  emitter: string | null;
  cpf: string | null;
  contact: string;
}

interface Party {
  reservationId: string;
  tripId: string;
  boardingPointId: string | null;
}

/** A participant without data yet. */
export function blankParticipant({ reservationId, tripId, boardingPointId }: Party, fare: Fare): NewParticipant {
  return {
    id: randomUUIDv7(),
    reservation_id: reservationId,
    trip_id: tripId,
    is_active: true,
    position: 0,
    ...fareColumns(fare),
    ...noData,
    boarding_point_id: boardingPointId,
    companion_id: null,
    user_id: null,
  };
}

/** The columns of a person's data. */
export function travellerColumns(person: Traveller): Partial<NewParticipant> {
  return {
    name: person.name,
    birthdate: person.birthdate,
    document_number: person.rg,
    document_issuer: person.emitter,
    cpf: person.cpf,
    contact: person.contact,
    user_id: person.id,
  };
}

/**
 * The participants of a new party, adults first: the payer has the first place that fits their age, or none in a party
 * without one (an adult who reserves for children alone); each lap child the lap of an adult of its own. Of an
 * `earlier` reservation the people come along, see {@link peopleAgain}, the payer as one of them.
 * Throws LAP_WITHOUT_ADULT.
 */
export function participantsOf(
  party: Party,
  fares: readonly Fare[],
  entries: readonly PartyEntry[],
  payer: Traveller,
  departure: Departure,
  earlier?: readonly EarlierPerson[],
): NewParticipant[] {
  const chosen = fares.flatMap((fare) =>
    entries.filter((entry) => entry.fareId === fare.id).flatMap(({ count }) => Array<Fare>(count).fill(fare)),
  );
  const sorted = chosen.toSorted((one, other) => rankOf(one) - rankOf(other));
  const blank = sorted.map((fare) => blankParticipant(party, fare));
  const known = earlier?.map((one) => againOf(one, departure));
  const people = known
    ? filledAgain(blank, peopleAgain(fares, known, entries))
    : withPayer(blank, sorted, payer, departure);
  const own = people.findIndex((one) => one.user_id === payer.id);
  if (own > 0) people.unshift(...people.splice(own, 1));
  accompany(people, (one) => isAdult(one, fares, departure));
  return people.map((one, position) => ({ ...one, position }));
}

function withPayer(people: NewParticipant[], fares: readonly Fare[], payer: Traveller, departure: Departure) {
  const age = payer.birthdate === null ? undefined : ageOf(payer.birthdate, departure);
  const own = fares.findIndex((fare) => fare.takesPlace && (age === undefined || fitsAge(fare, age)));
  return people.map((one, index) => (index === own ? { ...one, ...travellerColumns(payer) } : one));
}

function againOf(person: EarlierPerson, departure: Departure) {
  const age = person.birthdate === null ? null : ageOf(person.birthdate, departure);
  return { ...person, fareId: person.fare_id, age };
}

// A participant whose companion stays behind has no companion.
function filledAgain(people: NewParticipant[], earlier: Map<string, EarlierPerson[]>): NewParticipant[] {
  const ids = new Map<string, string>();
  const filled = people.map((one) => {
    const known = earlier.get(one.fare_id)?.shift();
    if (!known) return one;
    ids.set(known.id, one.id);
    const data = Object.fromEntries(DATA_COLUMNS.map((column) => [column, known[column]]));
    return { ...one, ...data, user_id: known.user_id, companion_id: known.companion_id, earlierId: known.id };
  });
  return filled.map((one) => ({ ...one, companion_id: ids.get(one.companion_id ?? '') ?? null }));
}

/** What the rules about laps and companions read. */
export type Seat = Pick<
  NewParticipant,
  'id' | 'fare_id' | 'takes_place' | 'birthdate' | 'companion_id' | 'boarding_point_id'
>;

/** When and where a trip's calendar dates count. */
export interface Departure {
  departsAt: Date;
  timeZone: string;
}

/** Complete years on the departure date. */
export function ageOf(birthdate: string, { departsAt, timeZone }: Departure): number {
  return ageOnDeparture(birthdate, departsAt, timeZone);
}

/** Whether a participant may accompany minors; without a birth date their fare decides. `fares` are the trip's. */
export function isAdult(one: Seat, fares: readonly Fare[], departure: Departure): boolean {
  if (!one.takes_place) return false;
  if (one.birthdate) return ageOf(one.birthdate, departure) >= ADULT_AGE;
  return fares.some((fare) => fare.id === one.fare_id && isForAdults(fare));
}

/** Gives each lap child without a companion the lap of an adult that carries none. */
function seatLapChildren(people: Seat[], mayCarry: (one: Seat) => boolean): void {
  const carrying = new Set(people.filter((one) => !one.takes_place).map((one) => one.companion_id));
  const free = people.filter((one) => mayCarry(one) && !carrying.has(one.id));
  for (const child of people.filter((one) => !one.takes_place && !one.companion_id)) {
    child.companion_id = free.shift()?.id ?? null;
  }
}

/**
 * Renews who accompanies whom: companions who are no adults of the party any more are forgotten, and each lap child
 * without one gets the lap of an adult that carries none, and boards where that adult does. Throws LAP_WITHOUT_ADULT
 * where there is none.
 */
export function accompany<Person extends Seat>(people: Person[], isAdult: (one: Person) => boolean): void {
  const adults = new Set(people.filter(isAdult).map(({ id }) => id));
  for (const one of people) {
    if (one.companion_id && !adults.has(one.companion_id)) one.companion_id = null;
  }
  seatLapChildren(people, ({ id }) => adults.has(id));
  for (const child of people.filter((one) => !one.takes_place)) {
    const adult = people.find(({ id }) => id === child.companion_id);
    if (!adult) throw new AppError('LAP_WITHOUT_ADULT');
    child.boarding_point_id = adult.boarding_point_id ?? null;
  }
}

function rankOf(fare: Fare): number {
  if (isForAdults(fare)) return 0;
  return fare.takesPlace ? 1 : 2;
}
