import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, drawMap, numberSeats, type SeatMap, seatsOf } from './seat-map.ts';
import { type SeatingParty, type SeatRef, seatKey, seatParties } from './seating.ts';

const draw = (drawing: string) => numberSeats(drawMap(drawing), 'byRow');
const party = (adults: number, minors = 0, name = 'p'): SeatingParty => ({
  people: Array.from({ length: adults + minors }, (_, index) => ({ id: `${name}${index}`, isMinor: index >= adults })),
});
const bus = (drawing: string) => [{ id: 'v', map: draw(drawing) }];
const seatsFor = (seated: Map<string, SeatRef>) => [...seated.values()].map(({ seat }) => seat).sort();

describe('a party', () => {
  it('sits in one row where there is one, minors beside an adult', () => {
    const seated = seatParties(bus('PP.PP PP.PP'), [party(2, 2)], [{ vehicleId: 'v', seat: '1' }]);
    expect(seatsFor(seated)).toEqual(['5', '6', '7', '8']);
    expect(separated(bus('PP.PP PP.PP')[0]?.map ?? [], party(2, 2), seated)).toBe(0);
  });

  it('sits beside those of it that have seats already', () => {
    const parties = [{ ...party(1), near: [{ vehicleId: 'v', seat: '7' }] }];
    expect(seatsFor(seatParties(bus('PP.PP PP.PP PP.PP'), parties, [{ vehicleId: 'v', seat: '7' }]))).toEqual(['8']);
  });

  it('shares vehicles only where none has room for all, and loses nobody for whom there is a seat', () => {
    const vehicles = [
      { id: 'a', map: draw('PP PP') },
      { id: 'b', map: draw('PP.PP P...') },
    ];
    const five = [...seatParties(vehicles, [party(5)], []).values()];
    expect(new Set(five.map(({ vehicleId }) => vehicleId))).toEqual(new Set(['b']));
    expect(seatParties(vehicles, [party(12)], []).size).toBe(9);
  });
});

const square = fc.constantFrom<Cell['kind']>('seat', 'seat', 'seat', 'aisle', 'blocked');
const maps = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(square, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
  )
  .map((rows) =>
    numberSeats(
      rows.map((row) => row.map((kind) => ({ kind, label: '' }))),
      'byRow',
    ),
  );

it('never seats two on one seat or on a taken one, and seats as many as there are free seats', () => {
  const sizes = fc.array(fc.tuple(fc.nat(4), fc.nat(3)), { maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(maps, { minLength: 1, maxLength: 3 }),
      sizes,
      fc.infiniteStream(fc.boolean()),
      (drawn, of, coin) => {
        const vehicles = drawn.map((map, index) => ({ id: `v${index}`, map }));
        const all = vehicles.flatMap(({ id, map }) =>
          seatsOf(map).map(({ label }) => ({ vehicleId: id, seat: label })),
        );
        const taken = all.filter(() => coin.next().value);
        const parties = of.map(([adults, minors], index) => party(adults, minors, `p${index}-`));
        const seated = seatParties(vehicles, parties, taken);
        const keys = [...taken, ...seated.values()].map(seatKey);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.every((key) => all.some((ref) => seatKey(ref) === key))).toBe(true);
        const people = parties.reduce((sum, one) => sum + one.people.length, 0);
        expect(seated.size).toBe(Math.min(people, all.length - taken.length));
      },
    ),
  );
});

// Every choice of seats for the party: the fewest rows, then the fewest pieces, that are possible.
function bestOf(map: SeatMap, free: readonly string[], size: number): [number, number] {
  let best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const walk = (from: number, chosen: string[]): void => {
    if (chosen.length === size) {
      const [span, pieces] = shapeOf(map, chosen);
      if (span < best[0] || (span === best[0] && pieces < best[1])) best = [span, pieces];
      return;
    }
    for (let at = from; at < free.length; at += 1) walk(at + 1, [...chosen, free[at] ?? '']);
  };
  walk(0, []);
  return best;
}

function shapeOf(map: SeatMap, chosen: readonly string[]): [number, number] {
  const rows = map.flatMap((row, index) => (row.some(({ label }) => chosen.includes(label)) ? [index] : []));
  const starts = map.flatMap((row) =>
    row.filter(({ label }, at) => chosen.includes(label) && !chosen.includes(row[at - 1]?.label ?? '-')),
  );
  return [Math.max(...rows) - Math.min(...rows), starts.length];
}

/** How many minors sit beside no adult of the party. */
function separated(map: SeatMap, { people }: SeatingParty, seated: Map<string, SeatRef>): number {
  const adultSeats = people.flatMap(({ id, isMinor }) => (isMinor ? [] : (seated.get(id)?.seat ?? [])));
  return people.filter(({ id, isMinor }) => {
    const seat = seated.get(id)?.seat;
    if (!isMinor || !seat) return false;
    return !map.some((row) =>
      row.some(
        ({ label }, at) =>
          label === seat && [row[at - 1], row[at + 1]].some((next) => next && adultSeats.includes(next.label)),
      ),
    );
  }).length;
}

// The fewest separated minors of all orders in which the party could sit on its seats.
function fewestSeparated(map: SeatMap, { people }: SeatingParty, seats: SeatRef[]): number {
  const adults = people.filter(({ isMinor }) => !isMinor).length;
  let fewest = Number.POSITIVE_INFINITY;
  for (let mask = 0; mask < 2 ** seats.length; mask += 1) {
    const minors = seats.map((_, index) => Math.floor(mask / 2 ** index) % 2 === 0);
    if (minors.filter((isMinor) => !isMinor).length !== adults) continue;
    const arranged = { people: seats.map((_, index) => ({ id: String(index), isMinor: minors[index] ?? false })) };
    fewest = Math.min(fewest, separated(map, arranged, new Map(seats.map((ref, index) => [String(index), ref]))));
  }
  return fewest;
}

it('keeps a party together as well as any choice of seats can, and as many minors beside its adults', () => {
  fc.assert(
    fc.property(
      maps,
      fc.integer({ min: 1, max: 4 }),
      fc.nat(3),
      fc.infiniteStream(fc.boolean()),
      (map, adults, minors, coin) => {
        const labels = seatsOf(map).map(({ label }) => label);
        const taken = labels.filter(() => coin.next().value);
        const free = labels.filter((label) => !taken.includes(label));
        const one = party(adults, minors);
        if (free.length < one.people.length) return;
        const seated = seatParties(
          [{ id: 'v', map }],
          [one],
          taken.map((seat) => ({ vehicleId: 'v', seat })),
        );
        const seats = [...seated.values()];
        expect(
          shapeOf(
            map,
            seats.map(({ seat }) => seat),
          ),
        ).toEqual(bestOf(map, free, one.people.length));
        expect(separated(map, one, seated)).toBe(fewestSeparated(map, one, seats));
      },
    ),
  );
});
