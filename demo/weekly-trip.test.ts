import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { writeWeeklyTrip } from './weekly-trip.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the demonstration has a trip on twelve coming weeks, some of which are reserved', async () => {
  const staff = await createPerson(app, 'OPERATOR');
  const { id } = await createTrip(app, { slug: 'rota-do-cafe', capacity: 15 });
  await inTransaction(app.db, (trx) => writeWeeklyTrip(trx, app.app.deps.storage, staff.id));
  const { data } = (await call(app, 'GET', '/api/trips?folded=true&upcoming=true&isActive=true')).body;
  expect(data).toMatchObject([{ id, series: { dates: 12, drafts: 0, capacity: 180, placesLeft: 134 } }]);
  const dates = (await call(app, 'GET', `/api/trips?otherDatesOf=${id}`)).body.data;
  const left = dates.map(({ placesLeft }: { placesLeft: number }) => placesLeft);
  expect(left).toEqual([5, 7, 1, 9, 13, 11, 15, 13, 15, 15, 15]);
});
