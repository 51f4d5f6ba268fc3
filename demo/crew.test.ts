import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { departureOf, readTours } from './content.ts';
import { writeCrew } from './crew.ts';
import { demoAccounts } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the demonstration has a guide with an account and two departures, between which they rest too little', async () => {
  const [staff, guide] = [await createPerson(app, 'OPERATOR'), await createPerson(app, 'GUIDE')];
  const name = demoAccounts.find(({ role }) => role === 'GUIDE')?.name ?? '';
  await app.db.updateTable('users').set({ name }).where('id', '=', guide.id).execute();
  const now = Temporal.Now.zonedDateTimeISO('America/Sao_Paulo');
  const tripIds = new Map<string, string>();
  for (const tour of await readTours()) {
    const departure = departureOf(tour, now);
    const back = departure.add({ days: tour.durationDays - 1 }).withPlainTime(tour.returnTime);
    const [departs_at, returns_at] = [new Date(departure.epochMilliseconds), new Date(back.epochMilliseconds)];
    const { id } = await createTrip(app, { slug: tour.slug, title: tour.title, departs_at, returns_at });
    tripIds.set(tour.slug, id);
  }
  await inTransaction(app.db, (trx) => writeCrew(trx, tripIds));
  const own = await call(app, 'GET', '/api/guide/boardings', guide);
  expect(own.body.data).toHaveLength(2);
  const crew = await call(app, 'GET', `/api/trips/${tripIds.get('aparecida')}/crew`, staff);
  const conflicts = crew.body.data.find(({ id }: { id: string }) => id === guide.id).conflicts;
  expect(conflicts).toMatchObject([{ kind: 'rest', restMinutes: 150 }]);
});
