import { drawMap, numberSeats } from '@passeio/contract/seats/seat-map';
import { describe, expect, it } from 'vitest';
import { after, distribution, moveTo, type TripPerson, undoing } from './trip-seating';

const vehicle = { id: 'v', name: 'Ônibus', map: numberSeats(drawMap('PP.PP PP.PP'), 'byRow').map((row) => [...row]) };
const at = (seat: string) => ({ vehicleId: 'v', seat });
const person = (id: string, reservationId: string, seat?: string): TripPerson => ({
  id,
  name: id,
  isMinor: false,
  seat: seat ? at(seat) : null,
  reservationId,
  code: reservationId,
  payer: '',
});
const seatsOf = (people: TripPerson[]) => people.map(({ seat }) => seat?.seat);

describe('seating a trip by hand', () => {
  const people = [person('ana', 'A', '1'), person('bia', 'B', '2'), person('caio', 'C')];
  const [ana, , caio] = people as [TripPerson, TripPerson, TripPerson];

  it('moves to a free seat, changes seats with somebody, and takes it back', () => {
    expect(seatsOf(after(people, moveTo(people, ana, at('5'))))).toEqual(['5', '2', undefined]);
    const swap = moveTo(people, ana, at('2'));
    expect(seatsOf(after(people, swap))).toEqual(['2', '1', undefined]);
    expect(after(after(people, swap), undoing(people, swap))).toEqual(people);
    expect(seatsOf(after(people, moveTo(people, caio, at('1'))))).toEqual([undefined, '2', '1']);
    expect(moveTo(people, ana, at('1'))).toEqual([]);
  });

  it('distributes seats to those without one, parties together, and moves nobody', () => {
    const mixed = [...people, person('duda', 'A'), person('eva', 'D'), person('fabio', 'D')];
    const seated = after(mixed, distribution({ vehicles: [vehicle], people: mixed }));
    expect(seatsOf(seated).slice(0, 2)).toEqual(['1', '2']);
    expect(new Set(seatsOf(seated)).size).toBe(6);
    expect(['3', '4']).toContain(seatsOf(seated)[3]);
    const rows = seatsOf(seated)
      .slice(4)
      .map((seat) => Math.ceil(Number(seat) / 4));
    expect(new Set(rows).size).toBe(1);
  });
});
