import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, tripDraft } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';
import { saveTrip } from '../../../../test/trip-changes.ts';
import { createVehicle } from '../../../../test/vehicles.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const create = (draft: object) =>
  call(app, 'POST', '/api/trips', { token: staff.token, body: tripDraft({ minParticipants: 0, ...draft }) });
const archive = (id: string) =>
  call(app, 'PUT', `/api/vehicles/${id}/archive`, { token: staff.token, body: { isArchived: true } });

describe('a trip with vehicles', () => {
  it('has them in their order, with their seats, and says their names as its transport', async () => {
    const bus = await createVehicle(app, { name: 'Ônibus prata', rows: 10 });
    const van = await createVehicle(app, { name: 'Van da Bete', rows: 3 });
    const { status, body } = await create({ vehicleIds: [van.id, bus.id], capacity: 52, vehicle: 'qualquer' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      vehicle: 'Van da Bete e Ônibus prata',
      capacity: 52,
      vehicles: [
        { vehicleId: van.id, name: 'Van da Bete', seats: 12 },
        { vehicleId: bus.id, name: 'Ônibus prata', seats: 40 },
      ],
    });
    expect((await call(app, 'GET', `/api/trips/${body.id}`, { token: staff.token })).body).toEqual(body);
    const { body: swapped } = await saveTrip(app, staff, body.id, { vehicleIds: [bus.id], capacity: 30 });
    expect(swapped).toMatchObject({ vehicle: 'Ônibus prata', capacity: 30, vehicles: [{ vehicleId: bus.id }] });
    const { body: counted } = await saveTrip(app, staff, body.id, { vehicleIds: [], capacity: 200, vehicle: 'Escuna' });
    expect(counted).toMatchObject({ vehicle: 'Escuna', capacity: 200, vehicles: [] });
  });

  it('keeps the seats that it was given when the vehicle is drawn anew, also when it is saved again', async () => {
    const bus = await createVehicle(app, { rows: 10 });
    const { body: trip } = await create({ vehicleIds: [bus.id], capacity: 40 });
    const { body: drawn } = await call(app, 'GET', `/api/vehicles/${bus.id}`, { token: staff.token });
    const { name, plate, map } = drawn;
    const half = { name, plate, map: map.slice(0, 6), version: 1 };
    const changed = await call(app, 'PUT', `/api/vehicles/${bus.id}`, { token: staff.token, body: half });
    expect(changed.body.seats).toBe(20);
    const { status, body } = await saveTrip(app, staff, trip.id, { vehicleIds: [bus.id], title: 'Outro nome' });
    expect(status).toBe(200);
    expect(body.vehicles).toEqual(trip.vehicles);
    expect((await saveTrip(app, staff, trip.id, { title: 'Mais um' })).body.vehicles).toEqual(trip.vehicles);
  });

  it('takes fewer people than its seats, never more', async () => {
    const bus = await createVehicle(app, { rows: 2 });
    const refused = await create({ vehicleIds: [bus.id], capacity: 9 });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { capacity: 'O veículo tem 8 poltronas: a lotação não pode ser maior.' } },
    });
    const { body: trip } = await create({ vehicleIds: [bus.id], capacity: 6 });
    expect((await saveTrip(app, staff, trip.id, { capacity: 9 })).status).toBe(400);
    expect((await saveTrip(app, staff, trip.id, { capacity: 8 })).body.capacity).toBe(8);
  });

  it('cannot get a vehicle whose seats are fewer than the people who are going', async () => {
    const trip = await createFamilyTrip(app, { capacity: 20 });
    await createFamily(app, { adult: 5 }, { trip });
    const van = await createVehicle(app, { rows: 1 });
    const { status, body } = await saveTrip(app, staff, trip.id, { vehicleIds: [van.id], capacity: 4 });
    expect(status).toBe(409);
    expect(body).toMatchObject({ code: 'CAPACITY_TAKEN', occupants: { total: 1 } });
  });

  it('refuses a vehicle that is archived or does not exist; one that it has already stays', async () => {
    const bus = await createVehicle(app);
    const { body: trip } = await create({ vehicleIds: [bus.id], capacity: 8 });
    await archive(bus.id);
    for (const vehicleIds of [[bus.id], [randomUUIDv7()]]) {
      const { status, body } = await create({ vehicleIds, capacity: 8 });
      expect(status).toBe(400);
      expect(Object.keys(body.fields)).toEqual(['vehicleIds']);
    }
    expect((await saveTrip(app, staff, trip.id, { vehicleIds: [bus.id] })).status).toBe(200);
  });

  it('is copied with the vehicles that are still there, as they are today', async () => {
    const bus = await createVehicle(app, { name: 'Ônibus da cópia', rows: 5 });
    const old = await createVehicle(app, { rows: 5 });
    const { body: trip } = await create({ vehicleIds: [bus.id, old.id], capacity: 40 });
    await archive(old.id);
    const { body } = await call(app, 'POST', `/api/trips/${trip.id}/copies`, {
      token: staff.token,
      body: { dates: ['2031-05-10'] },
    });
    expect(body.data[0]).toMatchObject({
      vehicle: 'Ônibus da cópia',
      capacity: 20,
      vehicles: [{ vehicleId: bus.id, seats: 20 }],
    });
  });
});

it('staff sees which vehicles serve other trips in a period', async () => {
  const bus = await createVehicle(app);
  const dates = { date: '2031-04-05T08:00:00.000Z', returnDate: '2031-04-05T23:00:00.000Z' };
  const { body: trip } = await create({ vehicleIds: [bus.id], capacity: 8, ...dates });
  const ask = (from: string, to: string, except = '') =>
    call(app, 'GET', `/api/vehicles/departures?from=${from}&to=${to}${except}`, { token: staff.token });
  const during = ['2031-04-05T20:00:00.000Z', '2031-04-06T20:00:00.000Z'] as const;
  expect((await ask(...during)).body.data).toEqual([
    { vehicleId: bus.id, tripId: trip.id, title: trip.title, date: dates.date },
  ]);
  expect((await ask(...during, `&exceptTripId=${trip.id}`)).body.data).toEqual([]);
  expect((await ask(dates.returnDate, '2031-04-06T20:00:00.000Z')).body.data).toEqual([]);
});

describe('a vehicle that is on another trip at the same time', () => {
  const at = (day: string) => ({ date: `${day}T08:00:00.000Z`, returnDate: `${day}T23:00:00.000Z` });
  async function twoTrips(days: [string, string]) {
    const bus = await createVehicle(app);
    const draft = { vehicleIds: [bus.id], capacity: 8 };
    const { body: first } = await create({ ...draft, ...at(days[0]), title: 'Capitólio' });
    return { bus, draft, first, second: (await create({ ...draft, ...at(days[1]) })).body };
  }

  it('is refused with the other trip’s name, unless staff accepts that; then it is not asked again', async () => {
    const { bus, draft } = await twoTrips(['2032-04-05', '2032-04-06']);
    const refused = await create({ ...draft, ...at('2032-04-05') });
    expect(refused).toMatchObject({ status: 409, body: { code: 'VEHICLE_ON_OTHER_TRIP' } });
    expect(refused.body.message).toContain(`O veículo “${bus.name}” já está em “Capitólio”, segunda-feira, 5 de abril`);
    const { status, body: trip } = await create({ ...draft, ...at('2032-04-05'), acceptsOverlap: true });
    expect(status).toBe(201);
    expect((await saveTrip(app, staff, trip.id, { title: 'Outro nome', vehicleIds: [bus.id] })).status).toBe(200);
  });

  it('is also refused to a trip that moves to that day, or gets that vehicle', async () => {
    const { second, bus } = await twoTrips(['2032-05-05', '2032-05-06']);
    const move = (more = {}) => saveTrip(app, staff, second.id, { ...at('2032-05-05'), ...more });
    expect((await move()).body.code).toBe('VEHICLE_ON_OTHER_TRIP');
    expect((await move({ vehicleIds: [], vehicle: 'Escuna' })).status).toBe(200);
    const got = await saveTrip(app, staff, second.id, { vehicleIds: [bus.id] });
    expect(got.body.code).toBe('VEHICLE_ON_OTHER_TRIP');
    expect((await move({ vehicleIds: [bus.id], acceptsOverlap: true })).status).toBe(200);
  });

  it('is also refused to a copy, unless that is accepted', async () => {
    const { first } = await twoTrips(['2032-07-05', '2032-07-06']);
    const copy = (more = {}) =>
      call(app, 'POST', `/api/trips/${first.id}/copies`, {
        token: staff.token,
        body: { dates: ['2032-07-06'], ...more },
      });
    expect((await copy()).body.code).toBe('VEHICLE_ON_OTHER_TRIP');
    expect((await copy({ acceptsOverlap: true })).status).toBe(201);
  });

  it('is refused to one of two who plan it at the same moment', async () => {
    const bus = await createVehicle(app);
    const draft = { vehicleIds: [bus.id], capacity: 8, ...at('2032-06-05') };
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(draft)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });
});

describe('the database refuses more places than seats', () => {
  it.each<[string, (id: string) => RawBuilder<unknown>, number[]?]>([
    ['a larger capacity', (id) => sql`update trips set capacity = 9 where id = ${id}`],
    ['a smaller vehicle', (id) => sql`update trip_vehicles set seat_map = seat_map - 1 where trip_id = ${id}`],
    ['one vehicle of two', (id) => sql`delete from trip_vehicles where trip_id = ${id} and position = 1`, [1, 1]],
  ])('by %s', async (_, statement, rows = [2]) => {
    const vehicles = await Promise.all(rows.map((count) => createVehicle(app, { rows: count })));
    const { body: trip } = await create({ vehicleIds: vehicles.map(({ id }) => id), capacity: 8 });
    await expect(statement(trip.id).execute(app.db)).rejects.toThrow('places in vehicles with');
  });

  it('also when one transaction raises the capacity while another takes a vehicle away', async () => {
    const vehicles = await Promise.all([createVehicle(app, { rows: 1 }), createVehicle(app, { rows: 1 })]);
    const { body: trip } = await create({ vehicleIds: vehicles.map(({ id }) => id), capacity: 4 });
    const raise = sql`update trips set capacity = 8 where id = ${trip.id}`;
    const remove = sql`delete from trip_vehicles where trip_id = ${trip.id} and position = 0`;
    const results = await Promise.allSettled([raise.execute(app.db), remove.execute(app.db)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
