import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFaults } from '../server/src/platform/database/find-faults.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { createReservation } from '../server/test/reservations.ts';
import { writeSellers } from './sellers.ts';

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
