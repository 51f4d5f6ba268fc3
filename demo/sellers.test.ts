import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFaults } from '../server/src/platform/database/find-faults.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { createReservation } from '../server/test/reservations.ts';
import { writeSellers } from './sellers.ts';
import { writeSources } from './sources.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the demonstration has two sellers with reservations, and a statement of one that is closed', async () => {
  const staff = { ...(await createPerson(app, 'ADMIN')), name: 'Rita' };
  const back = new Date(Date.now() - 40 * 86_400_000);
  const trips = [await createTrip(app), await createTrip(app)];
  for (const [index, { id }] of trips.entries()) {
    for (let count = 0; count < 2; count += 1) {
      const person = await createPerson(app);
      await createReservation(app, staff, id, { person, state: 'booked', receivedCents: 3_000, hoursAgo: 5 });
    }
    const past = { departs_at: new Date(back.getTime() - 3_600_000), returns_at: back };
    if (index === 0) await app.db.updateTable('trips').set(past).where('id', '=', id).execute();
  }
  await inTransaction(app.db, (trx) => writeSellers(trx, staff));
  const { body: sellers } = await call(app, 'GET', '/api/sellers', { token: staff.token });
  expect(sellers.data.map(({ reservations }: { reservations: number }) => reservations)).toEqual([2, 2]);
  const { body: statements } = await call(app, 'GET', '/api/commission-statements', { token: staff.token });
  expect(statements.data).toMatchObject([{ number: 1, reservations: 1, payment: null }]);
  expect((await findFaults(app.db)).filter((fault) => fault.includes('ommission'))).toEqual([]);
});

it('the demonstration says how clients came, and what ads of the trip that most reserved cost', async () => {
  const staff = await createPerson(app, 'ADMIN');
  const trip = await createTrip(app);
  for (let count = 0; count < 7; count += 1) {
    const client = await createPerson(app);
    expect((await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, client)).status).toBe(201);
  }
  await inTransaction(app.db, writeSources);
  // At the end of a year it departs in the next one.
  const [from, to] = [0, 120].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
  const { body } = await call(
    app,
    'GET',
    `/api/reports?report=by_source&tripId=${trip.id}&from=${from}&to=${to}`,
    staff,
  );
  const rows = new Map<string, number[]>(
    body.rows.map(({ label, values }: { label: string; values: number[] }) => [label, values]),
  );
  expect([...rows.keys()].toSorted()).toEqual(['Busca', 'Direto', 'google', 'instagram', 'whatsapp']);
  expect(rows.get('instagram')).toMatchObject([2, 2, expect.any(Number), 0, 18_000, 9_000]);
});
