import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { createVehicle, giveVehicle } from '../../../../test/vehicles.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A bus that is large enough for the trip. */
async function busWith(plate: string) {
  const vehicle = await createVehicle(app, { rows: 20 });
  await app.db.updateTable('vehicles').set({ plate }).where('id', '=', vehicle.id).execute();
  return vehicle;
}

it('begins with the plate of the vehicle, and again once the trip has another', async () => {
  const { id } = await createTrip(app, { boarding_points: '[]' });
  const path = `/api/trips/${id}/road-list`;
  const plate = async () => (await call(app, 'GET', path, { token: staff.token })).body.details.plate;
  const person = {
    name: 'Ana Prado',
    contact: '(35) 98877-6655',
    rg: 'MG-1',
    emitter: 'SSP/MG',
    birthdate: '1990-05-17',
  };
  await call(app, 'POST', `/api/trips/${id}/passengers`, { token: staff.token, body: { person } });
  expect(await plate()).toBe('');

  const first = await giveVehicle(app, id, await busWith('RTA4C27'));
  expect(await plate()).toBe('RTA4C27');

  // Corrected where the list is closed, which the next version keeps.
  const details = { origin: 'Varginha/MG', destination: 'Capitólio/MG', plate: 'ABC1D23', driver: '', guide: '' };
  const { status } = await call(app, 'POST', `${path}/versions`, { token: staff.token, body: details });
  expect(status).toBe(201);
  expect(await plate()).toBe('ABC1D23');

  await app.db.deleteFrom('trip_vehicles').where('id', '=', first).execute();
  await giveVehicle(app, id, await busWith('SHD2F90'));
  expect(await plate()).toBe('SHD2F90');

  await giveVehicle(app, id, await busWith('QOX7B13'), 1);
  expect(await plate()).toBe('');
});
