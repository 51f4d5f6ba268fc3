import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, drawMap, numberSeats, seatsOf, vehiclePresets } from './seat-map.ts';
import { compareShapes, type SeatShape, seatPlaces, shapeOf, withinLimit } from './seat-shapes.ts';
import { capacityAfterSwap, type SwapPerson, sameSeats, swapSeats } from './seat-swap.ts';
import { type SeatedVehicle, type SeatRef, seatKey } from './seating.ts';

const vehicle = (id: string, drawing: string): SeatedVehicle => ({
  id,
  map: numberSeats(drawMap(drawing), 'windowFirst'),
});
const preset = (id: string, key: string): SeatedVehicle => ({
  id,
  map: vehiclePresets.find((one) => one.key === key)?.map ?? [],
});

/**
 * Parties as in `{ silva: '1 2 -' }`: a person for each word, "-" without a seat, "m3" a minor. All sit in `vehicleId`.
 */
function people(parties: Record<string, string>, vehicleId = 'old'): SwapPerson[] {
  return Object.entries(parties).flatMap(([partyId, seats]) =>
    seats.split(' ').map((word, index) => ({
      id: `${partyId}${index + 1}`,
      partyId,
      isMinor: word.startsWith('m'),
      seat: word === '-' ? null : { vehicleId, seat: word.replace('m', '') },
    })),
  );
}
const outcomesOf = (result: ReturnType<typeof swapSeats>) =>
  Object.fromEntries(result.map(({ id, outcome, to }) => [id, to ? `${outcome} ${to.vehicleId} ${to.seat}` : outcome]));

describe('a swap', () => {
  it('of a coach for a micro keeps people whose seat is there, and a family of the back moves together', () => {
    const result = swapSeats({
      people: people({ front: '1 2', back: '45 46 m42', alone: '30', split: '27 29' }),
      before: [preset('old', 'bus46')],
      after: [preset('new', 'micro28')],
    });
    const outcomes = outcomesOf(result);
    expect(outcomes).toMatchObject({ front1: 'keeps new 1', front2: 'keeps new 2', split1: 'keeps new 27' });
    // The other one of the pair sits beside the person who stays.
    expect(outcomes.split2).toBe('moves new 28');
    const rows = (id: string) => seatPlaces([preset('new', 'micro28')]).get(seatOf(result, id))?.row;
    expect(new Set([rows('back1'), rows('back2'), rows('back3')]).size).toBe(1);
    expect(result.every(({ outcome }) => outcome !== 'without')).toBe(true);
  });

  it('of one coach for two vans leaves no family in both', () => {
    const families = people({ a: '1 2 4 3', b: '5 6 8 7', c: '9 10 12 11', d: '13 14 16 15', e: '17 18', f: '30 31' });
    const result = swapSeats({
      people: families,
      before: [preset('old', 'bus46')],
      after: [preset('van1', 'van15'), preset('van2', 'van15')],
    });
    const vansOf = Map.groupBy(result, ({ id }) => id[0]);
    for (const of of vansOf.values()) expect(new Set(of.map(({ to }) => to?.vehicleId)).size).toBe(1);
  });

  it('leaves everybody of a vehicle that stays where they are', () => {
    const result = swapSeats({
      people: [...people({ a: '1 2' }, 'stays'), ...people({ b: '1 2' }, 'goes')],
      before: [vehicle('stays', 'PP'), vehicle('goes', 'PP')],
      after: [vehicle('stays', 'PP'), vehicle('comes', '.P PP')],
    });
    expect(outcomesOf(result)).toMatchObject({ a1: 'keeps stays 1', a2: 'keeps stays 2' });
    expect(result.filter(({ id, to }) => id.startsWith('b') && to?.vehicleId === 'comes')).toHaveLength(2);
  });

  it('keeps no number at another kind of place, nor far from where it was', () => {
    const same = (old: string, next: string, seat: string) =>
      sameSeats(people({ a: seat }), [vehicle('old', old)], [vehicle('new', next)]).size;
    expect(same('PP.PP PP.PP', 'PP.PP', '2')).toBe(1);
    expect(same('PP.PP PP.PP', 'P.P P.P', '2')).toBe(0);
    expect(same('PP.PP PP.PP PP.PP PP.PP', 'P P P P P P P', '5')).toBe(0);
  });

  it('gives a seat to people without one only when it is asked to, beside their party', () => {
    const swap = {
      people: people({ a: '1 -', b: '- -' }),
      before: [vehicle('old', 'PP.PP')],
      after: [vehicle('new', 'PP.PP PP.PP')],
    };
    expect(outcomesOf(swapSeats(swap))).toEqual({ a1: 'keeps new 1', a2: 'without', b1: 'without', b2: 'without' });
    expect(outcomesOf(swapSeats({ ...swap, seatsEverybody: true }))).toMatchObject({
      a1: 'keeps new 1',
      a2: 'gets new 2',
      b1: expect.stringContaining('gets'),
    });
  });

  it('that is too small leaves the latest without a seat, as many as are too many', () => {
    const result = swapSeats({
      people: people({ a: '3 4', b: '1 2' }),
      before: [vehicle('old', 'PP PP')],
      after: [vehicle('new', 'P PP')],
    });
    expect(result.filter(({ outcome }) => outcome === 'without').map(({ id }) => id)).toEqual(['b2']);
  });

  it('offers all seats where all were offered, never more', () => {
    expect(capacityAfterSwap(46, 46, 28)).toBe(28);
    expect(capacityAfterSwap(28, 28, 46)).toBe(46);
    expect(capacityAfterSwap(20, 46, 28)).toBe(20);
    expect(capacityAfterSwap(40, 46, 28)).toBe(28);
    expect(capacityAfterSwap(40, 0, 28)).toBe(28);
  });
});

function seatOf(result: ReturnType<typeof swapSeats>, id: string): string {
  const to = result.find((one) => one.id === id)?.to;
  return to ? seatKey(to) : '';
}

const square = fc.constantFrom<Cell['kind']>('seat', 'seat', 'seat', 'aisle', 'blocked');
const maps = (rows: number, columns: number) =>
  fc
    .array(fc.array(square, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: rows })
    .map((drawn) =>
      numberSeats(
        drawn.map((row) => row.map((kind) => ({ kind, label: '' }))),
        'byRow',
      ),
    );
const refsOf = (vehicles: readonly SeatedVehicle[]): SeatRef[] =>
  vehicles.flatMap(({ id, map }) => seatsOf(map).map(({ label }) => ({ vehicleId: id, seat: label })));

interface Swap {
  people: SwapPerson[];
  before: SeatedVehicle[];
  after: SeatedVehicle[];
}

/** Vehicles of which some stay, with people of parties on some of their seats, and some people without. */
function swaps(size: { vehicles: number; rows: number; columns: number; people: number }): fc.Arbitrary<Swap> {
  const { vehicles, rows, columns } = size;
  const drawn = fc.array(maps(rows, columns), { minLength: 1, maxLength: vehicles });
  return fc.tuple(drawn, drawn, fc.boolean(), fc.infiniteStream(fc.nat(99))).map(([old, next, stays, dice]) => {
    const roll = () => dice.next().value ?? 0;
    const before = old.map((map, index) => ({ id: `old${index}`, map }));
    const added = next.map((map, index) => ({ id: `new${index}`, map }));
    const after = stays && before[0] ? [before[0], ...added.slice(1)] : added;
    const seats = refsOf(before).filter(() => roll() < 60);
    const sitting = seats.slice(0, size.people).map((seat) => ({ seat, order: roll() }));
    const all = [
      ...sitting.toSorted((one, other) => one.order - other.order),
      ...(roll() < 30 ? [{ seat: null }] : []),
    ];
    let party = 0;
    const people = all.map(({ seat }, index) => {
      if (roll() < 50) party += 1;
      return { id: `p${index}`, partyId: `r${party}`, isMinor: roll() < 30, seat };
    });
    return { people, before, after };
  });
}

it('loses nobody, doubles nobody, and uses only seats of the new vehicles', () => {
  fc.assert(
    fc.property(swaps({ vehicles: 3, rows: 5, columns: 5, people: 40 }), fc.boolean(), (swap, seatsEverybody) => {
      const result = swapSeats({ ...swap, seatsEverybody });
      expect(result.map(({ id }) => id)).toEqual(swap.people.map(({ id }) => id));
      const seats = result.flatMap(({ to }) => (to ? [seatKey(to)] : []));
      expect(new Set(seats).size).toBe(seats.length);
      const all = refsOf(swap.after);
      expect(seats.every((key) => all.some((ref) => seatKey(ref) === key))).toBe(true);
      const wanting = seatsEverybody ? swap.people : swap.people.filter(({ seat }) => seat);
      expect(seats.length).toBe(Math.min(wanting.length, all.length));
      for (const { outcome, from, to } of result) {
        expect(outcome === 'without').toBe(to === null);
        expect(outcome === 'gets').toBe(from === null && to !== null);
      }
    }),
  );
});

it('moves nobody of a vehicle that stays, as far as there are seats', () => {
  fc.assert(
    fc.property(swaps({ vehicles: 2, rows: 3, columns: 4, people: 12 }), ({ people: all, before, after }) => {
      const room = refsOf(after).length;
      if (all.length > room) return;
      const singles = all.map((one) => ({ ...one, partyId: one.id }));
      for (const { outcome, from } of swapSeats({ people: singles, before, after })) {
        if (from && after.some(({ id }) => id === from.vehicleId)) expect(outcome).toBe('keeps');
      }
    }),
  );
});

// Every way to seat those whose party cannot stay: the fewest split parties, then the fewest moves, that are possible.
function bestOf({ people: all, before, after }: Swap): { splits: number; moves: number } {
  const places = seatPlaces(after);
  const same = sameSeats(all, before, after);
  const sitting = all.filter(({ seat }) => seat);
  const parties = [...Map.groupBy(sitting, ({ partyId }) => partyId).values()].map((members) => {
    const was = shapeOf(
      members.flatMap(({ seat }) => seat ?? []),
      seatPlaces(before),
    );
    const best = fewest(refsOf(after), members.length, (refs) => shapeOf(refs, places));
    const limit = compareShapes(was, best) > 0 ? was : best;
    const own = members.flatMap(({ id }) => same.get(id) ?? []);
    return { members, limit, stays: own.length === members.length && withinLimit(shapeOf(own, places), limit), own };
  });
  const taken = parties.filter(({ stays }) => stays).flatMap(({ own }) => own.map(seatKey));
  const free = refsOf(after).filter((ref) => !taken.includes(seatKey(ref)));
  const moving = parties.filter(({ stays }) => !stays);
  let best = { splits: Number.POSITIVE_INFINITY, moves: 0 };
  const walk = (chosen: SeatRef[]): void => {
    const next = moving.flatMap(({ members }) => members)[chosen.length];
    if (next) {
      for (const ref of free) if (!chosen.includes(ref)) walk([...chosen, ref]);
      return;
    }
    let at = 0;
    const tally = { splits: 0, moves: 0 };
    for (const { members, limit } of moving) {
      const refs = chosen.slice(at, at + members.length);
      at += members.length;
      if (!withinLimit(shapeOf(refs, places), limit)) tally.splits += 1;
      tally.moves += members.filter(({ id }, index) => !isSame(same.get(id), refs[index])).length;
    }
    if (tally.splits < best.splits || (tally.splits === best.splits && tally.moves < best.moves)) best = tally;
  };
  walk([]);
  return best;
}

const isSame = (one?: SeatRef, other?: SeatRef) => one && other && seatKey(one) === seatKey(other);

function fewest(refs: SeatRef[], size: number, shape: (refs: SeatRef[]) => SeatShape): SeatShape {
  if (size === 0) return shape([]);
  let best: SeatShape | undefined;
  const walk = (chosen: SeatRef[], from: number): void => {
    if (chosen.length === size) {
      const found = shape(chosen);
      if (!best || compareShapes(found, best) < 0) best = found;
      return;
    }
    for (let at = from; at < refs.length; at += 1) walk([...chosen, refs[at] as SeatRef], at + 1);
  };
  walk([], 0);
  return best ?? [0, 0, 0];
}

it('splits as few parties and moves as few people as any choice of seats does', () => {
  fc.assert(
    fc.property(swaps({ vehicles: 2, rows: 3, columns: 3, people: 5 }), (swap) => {
      const sitting = swap.people.filter(({ seat }) => seat);
      const seats = refsOf(swap.after);
      if (sitting.length > seats.length || seats.length > 8) return;
      const places = seatPlaces(swap.after);
      const result = swapSeats(swap);
      const best = bestOf(swap);
      const { splits } = tallyOf(swap, result, places);
      expect({ splits, moves: result.filter(({ outcome }) => outcome === 'moves').length }).toEqual(best);
    }),
    { numRuns: 300 },
  );
});

function tallyOf(
  { people: all, before, after }: Swap,
  result: ReturnType<typeof swapSeats>,
  places: ReturnType<typeof seatPlaces>,
) {
  const sitting = all.filter(({ seat }) => seat);
  let splits = 0;
  for (const members of Map.groupBy(sitting, ({ partyId }) => partyId).values()) {
    const was = shapeOf(
      members.flatMap(({ seat }) => seat ?? []),
      seatPlaces(before),
    );
    const best = fewest(refsOf(after), members.length, (refs) => shapeOf(refs, places));
    const limit = compareShapes(was, best) > 0 ? was : best;
    const refs = members.flatMap(({ id }) => result.find((one) => one.id === id)?.to ?? []);
    if (!withinLimit(shapeOf(refs, places), limit)) splits += 1;
  }
  return { splits };
}
