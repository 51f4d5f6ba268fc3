import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { createReservation, type TakenPlace } from '../../../test/reservations.ts';

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const reserve = (tripId: string, taken?: TakenPlace) => createReservation(app, admin, tripId, taken);
const list = async (query: string) => (await call(app, 'GET', `/api/overview/reservations?${query}`, admin)).body;

describe('cancelled reservations', () => {
  it('are found by name, with what was received and not paid back', async () => {
    const { id } = await createTrip(app);
    const gone = await reserve(id, { receivedCents: 4_000 });
    const free = await reserve(id);
    await reserve(id, { receivedCents: 3_000 });
    for (const one of [gone, free]) {
      const path = `/api/reservations/${one}/cancellation`;
      expect((await call(app, 'POST', path, { ...admin, body: { reason: 'Adoeceu' } })).status).toBe(200);
    }
    const { data } = await list('list=cancelled');
    expect(data.map(({ id }: { id: string }) => id)).toEqual([free, gone]);
    expect(data.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([0, 4_000]);
    expect(await list('list=toReturn')).toMatchObject({
      data: [{ id: gone, amountCents: 4_000 }],
      page: { total: 1 },
      sumCents: 4_000,
    });

    await app.db.updateTable('users').set({ name: 'Zuleica Brandão' }).where('id', '=', data[1].person.id).execute();
    expect((await list('list=cancelled&q=brandao')).data).toMatchObject([
      { id: gone, person: { name: 'Zuleica Brandão' } },
    ]);
    expect((await list(`list=cancelled&q=${data[0].code}`)).data).toMatchObject([{ id: free }]);
  });
});

describe('the lists', () => {
  it('come in pages', async () => {
    const { id } = await createTrip(app);
    for (let minute = 0; minute < 5; minute += 1)
      await reserve(id, { takenAt: new Date(Date.UTC(2026, 4, 5, 12, minute)) });
    const first = await list('list=taken&date=2026-05-05&size=2');
    const last = await list('list=taken&date=2026-05-05&size=2&page=3');
    expect(first).toMatchObject({ page: { number: 1, size: 2, total: 5 } });
    expect(first.data).toHaveLength(2);
    expect(last.data).toHaveLength(1);
    expect(Date.parse(first.data[0].createdAt)).toBeGreaterThan(Date.parse(last.data[0].createdAt));
  });

  it.each(['', 'list=everything', 'list=taken&date=hoje', 'list=due&month=2026-13', 'list=taken&size=1000'])(
    'refuse "%s"',
    async (query) => {
      expect((await call(app, 'GET', `/api/overview/reservations?${query}`, admin)).status).toBe(400);
    },
  );

  it("give operators the day's work, and administrators alone what the company is to receive", async () => {
    const operator = await createPerson(app, 'OPERATOR');
    const client = await createPerson(app);
    const status = async (who: { token: string }, path: string) => (await call(app, 'GET', path, who)).status;
    for (const path of ['/api/overview', '/api/overview/reservations?list=due']) {
      expect([path, await status(operator, path)]).toEqual([path, 403]);
      expect([path, await status(admin, path)]).toEqual([path, 200]);
    }
    const work = ['taken', 'overdueDeposits', 'toReturn', 'cancelled'].map(
      (one) => `/api/overview/reservations?list=${one}`,
    );
    for (const path of ['/api/overview/today', ...work]) {
      expect([path, await status(operator, path)]).toEqual([path, 200]);
      expect([path, await status(client, path)]).toEqual([path, 403]);
    }
    const { body } = await call(app, 'GET', '/api/overview/today', operator);
    expect(body).not.toHaveProperty('due');
  });
});
