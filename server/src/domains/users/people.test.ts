import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip } from '../../../test/factories.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  token = (await createPerson(app, 'ADMIN')).token;
});
afterAll(() => app.close());

const get = (path: string) => call(app, 'GET', `/api/${path}`, { token });
const find = async (query: Record<string, string>): Promise<string[]> =>
  (await get(`users?${new URLSearchParams(query)}`)).body.data.map(({ id }: { id: string }) => id);
const rename = (id: string, name: string) => app.db.updateTable('users').set({ name }).where('id', '=', id).execute();

describe('searching people', () => {
  it('finds by parts of the name in any order, whatever the accents and the case', async () => {
    const { id } = await createPerson(app);
    await rename(id, 'Zélia da Conceição Brandão');
    for (const q of ['zelia', 'ZÉLIA', 'conceicao', 'brandao zelia', 'eli', 'zélia  bran']) {
      expect(await find({ q }), q).toEqual([id]);
    }
    expect(await find({ q: 'zelia souza' })).toEqual([]);
  });

  it('finds by CPF and telephone, masked or not, by what is shown of a CPF and a part of a telephone, and by e-mail', async () => {
    const { id, cpf, email } = await createPerson(app);
    await app.db.updateTable('users').set({ contact: '+5548987651234' }).where('id', '=', id).execute();
    const masked = cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    for (const q of [cpf, masked, masked.slice(8), cpf.slice(6), '(48) 98765-1234', '98765 1234']) {
      expect(await find({ q }), q).toContain(id);
    }
    expect(await find({ q: email })).toEqual([id]);
    await app.db.updateTable('users').set({ contact: '+5491123456789' }).where('id', '=', id).execute();
    for (const q of ['+54 9 11 2345-6789', '+54 9 11 2345', '11 2345-6789', '0054 911 2345 6789']) {
      expect(await find({ q }), q).toEqual([id]);
    }
    expect(await find({ q: `${email.slice(0, 6)} ${cpf}` })).toEqual([id]);
  });

  it('finds a letter or two where a word begins', async () => {
    const { id } = await createPerson(app);
    await rename(id, 'Quésia Xavier');
    expect(await find({ q: 'xa' })).toEqual([id]);
    expect(await find({ q: 'q' })).toEqual([id]);
    expect(await find({ q: 'av' })).toEqual([]);
  });

  it.each(['%', '_', '\\', "'", '--', '.', '()', '😀', '% %'])('takes %j as it is', async (q) => {
    expect(await find({ q })).toEqual([]);
  });
});

describe('the list of people', () => {
  it('is filtered by role and by access, each person being in one access only', async () => {
    const operator = await createPerson(app, 'OPERATOR');
    const blocked = await createPerson(app);
    await app.db.updateTable('users').set({ is_disabled: true }).where('id', '=', blocked.id).execute();
    const { id: guest } = await createGuestPerson(app, { name: 'Nair Escrita' });

    expect(await find({ role: 'OPERATOR' })).toEqual([operator.id]);
    expect(await find({ access: 'disabled' })).toEqual([blocked.id]);
    expect(await find({ access: 'without_account' })).toEqual([guest]);
    const active = await find({ access: 'active', size: '100' });
    expect(active).toContain(operator.id);
    expect(active).not.toContain(blocked.id);
    expect(active).not.toContain(guest);
    expect(await find({ access: 'without_account', q: 'nair' })).toEqual([guest]);
    expect(await find({ access: 'disabled', q: 'nair' })).toEqual([]);
  });

  it('is sorted by name without accents, backwards, or the newest first, and has pages', async () => {
    const names = ['Wânia Ordem', 'Wagner Ordem', 'Wania Zordem'];
    for (const name of names) await createGuestPerson(app, { name });
    const listed = async (query: string) =>
      (await get(`users?q=w&${query}`)).body.data.map(({ name }: { name: string }) => name);

    expect(await listed('')).toEqual(['Wagner Ordem', 'Wânia Ordem', 'Wania Zordem']);
    expect(await listed('sort=-name')).toEqual(['Wania Zordem', 'Wânia Ordem', 'Wagner Ordem']);
    expect(await listed('sort=-created')).toEqual(names.toReversed());
    expect(await listed('size=2&page=2')).toEqual(['Wania Zordem']);
    expect((await get('users?q=w&size=2&page=2')).body.page).toEqual({ number: 2, size: 2, total: 3 });
    expect((await get('users?q=w&size=2&page=9')).body).toEqual({ data: [], page: { number: 9, size: 2, total: 3 } });
    expect((await get('users?size=1&page=2')).body.data).toHaveLength(1);
  });

  it.each([
    ['few', 6],
    ['more than are counted', 230],
  ])('puts those first whose name begins with what was typed, when %s are found', async (_, count) => {
    const word = `quixote${count}`;
    // Every second one has the word as a family name; the number makes the order obvious.
    const names = Array.from({ length: count }, (_, n) => {
      const number = String(n).padStart(3, '0');
      return n % 2 === 0 ? `Ána ${number} ${word}` : `${word} ${number} Zé`;
    });
    await app.db
      .insertInto('users')
      .values(names.map((name) => ({ id: crypto.randomUUID(), name, contact: '+5535999990000' })))
      .execute();
    const listed = async (query: string) => (await get(`users?q=${word}&${query}`)).body;
    const shown = async (query: string) => (await listed(query)).data.map(({ name }: { name: string }) => name);
    const [families, givens] = [names.filter((name) => name.startsWith('Á')), names.filter((name) => name[0] === 'q')];

    const byBeginning = [...givens, ...families];
    const size = 100;
    const pages = [];
    for (let page = 1; page <= Math.ceil(count / size); page += 1) {
      pages.push(...(await shown(`size=${size}&page=${page}`)));
    }
    expect(pages).toEqual(byBeginning);
    expect(await shown('size=4&sort=-name')).toEqual([...families, ...givens].toReversed().slice(0, 4));
    const { page } = await listed('size=4');
    expect(page).toEqual(
      count > 200 ? { number: 1, size: 4, total: 200, totalIsMinimum: true } : { number: 1, size: 4, total: count },
    );
  });

  it('shows no more documents than it needs', async () => {
    const { body } = await get('users?size=1');
    expect(Object.keys(body.data[0]).toSorted()).toEqual([
      'contact',
      'createdAt',
      'email',
      'hasAccount',
      'id',
      'isDisabled',
      'maskedCpf',
      'name',
      'role',
      'staffUntil',
    ]);
  });

  it.each(['role=BOSS', 'access=all', 'sort=cpf', 'page=0', 'size=101', 'q=', 'q=%00', 'disabled=true'])(
    'refuses %s',
    async (query) => {
      expect((await get(`users?${query}`)).status).toBe(400);
    },
  );

  it('stops counting where a number would say nothing more', async () => {
    const many = await buildTestApp();
    const admin = await createPerson(many, 'ADMIN');
    await sql`
      insert into users (id, name, contact)
      select gen_random_uuid(), 'Fulano de Tal', '+5535999990000' from generate_series(1, 10050)`.execute(many.db);
    const page = async (query: string) =>
      (await call(many, 'GET', `/api/users?${query}`, { token: admin.token })).body.page;

    expect(await page('size=20')).toEqual({ number: 1, size: 20, total: 10_000, totalIsMinimum: true });
    expect(await page('size=20&role=ADMIN')).toEqual({ number: 1, size: 20, total: 1 });
    await many.close();
  });
});

describe('opening a person', () => {
  const looks = async (id: string) =>
    (await get(`users/${id}/history`)).body.data.filter(({ action }: { action: string }) => action === 'person.opened');

  it('shows the data, and is on record once however often one looks within ten minutes', async () => {
    const person = await createPerson(app);
    const other = await createPerson(app, 'ADMIN');

    const { status, body } = await get(`users/${person.id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: person.id,
      masked: { cpf: `•••${person.cpf.slice(-3)}`, rg: expect.stringMatching(/^•••/) },
      cpf: null,
      hasAccount: true,
      emailConfirmed: true,
      version: 1,
    });
    await Promise.all(Array.from({ length: 5 }, () => get(`users/${person.id}`)));
    expect(await looks(person.id)).toHaveLength(1);
    await call(app, 'GET', `/api/users/${person.id}`, { token: other.token });
    expect(await looks(person.id)).toHaveLength(2);
    expect((await looks(person.id))[0]).toMatchObject({
      actor: { id: other.id, role: 'ADMIN' },
      subject: { type: 'person', id: person.id, label: body.name, isThere: true },
      address: '127.0.0.1',
    });
  });

  it('shows a guest with the known data only', async () => {
    const { id } = await createGuestPerson(app, { name: 'Nair Sem Conta' });
    expect((await get(`users/${id}`)).body).toMatchObject({
      email: null,
      cpf: null,
      birthdate: null,
      hasAccount: false,
      emailConfirmed: null,
    });
  });

  it.each(['', '/reservations'])('answers 404 for nobody: users/…%s', async (rest) => {
    expect(await get(`users/${crypto.randomUUID()}${rest}`)).toMatchObject({
      status: 404,
      body: { code: 'PERSON_NOT_FOUND' },
    });
    expect((await get(`users/helena${rest}`)).status).toBe(404);
  });
});

describe("a person's reservations", () => {
  it('come with status, money and trip, the newest first, in pages', async () => {
    const person = await createPerson(app);
    const trips = [await createTrip(app, { title: 'Ubatuba' }), await createTrip(app, { title: 'Tiradentes' })];
    for (const trip of trips) await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: person.token });

    const { status, body } = await get(`users/${person.id}/reservations?size=1`);

    expect(status).toBe(200);
    expect(body.page).toEqual({ number: 1, size: 1, total: 2 });
    expect(body.data).toEqual([
      expect.objectContaining({
        state: 'held',
        status: expect.objectContaining({ key: 'deposit_due' }),
        totalCents: 28_900,
        people: 1,
        receivedCents: 0,
        channel: 'site',
        trip: expect.objectContaining({ id: trips[1]?.id, title: 'Tiradentes' }),
      }),
    ]);
    expect((await get(`users/${person.id}/reservations?size=1&page=2`)).body.data[0].trip.title).toBe('Ubatuba');
  });

  it('leave an entry each when they are made and cancelled, under the code and the trip', async () => {
    const person = await createPerson(app);
    const trip = await createTrip(app, { title: 'Aiuruoca' });
    const { body: made } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: person.token });
    await call(app, 'POST', `/api/reservations/${made.id}/cancel`, { token: person.token });

    const { name } = (await get(`users/${person.id}`)).body;
    const { body } = await get(`audit?actorId=${person.id}`);

    const subject = {
      type: 'reservation',
      id: made.id,
      label: `${made.code} – ${name} (Aiuruoca)`,
      isThere: true,
      tripId: trip.id,
    };
    expect(body.data).toEqual([
      expect.objectContaining({ action: 'reservation.cancelled', subject }),
      expect.objectContaining({ action: 'reservation.created', subject }),
    ]);
  });
});
