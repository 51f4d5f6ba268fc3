import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { call, createPerson, createTrip } from '../../test/factories.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { writeReturnedTrip } from './returned-trip.ts';
import { fillTrips } from './travellers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the demonstration has a trip that returned, with a closed list that changed and a published review', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const { id } = await createTrip(app, { slug: 'capitolio-canions', capacity: 46 });
  const tripIds = new Map([['capitolio-canions', id]]);
  await inTransaction(app.db, async (trx) => {
    await fillTrips(trx, tripIds, staff.id);
    await writeReturnedTrip(trx, tripIds, staff.id);
  });
  const trip = await app.db
    .selectFrom('trips')
    .select(['id', 'returns_at'])
    .where('slug', '=', 'capitolio-canions-anterior')
    .executeTakeFirstOrThrow();
  expect(trip.returns_at.getTime()).toBeLessThan(Date.now() - 6 * 86_400_000);
  const list = await call(app, 'GET', `/api/trips/${trip.id}/road-list`, { token: staff.token });
  expect(list.body.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['corrected', 'replaced']);
  const shown = await call(app, 'GET', `/api/trips/${trip.id}/reviews`);
  expect(shown.body.data).toHaveLength(1);
  const all = await call(app, 'GET', `/api/reviews?tripId=${trip.id}`, { token: staff.token });
  expect(all.body).toMatchObject({ count: 2, average: 4.5 });
});
