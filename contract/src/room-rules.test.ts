import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChosenRoom,
  dealBeds,
  nightsOf,
  proposeRooms,
  type RoomType,
  roomCents,
  roomLabel,
  roomLines,
  roomsFault,
  roomsNeeded,
  roomsText,
} from './room-rules.ts';

const type = (id: string, places: number, overrides: Partial<RoomType> = {}): RoomType => ({
  id,
  label: id,
  places,
  priceCents: 0,
  per: 'stay',
  emptyBedCents: 0,
  roomsLeft: 10,
  bedsLeft: { women: 0, men: 0, any: 0 },
  ...overrides,
});

const adults = (count: number) => Array.from({ length: count }, () => ({ isAdult: true }));
const double = type('Duplo', 2, { priceCents: 10_000, emptyBedCents: 8_000 });
const triple = type('Triplo', 3, { priceCents: 7_000, emptyBedCents: 8_000 });

const anyType = fc.record({
  places: fc.integer({ min: 1, max: 4 }),
  roomsLeft: fc.integer({ min: 0, max: 4 }),
  priceCents: fc.integer({ min: 0, max: 500 }),
  emptyBedCents: fc.integer({ min: 0, max: 500 }),
  per: fc.constantFrom('stay' as const, 'night' as const),
});
const anyTypes = fc
  .array(anyType, { minLength: 1, maxLength: 3 })
  .map((all) => all.map(({ places, ...one }, index) => type(`type ${index}`, places, one)));
const anyPeople = fc.array(fc.record({ isAdult: fc.boolean() }), { minLength: 1, maxLength: 7 });

// Every way to house people, room by room.
function* allWays(types: readonly RoomType[], people: number, taken: ChosenRoom[] = []): Generator<ChosenRoom[]> {
  if (people === 0) yield taken;
  for (const { id, places, roomsLeft } of types) {
    if (taken.filter(({ roomTypeId }) => roomTypeId === id).length >= roomsLeft) continue;
    for (let guests = 1; guests <= Math.min(places, people); guests += 1)
      yield* allWays(types, people - guests, [...taken, { roomTypeId: id, people: guests }]);
  }
}

const centsOf = (types: readonly RoomType[], rooms: readonly ChosenRoom[], nights: number) =>
  rooms.reduce((sum, room) => {
    const own = types.find(({ id }) => id === room.roomTypeId);
    return sum + (own ? roomCents(own, room, nights) : 0);
  }, 0);

describe('the proposal of rooms', () => {
  it('is the cheapest that fits, and names it', () => {
    const rooms = proposeRooms({ types: [double, triple], nights: 2 }, adults(5));
    expect(rooms && roomsText([double, triple], rooms)).toBe('1 Duplo e 1 Triplo');
    expect(proposeRooms({ types: [{ ...double, roomsLeft: 1 }], nights: 2 }, adults(3))).toBeUndefined();
  });

  it('leaves no child alone in a room', () => {
    const family = [{ isAdult: true }, { isAdult: false }, { isAdult: false }];
    const rooms = proposeRooms(
      { types: [type('Single', 1), type('Triplo', 3, { priceCents: 900 })], nights: 1 },
      family,
    );
    expect(rooms).toEqual([{ roomTypeId: 'Triplo', people: 3 }]);
  });

  it('is accepted by the rules, and nothing that they accept is cheaper', () => {
    fc.assert(
      fc.property(anyTypes, anyPeople, fc.integer({ min: 1, max: 3 }), (types, people, nights) => {
        const proposed = proposeRooms({ types, nights }, people);
        const accepted = [...allWays(types, people.length)].filter((rooms) => !roomsFault(types, rooms, people));
        if (!proposed) {
          expect(accepted).toEqual([]);
          return;
        }
        expect(roomsFault(types, proposed, people)).toBeUndefined();
        const least = Math.min(...accepted.map((rooms) => centsOf(types, rooms, nights)));
        expect(centsOf(types, proposed, nights)).toBe(least);
      }),
      { numRuns: 60 },
    );
  });
});

describe('beds', () => {
  it('keep couples together, and give each room with children an adult', () => {
    const [adult, child] = [{ isAdult: true }, { isAdult: false }];
    const doubles = [{ people: 2 }, { people: 2 }];
    expect(dealBeds(doubles, adults(4))).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(dealBeds(doubles, [adult, adult, child, child])).toEqual([
      [0, 3],
      [2, 1],
    ]);
    expect(dealBeds([{ people: 1, share: 'any' }, { people: 1 }], [child, adult])).toBeUndefined();
  });

  it('are for everybody once, and children share only with adults of their party', () => {
    fc.assert(
      fc.property(anyPeople, fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }), (people, shared) => {
        const rooms = people.map((_, index) => ({ people: 1, ...(shared[index] && { share: 'any' as const }) }));
        const pairs = rooms.flatMap((room, index) =>
          index % 2 ? [] : [{ ...room, people: rooms[index + 1] ? 2 : 1 }],
        );
        const dealt = dealBeds(pairs, people);
        if (!dealt) return;
        expect(dealt.flat().toSorted()).toEqual([...people.keys()]);
        for (const [index, beds] of dealt.entries()) {
          const children = beds.filter((bed) => !people[bed]?.isAdult);
          if (pairs[index]?.share) expect(children).toEqual([]);
          else if (people.some(({ isAdult }) => isAdult)) expect(children.length).toBeLessThan(beds.length);
        }
      }),
    );
  });
});

describe('the rooms of a party', () => {
  it.each<[string, ChosenRoom[], number]>([
    ['ROOMS_REQUIRED', [], 2],
    ['ROOM_UNKNOWN', [{ roomTypeId: 'Suíte', people: 2 }], 2],
    ['ROOM_TOO_SMALL', [{ roomTypeId: 'Duplo', people: 3 }], 3],
    ['ROOMS_OF_PARTY', [{ roomTypeId: 'Duplo', people: 2 }], 3],
    ['ROOMS_TAKEN', Array(11).fill({ roomTypeId: 'Duplo', people: 1 }), 11],
  ])('are refused with %s', (code, rooms, people) => {
    expect(roomsFault([double], rooms, adults(people))).toMatchObject({ code });
  });

  it('take a bed in a shared room before another room', () => {
    const shared = { ...double, bedsLeft: { women: 1, men: 0, any: 0 } };
    const asked = (share: 'women' | 'men') => [{ roomTypeId: 'Duplo', people: 1, share }];
    expect([roomsNeeded(shared, asked('women')), roomsNeeded(shared, asked('men'))]).toEqual([0, 1]);
  });
});

it('the lines of a room sum to its price, with the supplement of empty beds dealt to its people', () => {
  fc.assert(
    fc.property(anyType, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (one, people, nights) => {
      const own = type('Quarto', one.places, one);
      const participantIds = Array.from({ length: Math.min(people, own.places) }, (_, index) => `${index}`);
      const lines = roomLines(own, { id: 'room', participantIds }, nights);
      const total = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0);
      expect(total).toBe(roomCents(own, { people: participantIds.length }, nights));
      expect(lines.map(({ participantId }) => participantId)).toEqual(participantIds);
    }),
  );
});

it('a room is named by who is in it', () => {
  expect(roomLabel(double, { people: 2 })).toBe('Duplo');
  expect(roomLabel(double, { people: 1 })).toBe('Duplo (single)');
  expect(roomLabel(double, { people: 1, share: 'women' })).toBe('Duplo (dividido)');
});

it('nights are days of the calendar', () => {
  expect(nightsOf('2026-11-20T23:00:00-03:00', '2026-11-22T02:00:00-03:00', 'America/Sao_Paulo')).toBe(2);
  expect(nightsOf('2026-11-20T05:00:00-03:00', '2026-11-20T23:30:00-03:00', 'America/Sao_Paulo')).toBe(0);
});
