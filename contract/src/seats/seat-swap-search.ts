import {
  areNeighbours,
  compareShapes,
  type SeatPlaces,
  type SeatShape,
  type SwapParty,
  shapeOf,
  withinLimit,
} from './seat-shapes.ts';
import { placed, type SeatedVehicle, type SeatRef, seatKey, seatParties } from './seating.ts';

/** A party that has to move. `limit`: further apart than that it is split. */
export interface MovingParty extends SwapParty {
  limit: SeatShape;
}

interface Floor {
  vehicles: readonly SeatedVehicle[];
  places: SeatPlaces;
  taken: readonly SeatRef[];
}

/** Seats on which a party is together, and how many of it move for them. */
interface Choice {
  refs: readonly SeatRef[];
  keys: readonly string[];
  moves: number;
  shape: SeatShape;
}

/** Limits of the search. What small trips need is far below; a full coach gets a good answer instead of the best. */
const MAX_SETS = 1_000;
const MAX_TRIALS = 100_000;

/**
 * Seats for parties that have to move, by person: as few parties split as possible, then as few people moved. There
 * must be a seat for everybody.
 */
export function chooseSeats(parties: readonly MovingParty[], floor: Floor): Map<string, SeatRef> {
  const used = new Set(floor.taken.map(seatKey));
  const free = floor.vehicles
    .flatMap(({ id, map }) =>
      map.flatMap((cells) =>
        cells.flatMap(({ kind, label }) => (kind === 'seat' ? [{ vehicleId: id, seat: label }] : [])),
      ),
    )
    .filter((ref) => !used.has(seatKey(ref)));
  const bound = parties
    .filter(({ people, limit }) => people.length > 1 && limit[0] === 1)
    .toSorted((one, other) => other.people.length - one.people.length);
  const others = parties.filter((party) => !bound.includes(party));
  const picks = search(
    bound.map((party) => ({ party, choices: choicesFor(party, free, floor) })),
    others,
  );
  const seats = new Map<string, SeatRef>();
  for (const [index, party] of bound.entries()) {
    const pick = picks[index];
    if (pick) for (const [id, ref] of seatedOn(party, pick, floor.places)) seats.set(id, ref);
  }
  const apart = [...bound.filter((_, index) => !picks[index]), ...others];
  for (const [id, ref] of seatApart(apart, seats, floor)) seats.set(id, ref);
  return seats;
}

/** Every set of free seats within a vehicle on which a party is together, those first for which the fewest move. */
function choicesFor(party: MovingParty, free: readonly SeatRef[], floor: Floor): Choice[] {
  const { people, limit } = party;
  const own = new Set(people.flatMap(({ same }) => (same ? [seatKey(same)] : [])));
  const choiceOf = (refs: readonly SeatRef[]): Choice => {
    const keys = refs.map(seatKey);
    const moves = people.length - keys.filter((key) => own.has(key)).length;
    return { refs, keys, moves, shape: shapeOf(refs, floor.places) };
  };
  const sets = setsOf(free, people.length, { span: limit[1], places: floor.places });
  const compact = [...seatParties(floor.vehicles, [{ people }], floor.taken).values()];
  return [compact, ...sets]
    .filter((refs) => refs.length === people.length)
    .map(choiceOf)
    .filter(({ shape }) => withinLimit(shape, limit))
    .toSorted((one, other) => one.moves - other.moves || compareShapes(one.shape, other.shape));
}

// Sets of `size` seats of one vehicle within `span` rows from that of their first.
function setsOf(free: readonly SeatRef[], size: number, { span, places }: { span: number; places: SeatPlaces }) {
  const sets: SeatRef[][] = [];
  let steps = 0;
  const grow = (chosen: SeatRef[], from: number): void => {
    steps += 1;
    if (chosen.length === size) sets.push(chosen);
    const first = chosen[0] && places.get(seatKey(chosen[0]));
    for (let at = from; at < free.length && chosen.length < size && steps < MAX_SETS * size; at += 1) {
      const ref = free[at] as SeatRef;
      const place = places.get(seatKey(ref));
      // Seats are in the order of vehicles and rows.
      if (first && (place?.vehicleId !== first.vehicleId || place.row - first.row > span)) break;
      grow([...chosen, ref], at + 1);
    }
  };
  grow([], 0);
  return sets;
}

type Picks = (Choice | undefined)[];

/** A choice for each party, or none: it is split. Branch and bound over (split parties, moves). */
function search(parties: readonly { party: MovingParty; choices: Choice[] }[], others: readonly MovingParty[]): Picks {
  let best: { splits: number; moves: number; picks: Picks } | undefined;
  let trials = 0;
  const used = new Set<string>();
  const isBetter = (splits: number, moves: number) =>
    !best || splits < best.splits || (splits === best.splits && moves < best.moves);
  const visit = (picks: Picks, splits: number, moves: number): void => {
    if (!isBetter(splits, moves) || (best && trials > MAX_TRIALS)) return;
    const next = parties[picks.length];
    if (!next) {
      const apart = [...parties.filter((_, index) => !picks[index]).map(({ party }) => party), ...others];
      const all = apart.reduce((sum, party) => sum + movesApart(party, used), moves);
      if (isBetter(splits, all)) best = { splits, moves: all, picks };
      return;
    }
    for (const choice of next.choices) {
      trials += 1;
      if (choice.keys.some((key) => used.has(key))) continue;
      for (const key of choice.keys) used.add(key);
      visit([...picks, choice], splits, moves + choice.moves);
      for (const key of choice.keys) used.delete(key);
    }
    visit([...picks, undefined], splits + 1, moves);
  };
  visit([], 0, 0);
  return best?.picks ?? [];
}

// In a party that is split, or has no need to be together, people keep their seat if they can.
function movesApart({ people }: MovingParty, used: ReadonlySet<string>): number {
  return people.filter(({ same }) => !same || used.has(seatKey(same))).length;
}

function seatApart(parties: readonly MovingParty[], seated: Map<string, SeatRef>, floor: Floor): Map<string, SeatRef> {
  const seats = new Map<string, SeatRef>();
  const used = new Set([...floor.taken, ...seated.values()].map(seatKey));
  for (const { id, same } of parties.flatMap(({ people }) => people)) {
    if (same && !used.has(seatKey(same))) seats.set(id, same);
  }
  const rest = parties.map(({ people }) => ({
    people: people.filter(({ id }) => !seats.has(id)),
    near: people.flatMap(({ id }) => seats.get(id) ?? []),
  }));
  const taken = [...floor.taken, ...seated.values(), ...seats.values()];
  for (const [id, ref] of seatParties(floor.vehicles, rest, taken)) seats.set(id, ref);
  return seats;
}

/** Who sits where on the seats of a choice: people keep their seat if they can, minors beside adults. */
function seatedOn({ people }: MovingParty, { refs, keys }: Choice, places: SeatPlaces): [string, SeatRef][] {
  const kept = people.flatMap(({ id, same }): [string, SeatRef][] =>
    same && keys.includes(seatKey(same)) ? [[id, same]] : [],
  );
  if (kept.length === 0) return placed(people, piecesOf(refs, places));
  const seats = new Map(kept);
  let left = refs.filter((ref) => !kept.some(([, own]) => seatKey(own) === seatKey(ref)));
  const besideAdults = (ref: SeatRef) =>
    people.filter(
      ({ id, isMinor }) => !isMinor && seats.has(id) && areNeighbours(seats.get(id) as SeatRef, ref, places),
    ).length;
  const besideFree = (ref: SeatRef) => left.filter((other) => areNeighbours(other, ref, places)).length;
  const rest = people.filter(({ id }) => !seats.has(id));
  // Adults first, where minors have room beside them.
  for (const { id, isMinor } of rest.toSorted((one, other) => Number(one.isMinor) - Number(other.isMinor))) {
    const [ref] = left.toSorted((one, other) =>
      isMinor ? besideAdults(other) - besideAdults(one) : besideFree(other) - besideFree(one),
    );
    if (!ref) continue;
    seats.set(id, ref);
    left = left.filter((other) => other !== ref);
  }
  return [...seats];
}

function piecesOf(refs: readonly SeatRef[], places: SeatPlaces): SeatRef[][] {
  const pieces: SeatRef[][] = [];
  const at = (ref: SeatRef) => places.get(seatKey(ref)) ?? { row: 0, column: 0 };
  for (const ref of refs.toSorted((one, two) => at(one).row - at(two).row || at(one).column - at(two).column)) {
    const piece = pieces.at(-1);
    const last = piece?.at(-1);
    if (piece && last && areNeighbours(last, ref, places)) piece.push(ref);
    else pieces.push([ref]);
  }
  return pieces;
}
