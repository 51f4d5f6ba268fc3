import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import {
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  type FamilyTrip,
} from '../../../test/parties.ts';
import { saveTrip } from '../../../test/trip-changes.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A trip of 12 seats whose clients choose. */
async function seatedTrip(more: Parameters<typeof createFamilyTrip>[1] = {}) {
  const trip = await createFamilyTrip(app, { capacity: 10, seat_choice: true, ...more });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { rows: 3 }));
  const at = (seat: string) => ({ vehicleId, seat });
  return { trip, vehicleId, at };
}
const read = ({ id }: Pick<Family, 'id'>, { token }: Person) =>
  call(app, 'GET', `/api/reservations/${id}/seats`, { token });
const sit = ({ id }: Pick<Family, 'id'>, { token }: Person, seats: object[]) =>
  call(app, 'PUT', `/api/reservations/${id}/seats`, { token, body: { seats } });
const onTrip = (trip: FamilyTrip) => call(app, 'GET', `/api/trips/${trip.id}/seats`, { token: staff.token });
const seatPeople = (trip: FamilyTrip, seats: object[]) =>
  call(app, 'PUT', `/api/trips/${trip.id}/seats`, { token: staff.token, body: { seats } });
const seatsIn = (body: { people: { seat: { seat: string } | null }[] }) => body.people.map(({ seat }) => seat?.seat);

describe('the payer of a reservation', () => {
  it('chooses seats, others see them taken without who sits there, and the history shows it', async () => {
    const { trip, at } = await seatedTrip();
    const family = await createFamily(app, { adult: 1, child: 1, lapChild: 1 }, { trip });
    const other = await createFamily(app, { adult: 1 }, { trip });
    const [mother, child] = (await read(family, family.payer)).body.people;
    expect([mother.isMinor, child.isMinor]).toEqual([false, true]);
    const { status, body } = await sit(family, family.payer, [
      { participantId: mother.id, seat: at('1') },
      { participantId: child.id, seat: at('2') },
    ]);
    expect(status).toBe(200);
    expect(seatsIn(body)).toEqual(['1', '2']);
    const seen = (await read(other, other.payer)).body;
    expect(seen).toMatchObject({ mayChoose: true, taken: [at('1'), at('2')], vehicles: [{ id: at('1').vehicleId }] });
    expect(JSON.stringify(seen)).not.toContain(mother.name);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.seats_changed',
      changes: { seats: [null, expect.stringContaining('1')] },
    });
  });

  it('changes seats within the party, and loses nothing when one of them is taken', async () => {
    const { trip, at } = await seatedTrip();
    const family = await createFamily(app, { adult: 2 }, { trip });
    const other = await createFamily(app, { adult: 1 }, { trip });
    const [one, two] = family.adults.map(({ id }) => id);
    await sit(family, family.payer, [
      { participantId: one, seat: at('1') },
      { participantId: two, seat: at('2') },
    ]);
    const swapped = await sit(family, family.payer, [
      { participantId: one, seat: at('2') },
      { participantId: two, seat: at('1') },
    ]);
    expect(seatsIn(swapped.body)).toEqual(['2', '1']);
    await sit(other, other.payer, [{ participantId: other.adults[0]?.id, seat: at('5') }]);
    const refused = await sit(family, family.payer, [
      { participantId: one, seat: at('6') },
      { participantId: two, seat: at('5') },
    ]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'SEAT_TAKEN' } });
    expect(seatsIn((await read(family, family.payer)).body)).toEqual(['2', '1']);
  });

  it('is refused a seat that does not exist, somebody else’s person, and a trip that staff seats', async () => {
    const { trip, at } = await seatedTrip();
    const family = await createFamily(app, { adult: 1 }, { trip });
    const other = await createFamily(app, { adult: 1 }, { trip });
    const participantId = family.adults[0]?.id;
    for (const [seat, code] of [
      [at('99'), 'SEAT_UNKNOWN'],
      [{ vehicleId: randomUUIDv7(), seat: '1' }, 'SEAT_UNKNOWN'],
    ] as const) {
      expect((await sit(family, family.payer, [{ participantId, seat }])).body.code).toBe(code);
    }
    const theirs = [{ participantId: other.adults[0]?.id, seat: at('1') }];
    expect((await sit(family, family.payer, theirs)).body.code).toBe('PARTICIPANT_NOT_FOUND');
    expect((await read(family, other.payer)).status).toBe(404);
    expect((await sit(family, other.payer, [{ participantId, seat: at('1') }])).status).toBe(404);
    await saveTrip(app, staff, trip.id, { seatChoice: false });
    expect((await sit(family, family.payer, [{ participantId, seat: at('1') }])).body.code).toBe('SEATS_NOT_CHOSEN');
    expect((await read(family, family.payer)).body.mayChoose).toBe(false);
    await departIn(app, trip.id, -1);
    expect((await sit(family, family.payer, [{ participantId, seat: at('1') }])).body.code).toBe('TRIP_DEPARTED');
  });
});

describe('staff', () => {
  it('seats people, lets two change seats at once, and takes a seat away', async () => {
    const { trip, at } = await seatedTrip({ seat_choice: false });
    const [one, two] = [
      await createFamily(app, { adult: 1 }, { trip }),
      await createFamily(app, { adult: 1 }, { trip }),
    ];
    const [a, b] = [one.adults[0]?.id, two.adults[0]?.id];
    const seat = (first: string | null, second: string | null) =>
      seatPeople(trip, [
        { participantId: a, seat: first && at(first) },
        { participantId: b, seat: second && at(second) },
      ]);
    expect(seatsIn((await seat('3', '4')).body)).toEqual(['3', '4']);
    expect(seatsIn((await seat('4', '3')).body)).toEqual(['4', '3']);
    expect(seatsIn((await seat(null, '4')).body)).toEqual([undefined, '4']);
    expect((await onTrip(trip)).body.people[1]).toMatchObject({
      payer: expect.any(String),
      code: two.reservation.code,
    });
  });

  it('cannot take a vehicle away in which somebody sits', async () => {
    const { trip, at } = await seatedTrip();
    const family = await createFamily(app, { adult: 1 }, { trip });
    await sit(family, family.payer, [{ participantId: family.adults[0]?.id, seat: at('1') }]);
    const refused = await saveTrip(app, staff, trip.id, { vehicleIds: [], vehicle: 'Van', notice: { tell: false } });
    expect(refused.body.code).toBe('TRIP_VEHICLE_IN_USE');
    await seatPeople(trip, [{ participantId: family.adults[0]?.id, seat: null }]);
    expect(
      (await saveTrip(app, staff, trip.id, { vehicleIds: [], vehicle: 'Van', notice: { tell: false } })).status,
    ).toBe(200);
  });
});

describe('a seat is free again', () => {
  const free: Record<string, (family: Family, other: FamilyTrip) => Promise<unknown>> = {
    'when the reservation is cancelled': ({ id }) =>
      call(app, 'POST', `/api/reservations/${id}/cancellation`, { token: staff.token, body: { reason: 'Desistiu' } }),
    'when the person is taken out': ({ id, adults }) =>
      call(app, 'DELETE', `/api/reservations/${id}/participants/${adults[0]?.id}`, { token: staff.token }),
    'when the reservation is moved': ({ id }, { id: tripId }) =>
      call(app, 'POST', `/api/reservations/${id}/move`, { token: staff.token, body: { tripId } }),
    'when the hold expires': ({ id }) =>
      sql`update reservations set state = 'expired' where id = ${id}`.execute(app.db),
  };
  it.each(Object.entries(free))('%s', async (_, leave) => {
    const { trip, at } = await seatedTrip();
    const family = await createFamily(app, { adult: 2 }, { trip });
    await sit(family, family.payer, [{ participantId: family.adults[0]?.id, seat: at('1') }]);
    await leave(family, await createFamilyTrip(app));
    const other = await createFamily(app, { adult: 1 }, { trip });
    const { status } = await sit(other, other.payer, [{ participantId: other.adults[0]?.id, seat: at('1') }]);
    expect(status).toBe(200);
  });
});

describe('the database refuses', () => {
  it('two people on a seat, a seat that the map has not, and a map without a seat that somebody has', async () => {
    const { trip, vehicleId } = await seatedTrip();
    const { adults } = await createFamily(app, { adult: 2 }, { trip });
    const [one, two] = adults.map(({ id }) => id);
    const put = (id: string | undefined, seat: string) =>
      sql`update participants set trip_vehicle_id = ${vehicleId}, seat = ${seat} where id = ${id}`.execute(app.db);
    await put(one, '1');
    await expect(put(two, '1')).rejects.toThrow('participants_one_per_seat');
    await expect(put(two, '99')).rejects.toThrow('the vehicle has no seat 99');
    const cut = sql`update trip_vehicles set seat_map = seat_map - 1 where id = ${vehicleId}`;
    await expect(cut.execute(app.db)).rejects.toThrow('somebody sits there');
  });
});
