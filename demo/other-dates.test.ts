import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { writeOtherDates } from './other-dates.ts';
import { fillTrips } from './travellers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the demonstration has a trip with two coming dates, and one that returned with a changed list and a review', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const { id } = await createTrip(app, { slug: 'capitolio-canions', capacity: 46 });
  await inTransaction(app.db, async (trx) => {
    await fillTrips(trx, new Map([['capitolio-canions', id]]), staff.id);
    await writeOtherDates(trx, app.app.deps.storage, staff.id);
  });
  const datesOf = async (tripId: string, query = 'upcoming=true') =>
    (await call(app, 'GET', `/api/trips?isActive=true&otherDatesOf=${tripId}&${query}`)).body.data;
  const [later, ...more] = await datesOf(id);
  expect(later).toMatchObject({ capacity: 28, placesLeft: 28 });
  expect(more).toEqual([]);
  const [past] = await datesOf(id, 'upcoming=false');
  expect(Date.parse(past.returnDate)).toBeLessThan(Date.now() - 6 * 86_400_000);
  expect(await datesOf(past.id)).toHaveLength(2);
  const list = await call(app, 'GET', `/api/trips/${past.id}/road-list`, { token: staff.token });
  expect(list.body.changes.map(({ kind }: { kind: string }) => kind)).toEqual(['corrected', 'replaced']);
  for (const shown of [past, later]) {
    expect((await call(app, 'GET', `/api/trips/${shown.id}/reviews`)).body.data).toHaveLength(1);
  }
  const all = await call(app, 'GET', `/api/reviews?tripId=${past.id}`, { token: staff.token });
  expect(all.body).toMatchObject({ count: 2, average: 4.5 });
});
