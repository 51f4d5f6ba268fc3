import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aloneIn, arrangeRooms, conflictsOf, type Guest, type HotelRoom } from './arrange-rooms.ts';

const roomsOf = (type: string, places: number, count: number): HotelRoom[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${type} ${index + 1}`, roomTypeId: type, places }));

let lastStay = 0;
/** People of one room of a reservation. */
function stay(type: string, people: number, more: Partial<Guest> = {}): Guest[] {
  lastStay += 1;
  const stayId = `stay ${lastStay}`;
  const usual = {
    roomTypeId: type,
    stayId,
    code: `CODE${lastStay}`,
    share: null,
    shareWith: null,
    needsAccess: false,
    roomId: null,
  };
  return Array.from({ length: people }, (_, index) => ({
    id: `${stayId}.${index}`,
    name: `Pessoa ${index}`,
    ...usual,
    ...more,
  }));
}

const roomOf = (arranged: Map<string, Guest[]>, { id }: Guest) =>
  [...arranged].find(([, guests]) => guests.some((one) => one.id === id))?.[0];

describe('the arrangement of rooms', () => {
  it('keeps families together, pairs sharers, and gives the first room to who needs access', () => {
    const family = stay('Triplo', 3);
    const wheelchair = stay('Triplo', 2, { needsAccess: true });
    const [ana, paula, rita] = [
      ...stay('Duplo', 1, { share: 'women', name: 'Ana Lima', shareWith: 'com Paula Dias' }),
      ...stay('Duplo', 1, { share: 'women', name: 'Rita Prado' }),
      ...stay('Duplo', 1, { share: 'women', name: 'Paula Dias' }),
    ].toSorted((one, other) => one.name.localeCompare(other.name)) as [Guest, Guest, Guest];
    const man = stay('Duplo', 1, { share: 'men' });
    const guests = [...family, ana, rita, paula, ...wheelchair, ...man];
    const arranged = arrangeRooms([...roomsOf('Duplo', 2, 3), ...roomsOf('Triplo', 3, 2)], guests);
    expect(new Set(wheelchair.map((one) => roomOf(arranged, one)))).toEqual(new Set(['Triplo 1']));
    expect(new Set(family.map((one) => roomOf(arranged, one)))).toEqual(new Set(['Triplo 2']));
    expect(roomOf(arranged, paula)).toBe(roomOf(arranged, ana));
    expect(
      aloneIn(arranged)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Pessoa 0', 'Rita Prado']);
  });

  it('leaves people where staff put them, with those who belong to them', () => {
    const [one, other] = stay('Duplo', 2) as [Guest, Guest];
    const arranged = arrangeRooms(roomsOf('Duplo', 2, 3), [{ ...one, roomId: 'Duplo 3' }, other]);
    expect(arranged.get('Duplo 3')?.map(({ id }) => id)).toEqual([one.id, other.id]);
  });

  it('names what is wrong with a room', () => {
    const [room] = roomsOf('Duplo', 2, 1) as [HotelRoom];
    const conflicts = (...some: Guest[][]) => conflictsOf(room, some.flat());
    expect(conflicts(stay('Duplo', 2))).toEqual([]);
    expect(conflicts(stay('Duplo', 1), stay('Duplo', 1))).toEqual(['strangers']);
    expect(conflicts(stay('Duplo', 1, { share: 'men' }), stay('Duplo', 1, { share: 'women' }))).toEqual(['shares']);
    expect(conflicts(stay('Triplo', 3))).toEqual(['overfull', 'type']);
  });

  const shares = fc.record({
    share: fc.constantFrom('women' as const, 'men' as const, 'any' as const),
    type: fc.constantFrom('Duplo', 'Triplo'),
  });
  const families = fc.record({ people: fc.integer({ min: 1, max: 3 }), needsAccess: fc.boolean() });

  it('places everybody for whom rooms were counted: families together, sharers paired, nobody twice', () => {
    fc.assert(
      fc.property(fc.array(families, { maxLength: 12 }), fc.array(shares, { maxLength: 16 }), (private_, shared) => {
        const places = { Duplo: 2, Triplo: 3 };
        const ofFamilies = private_.map(({ people, needsAccess }) =>
          stay(people === 3 ? 'Triplo' : 'Duplo', people, { needsAccess }),
        );
        const ofSharers = shared.map(({ share, type }) => stay(type, 1, { share }));
        const groups = Map.groupBy(ofSharers.flat(), ({ roomTypeId, share }) => `${roomTypeId} ${share}`);
        const needed = (type: 'Duplo' | 'Triplo') =>
          ofFamilies.filter(([one]) => one?.roomTypeId === type).length +
          [...groups.values()].reduce(
            (sum, some) => sum + (some[0]?.roomTypeId === type ? Math.ceil(some.length / places[type]) : 0),
            0,
          );
        const rooms = (['Duplo', 'Triplo'] as const).flatMap((type) => roomsOf(type, places[type], needed(type)));
        const guests = [...ofFamilies, ...ofSharers].flat();
        const arranged = arrangeRooms(rooms, guests);
        const ids = [...arranged.values()].flat().map(({ id }) => id);
        expect(ids.toSorted()).toEqual(guests.map(({ id }) => id).toSorted());
        for (const family of ofFamilies) expect(new Set(family.map((one) => roomOf(arranged, one))).size).toBe(1);
        for (const room of rooms) expect(conflictsOf(room, arranged.get(room.id) ?? [])).toEqual([]);
        const alone = Map.groupBy(aloneIn(arranged), ({ roomTypeId, share }) => `${roomTypeId} ${share}`);
        for (const some of alone.values()) expect(some).toHaveLength(1);
      }),
    );
  });

  it('takes less than a second for 44 people in 18 rooms', () => {
    const guests = [
      ...Array.from({ length: 8 }, () => stay('Triplo', 3)).flat(),
      ...Array.from({ length: 5 }, () => stay('Duplo', 2)).flat(),
      ...Array.from({ length: 10 }, (_, index) => stay('Duplo', 1, { share: index < 4 ? 'women' : 'any' })).flat(),
    ];
    const rooms = [...roomsOf('Triplo', 3, 8), ...roomsOf('Duplo', 2, 10)];
    expect(rooms).toHaveLength(18);
    const start = performance.now();
    const arranged = arrangeRooms(rooms, guests);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect([...arranged.values()].flat()).toHaveLength(44);
  });
});
