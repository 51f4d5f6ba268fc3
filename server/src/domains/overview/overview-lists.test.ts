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

describe('a search for reservations', () => {
  it('finds those of any state by code, name, CPF, telephone and e-mail of the payer, the newest first', async () => {
    const { id } = await createTrip(app);
    const operator = await createPerson(app, 'OPERATOR');
    const booked = await reserve(id, { receivedCents: 3_000, takenAt: new Date(Date.UTC(2026, 3, 1)) });
    const cancelled = await reserve(id, { takenAt: new Date(Date.UTC(2026, 3, 2)) });
    await call(app, 'POST', `/api/reservations/${cancelled}/cancellation`, { ...admin, body: { reason: 'Adoeceu' } });
    const payers = await app.db
      .selectFrom('reservations')
      .select(['user_id', 'code'])
      .where('id', 'in', [booked, cancelled])
      .orderBy('created_at')
      .execute();
    const person = { name: 'Iracema Quevedo', cpf: '39053344705', contact: '+5535977771234' };
    for (const [index, { user_id }] of payers.entries()) {
      // One CPF has one person.
      const who = { ...person, ...(index === 1 && { cpf: '11144477735' }) };
      await app.db.updateTable('users').set(who).where('id', '=', user_id).execute();
    }
    const find = async (q: string) => {
      const query = new URLSearchParams({ list: 'found', q });
      const { body } = await call(app, 'GET', `/api/overview/reservations?${query}`, operator);
      return body.data.map((one: { id: string }) => one.id);
    };
    expect(await find('quevedo irac')).toEqual([cancelled, booked]);
    expect(await find('(35) 97777-1234')).toEqual([cancelled, booked]);
    expect(await find('390.533.447-05')).toEqual([booked]);
    expect(await find(payers[1]?.code.toLowerCase() ?? '')).toEqual([cancelled]);
    expect(await find('ninguém com este nome')).toEqual([]);
  });

  it('finds them among very many people of the name too, in the same order and lists', async () => {
    const { id } = await createTrip(app);
    const first = await reserve(id, { takenAt: new Date(Date.UTC(2026, 5, 1)) });
    const second = await reserve(id, { takenAt: new Date(Date.UTC(2026, 5, 2)), receivedCents: 4_000 });
    await call(app, 'POST', `/api/reservations/${second}/cancellation`, { ...admin, body: { reason: 'Adoeceu' } });
    await reserve(id);
    await app.pool.query(
      `update users set name = 'Fulana Sicrana' where id in (select user_id from reservations
      where id = any($1::uuid[]))`,
      [[first, second]],
    );
    await app.pool.query(
      `insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact)
       select uuidv7(), 'others', n, 'Fulana Beltrana ' || n, 'fulana' || n || '@exemplo.com.br',
         lpad((50000000000 + n)::text, 11, '0'), '1', 'SSP', '1990-01-01', '+5535999990000'
       from generate_series(1, 200) n`,
    );

    const found = await list('list=found&q=fulana');
    expect(found.data.map((one: { id: string }) => one.id)).toEqual([second, first]);
    expect(found.page.total).toBe(2);
    expect(await list('list=cancelled&q=fulana')).toMatchObject({ data: [{ id: second }], sumCents: 4_000 });
  });

  it('shows nobody a sum, which of a search for everybody would be what the company is to receive', async () => {
    const { id } = await createTrip(app);
    const operator = await createPerson(app, 'OPERATOR');
    for (let reservation = 0; reservation < 2; reservation += 1) await reserve(id);
    const everybody = '/api/overview/reservations?list=found&q=pessoa';
    const { body } = await call(app, 'GET', everybody, operator);
    expect(body.page.total).toBeGreaterThan(1);
    expect(body.sumCents).toBeNull();
  });
});

describe('the list of all reservations', () => {
  const ids = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  it('is read to its end by what comes after the last one, however many there are', async () => {
    const { id } = await createTrip(app, { capacity: 200, title: 'Todas as páginas' });
    const made: string[] = [];
    // Some of one moment.
    for (let turn = 0; turn < 23; turn += 1)
      made.push(await reserve(id, { takenAt: new Date(Date.UTC(2025, 1, 1, 12, Math.floor(turn / 5))) }));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const body: { data: { id: string }[]; next: string | null; page: { total: number } } = await list(
        `list=found&size=9${after ? `&after=${after}` : ''}`,
      );
      seen.push(...ids(body));
      expect(body.page.total).toBeGreaterThanOrEqual(23);
      after = body.next;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made));
    const { count } = await app.db
      .selectFrom('reservations')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(seen).toHaveLength(Number(count));
  });

  it('is narrowed by state, by what is owed, and by the month of the departure', async () => {
    const departs_at = new Date('2033-05-31T23:30:00-03:00');
    const { id } = await createTrip(app, { departs_at, returns_at: new Date('2033-06-01T20:00:00-03:00') });
    const [owing, gone] = [await reserve(id, { receivedCents: 3_000 }), await reserve(id)];
    await call(app, 'POST', `/api/reservations/${gone}/cancellation`, { ...admin, body: { reason: 'Adoeceu' } });
    const ofMonth = 'list=found&month=2033-05';
    expect(ids(await list(ofMonth))).toEqual([gone, owing]);
    expect(ids(await list('list=found&month=2033-06'))).toEqual([]);
    expect(ids(await list(`${ofMonth}&state=cancelled`))).toEqual([gone]);
    expect(ids(await list(`${ofMonth}&unpaid=true`))).toEqual([owing]);
    expect(await list(`${ofMonth}&size=1`)).toMatchObject({ data: [{ id: gone }], next: gone, page: { total: 2 } });
    expect(await list(`${ofMonth}&size=1&after=${gone}`)).toMatchObject({ data: [{ id: owing }], next: null });
  });

  it('shows no amounts to staff who may not see money', async () => {
    await reserve((await createTrip(app)).id);
    const operator = await createPerson(app, 'OPERATOR');
    await app.db.updateTable('users').set({ permissions: [] }).where('id', '=', operator.id).execute();
    const { body } = await call(app, 'GET', '/api/overview/reservations?list=found', operator);
    expect(body.data[0]).toMatchObject({ amountCents: null, totalCents: null });
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

  it.each([
    '',
    'list=everything',
    'list=taken&date=hoje',
    'list=due&month=2026-13',
    'list=taken&size=1000',
    'list=found&state=lost',
    'list=found&after=1',
  ])('refuse "%s"', async (query) => {
    expect((await call(app, 'GET', `/api/overview/reservations?${query}`, admin)).status).toBe(400);
  });

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
