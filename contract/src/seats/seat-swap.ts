// Pure, without schemas: the server proposes and saves by it, and its tests compare it with every possible choice.
import { seatsOf } from './seat-map.ts';
import { type SeatPlaces, type SwapParty, seatPlaces, shapeOf, withinLimit } from './seat-shapes.ts';
import { chooseSeats } from './seat-swap-search.ts';
import { type SeatedVehicle, type SeatRef, seatKey, seatParties } from './seating.ts';

/** Somebody who takes a place of the trip. People of a party travel together. */
export interface SwapPerson {
  id: string;
  partyId: string;
  isMinor: boolean;
  seat: SeatRef | null;
}

/**
 * What a swap is to somebody: the seat with the same number at its place, another seat, a first seat, or none. A
 * person who had a seat and has none loses it.
 */
export type SwapOutcome = 'keeps' | 'moves' | 'gets' | 'without';

export interface SwappedPerson {
  id: string;
  outcome: SwapOutcome;
  from: SeatRef | null;
  to: SeatRef | null;
}

interface Swap {
  /** In the order of their reservations: if there are too few seats, the latest have none. */
  people: readonly SwapPerson[];
  before: readonly SeatedVehicle[];
  /** Vehicles that stay have the id that they have in `before`. */
  after: readonly SeatedVehicle[];
  /** Whether people without a seat get one too. */
  seatsEverybody?: boolean;
}

/** Rows between two places that are comparable, at most. */
const ROWS_APART = 2;

/**
 * Everybody's seat after vehicles were swapped. A party that can keep its seats as near to each other as they were, or
 * as an empty vehicle allows, keeps them. Of the others as few as possible are split, then as few as possible move.
 */
export function swapSeats({ people, before, after, seatsEverybody = false }: Swap): SwappedPerson[] {
  const room = after.reduce((sum, { map }) => sum + seatsOf(map).length, 0);
  const sitting = people.filter(({ seat }) => seat !== null).slice(0, room);
  const same = sameSeats(sitting, before, after);
  const seats = reseat(partiesOf(sitting, same), { before, after, same });
  if (seatsEverybody) seatOthers(people, after, seats);
  return people.map(({ id, seat: from }) => {
    const to = seats.get(id) ?? null;
    return { id, outcome: outcomeOf({ from, to, same: same.get(id) }), from, to };
  });
}

/** How many places a trip offers with other vehicles: as many as seats if it did before, else as before if they fit. */
export function capacityAfterSwap(capacity: number, seatsBefore: number, seatsAfter: number): number {
  return seatsBefore === 0 || capacity === seatsBefore ? seatsAfter : Math.min(capacity, seatsAfter);
}

interface Outcome {
  from: SeatRef | null;
  to: SeatRef | null;
  same: SeatRef | undefined;
}

function outcomeOf({ from, to, same }: Outcome): SwapOutcome {
  if (!to) return 'without';
  if (!from) return 'gets';
  return same && seatKey(same) === seatKey(to) ? 'keeps' : 'moves';
}

/**
 * Where people would keep their number: in the vehicle that takes the place of theirs, at the same side of the aisle's
 * row and at most two rows away. Vehicles that stay keep everybody; of the others those take a place that keep the
 * most.
 */
export function sameSeats(
  people: readonly SwapPerson[],
  before: readonly SeatedVehicle[],
  after: readonly SeatedVehicle[],
): Map<string, SeatRef> {
  const pairs = before.flatMap((old) => {
    const isStaying = after.some(({ id }) => id === old.id);
    const candidates = after.filter(({ id }) => (isStaying ? id === old.id : before.every((one) => one.id !== id)));
    return candidates.map((next) => ({ old: old.id, next: next.id, kept: keptIn(people, old, next) }));
  });
  const same = new Map<string, SeatRef>();
  const used = new Set<string>();
  for (const { old, next, kept } of pairs.toSorted((one, other) => other.kept.length - one.kept.length)) {
    if (used.has(`old ${old}`) || used.has(`new ${next}`)) continue;
    used.add(`old ${old}`).add(`new ${next}`);
    for (const [id, ref] of kept) same.set(id, ref);
  }
  return same;
}

function keptIn(people: readonly SwapPerson[], old: SeatedVehicle, next: SeatedVehicle): [string, SeatRef][] {
  const [was, is] = [seatPlaces([old]), seatPlaces([next])];
  return people.flatMap(({ id, seat }): [string, SeatRef][] => {
    if (seat?.vehicleId !== old.id) return [];
    const ref = { vehicleId: next.id, seat: seat.seat };
    const [from, to] = [was.get(seatKey(seat)), is.get(seatKey(ref))];
    const isComparable = from && to && from.side === to.side && Math.abs(from.row - to.row) <= ROWS_APART;
    return isComparable ? [[id, ref]] : [];
  });
}

function partiesOf(people: readonly SwapPerson[], same: Map<string, SeatRef>): SwapParty[] {
  return Array.from(Map.groupBy(people, ({ partyId }) => partyId).values(), (party) => ({
    people: party.map(({ id, isMinor, seat }) => ({ id, isMinor, from: seat, same: same.get(id) })),
  }));
}

interface Vehicles {
  before: readonly SeatedVehicle[];
  after: readonly SeatedVehicle[];
  same: Map<string, SeatRef>;
}

// First people who keep their seats, then parties that have to move, then the rest.
function reseat(parties: readonly SwapParty[], { before, after, same }: Vehicles): Map<string, SeatRef> {
  const places = seatPlaces(after);
  const limited = parties.map((party) => ({ ...party, limit: limitOf(party, { before, after, places }) }));
  const [staying, moving] = [true, false].map((stays) =>
    limited.filter(({ people, limit }) => {
      const refs = people.flatMap((person) => person.same ?? []);
      return (refs.length === people.length && withinLimit(shapeOf(refs, places), limit)) === stays;
    }),
  );
  const seats = new Map<string, SeatRef>();
  for (const { people } of staying ?? []) for (const { id } of people) seats.set(id, same.get(id) as SeatRef);
  const taken = [...seats.values()];
  for (const [id, ref] of chooseSeats(moving ?? [], { vehicles: after, places, taken })) seats.set(id, ref);
  return seats;
}

/** As near to each other as a party was, or as it can be in empty vehicles. */
function limitOf({ people }: SwapParty, { before, after, places }: Omit<Vehicles, 'same'> & { places: SeatPlaces }) {
  const was = shapeOf(
    people.flatMap(({ from }) => from ?? []),
    seatPlaces(before),
  );
  const best = shapeOf([...seatParties(after, [{ people }], []).values()], places);
  return withinLimit(was, best) ? best : was;
}

// Beside the others of their party.
function seatOthers(people: readonly SwapPerson[], after: readonly SeatedVehicle[], seats: Map<string, SeatRef>): void {
  const parties = Array.from(Map.groupBy(people, ({ partyId }) => partyId).values(), (party) => ({
    people: party.filter(({ id }) => !seats.has(id)),
    near: party.flatMap(({ id }) => seats.get(id) ?? []),
  }));
  for (const [id, ref] of seatParties(after, parties, [...seats.values()])) seats.set(id, ref);
}
