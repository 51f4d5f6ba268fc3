import type { Passenger, PassengerWithExtras } from '@passeio/contract/boarding/passengers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { offerExtras, takeExtras } from '../../../../test/extras.ts';
import { call, createPerson, createTrip, signUpData } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../../test/parties.ts';

const DAY_MS = 86_400_000;
const rodoviaria = { id: crypto.randomUUID(), time: '23:30', place: 'Rodoviária' };
const trevo = { id: crypto.randomUUID(), time: '00:15', place: 'Posto do trevo' };

let app: TestApp;
let token: string;
let operatorId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token, id: operatorId } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());

let tripId: string;
beforeEach(async () => {
  // 23:00 in São Paulo.
  const departs_at = new Date('2031-03-08T02:00:00Z');
  const boarding_points = JSON.stringify([trevo, rodoviaria]);
  const returns_at = new Date(departs_at.getTime() + DAY_MS);
  ({ id: tripId } = await createTrip(app, { departs_at, returns_at, boarding_points, deposit_percent: 30 }));
});

const list = async (query = '') => {
  const { status, body } = await call(app, 'GET', `/api/trips/${tripId}/passengers${query}`, { token });
  expect(status).toBe(200);
  return body;
};
const names = async (query = '') => (await list(query)).data.map(({ name }: { name: string }) => name);

async function add(person: object, more: object = {}) {
  const { boardingPointId, ...rest } = more as { boardingPointId?: string };
  const body = {
    person: { contact: '(35) 99999-0000', ...person },
    ...(boardingPointId ? { boardingPointId } : {}),
    ...rest,
  };
  const response = await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body });
  expect(response.status).toBe(201);
  return response.body;
}

const pay = (reservationId: string, kind: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${reservationId}/payments`, {
    token,
    body: { kind, method: 'pix', amountCents },
  });

describe('the list of a trip', () => {
  it('shows the extras of each person, those of the whole with the first, and how many are needed in all', async () => {
    const trip = await createFamilyTrip(app);
    const extras = await offerExtras(app, trip.id);
    const [family, gone] = [
      await createFamily(app, { adult: 2 }, { trip }),
      await createFamily(app, { adult: 2 }, { trip }),
    ];
    await takeExtras(app, family, extras);
    await takeExtras(app, gone, extras);
    await call(app, 'POST', `/api/reservations/${gone.id}/cancellation`, { token, body: { reason: 'Desistiu' } });
    // What staff agrees by hand is money, and nothing to bring.
    const agreed = { amountCents: 1_000, reason: 'Taxa combinada' };
    await call(app, 'POST', `/api/reservations/${family.id}/adjustments`, { token, body: agreed });

    const { body } = await call(app, 'GET', `/api/trips/${trip.id}/passengers?sort=reservation`, { token });

    const extrasOf = ({ id }: { id: string }) =>
      body.data.filter((one: Passenger) => one.reservation.id === id).map((one: PassengerWithExtras) => one.extras);
    const [lunch, cooler] = [
      { id: extras.lunch, label: 'Almoço', count: 1 },
      { id: extras.cooler, label: 'Cooler', count: 1 },
    ];
    expect(extrasOf(family)).toEqual([[lunch, cooler], [{ ...lunch, count: 2 }]]);
    expect(extrasOf(gone)).toEqual([[], []]);
    expect(body.totals.extras).toEqual([{ ...lunch, count: 3 }, cooler]);

    const [leaves] = family.adults;
    const path = `/api/reservations/${family.id}/participants/${leaves?.id}`;
    expect((await call(app, 'DELETE', path, { token, body: {} })).status).toBe(200);
    const { body: after } = await call(app, 'GET', `/api/trips/${trip.id}/passengers?state=going`, { token });
    expect(after.data.map((one: PassengerWithExtras) => one.extras)).toEqual([[{ ...lunch, count: 2 }, cooler]]);
    expect(after.totals.extras).toEqual([{ ...lunch, count: 2 }, cooler]);
  });

  it('shows passengers, balances and missing data', async () => {
    const { name, rg, emitter, cpf, birthdate, contact, email } = signUpData({ name: 'Zélia Conceição' });
    const zelia = { name, rg, emitter, cpf, birthdate, contact, email };
    const added = await add(zelia, { boardingPointId: rodoviaria.id });
    await pay(added.id, 'deposit', 8_670);
    await add({ name: 'Bento' });

    const { data, trip } = await list('?sort=name');

    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      name: 'Bento',
      number: 1,
      contact: '+5535999990000',
      cpf: null,
      fareLabel: 'Adulto',
      payer: { name: 'Bento', contact: '+5535999990000', hasAccount: false },
      reservation: {
        state: 'held',
        status: { key: 'deposit_due' },
        channel: 'operator',
        people: 1,
        dueCents: 28_900,
        receivedCents: 0,
      },
      boardingPoint: null,
      companion: null,
      missing: ['name', 'birthdate', 'documentNumber', 'documentIssuer', 'boardingPointId'],
      age: null,
      minor: null,
    });
    expect(data[1]).toMatchObject({
      name,
      documentType: 'rg',
      masked: { documentNumber: `•••${rg.slice(-3)}`, cpf: `•••${cpf.slice(-3)}` },
      documentIssuer: emitter,
      birthdate,
      payer: { email },
      reservation: {
        state: 'booked',
        status: { key: 'balance_due' },
        depositCents: 8_670,
        receivedCents: 8_670,
        dueCents: 20_230,
      },
      boardingPoint: rodoviaria,
      missing: [],
    });
    expect(trip).toMatchObject({ capacity: 20, placesLeft: 18, depositPercent: 30, hasDeparted: false });
  });

  it('puts boarding points in the order of boarding, also past midnight, and passengers without one last', async () => {
    await add({ name: 'Caio Reis' }, { boardingPointId: trevo.id });
    await add({ name: 'Álvaro Reis' });
    await add({ name: 'Élida Reis' }, { boardingPointId: rodoviaria.id });
    await add({ name: 'Davi Reis' }, { boardingPointId: rodoviaria.id });

    expect(await names()).toEqual(['Davi Reis', 'Élida Reis', 'Caio Reis', 'Álvaro Reis']);
    expect(await names('?sort=name')).toEqual(['Álvaro Reis', 'Caio Reis', 'Davi Reis', 'Élida Reis']);
    expect(await names('?sort=newest')).toEqual(['Davi Reis', 'Élida Reis', 'Álvaro Reis', 'Caio Reis']);
  });

  it('filters by state, boarding point and missing data, page by page, and totals stay those of the trip', async () => {
    const known = { rg: '123', emitter: 'PC', birthdate: '1980-01-02' };
    const one = await add({ name: 'Aline Prado', ...known }, { boardingPointId: trevo.id });
    const two = await add({ name: 'Breno Prado', ...known });
    const three = await add({ name: 'Cíntia Prado' });
    await pay(one.id, 'balance', 28_900);
    await pay(two.id, 'deposit', 10_000);
    const body = { reason: 'Ficou doente' };
    await call(app, 'POST', `/api/reservations/${two.id}/cancellation`, { token, body });

    expect(await names('?state=going')).toEqual(['Aline Prado', 'Cíntia Prado']);
    expect(await names('?state=booked')).toEqual(['Aline Prado']);
    expect(await names('?state=cancelled')).toEqual(['Breno Prado']);
    expect(await names(`?boardingPointId=${trevo.id}`)).toEqual(['Aline Prado']);
    expect(await names('?boardingPointId=none&sort=name')).toEqual(['Breno Prado', 'Cíntia Prado']);
    expect(await names('?missing=true&sort=name')).toEqual(['Breno Prado', 'Cíntia Prado']);
    expect(await names('?missing=false')).toEqual(['Aline Prado']);
    expect(await names('?sort=due')).toEqual([three.payer.name, 'Aline Prado', 'Breno Prado']);
    expect(await list('?sort=name&size=2&page=2')).toMatchObject({
      data: [{ name: 'Cíntia Prado' }],
      page: { number: 2, size: 2, total: 3 },
      totals: {
        byState: { booked: 1, held: 1, cancelled: 1 },
        byBoardingPoint: expect.arrayContaining([
          { boardingPointId: trevo.id, count: 1 },
          { boardingPointId: null, count: 1 },
        ]),
        going: 2,
        places: 2,
        complete: 1,
        reservations: 2,
        receivedCents: 38_900,
        dueCents: 28_900,
        toReturnCents: 10_000,
      },
    });
  });

  it('finds by name without accents, masked CPF, telephone, e-mail and code', async () => {
    const reservation = await add({
      name: 'Iracema Gonçalves',
      cpf: '529.982.247-25',
      contact: '(35) 98877-6655',
      email: 'Iracema@exemplo.com.br',
    });
    await add({ name: 'Outra Pessoa' });

    for (const q of [
      'goncalves irac',
      '529.982.247-25',
      '(35) 98877-6655',
      'iracema@exemplo',
      reservation.code.toLowerCase(),
    ]) {
      expect(await names(`?q=${encodeURIComponent(q)}`), q).toEqual(['Iracema Gonçalves']);
    }
    expect(await names('?q=%25')).toEqual([]);
    expect(await names('?q=-')).toEqual([]);
  });

  it.each([
    ['2019-03-09', 11, 'under12'],
    ['2019-03-08', 11, 'under12'],
    ['2019-03-07', 12, 'under16'],
    ['2015-03-08', 15, 'under16'],
    ['2015-03-07', 16, null],
  ])('a passenger born on %s is %i on the day of departure, where the operator is', async (birthdate, age, minor) => {
    await add({ name: 'Criança Qualquer', birthdate });
    expect((await list()).data[0]).toMatchObject({ age, minor });
  });

  it('refuses filters that make no sense, and a trip that is not there', async () => {
    for (const query of ['?state=lost', '?boardingPointId=x', '?sort=luck', '?q=', '?size=1000', '?role=ADMIN']) {
      const response = await call(app, 'GET', `/api/trips/${tripId}/passengers${query}`, { token });
      expect(response.status, query).toBe(400);
    }
    const missing = await call(app, 'GET', `/api/trips/${crypto.randomUUID()}/passengers`, { token });
    expect(missing).toMatchObject({ status: 404, body: { code: 'TRIP_NOT_FOUND' } });
  });
});

describe('a family', () => {
  const travellers = async (query = '') =>
    (await list(query)).data.map((one: { name: string; number: number }) => one.name || `Pessoa ${one.number}`);

  async function addFamily() {
    const { body: trip } = await call(app, 'GET', `/api/trips/${tripId}/passengers`, { token });
    const [fare] = trip.trip.fares;
    const { data } = await list();
    expect(data).toEqual([]);
    return add(
      { name: 'Marta Reis', rg: 'MG-1', emitter: 'SSP/MG', birthdate: '1980-01-02' },
      {
        boardingPointId: trevo.id,
        participants: [{ fareId: fare.id }, { fareId: fare.id, name: 'Ivo Reis' }, { fareId: fare.id }],
      },
    );
  }

  it('counts as its people, whose money is counted once', async () => {
    await addFamily();
    await add({ name: 'Saulo Dias' });

    expect(await travellers('?sort=reservation')).toEqual(['Marta Reis', 'Ivo Reis', 'Pessoa 3', 'Saulo Dias']);
    expect((await list()).totals).toMatchObject({
      going: 4,
      places: 4,
      complete: 1,
      reservations: 2,
      dueCents: 4 * 28_900,
    });
  });

  it('is found by its payer, by its code and by each name', async () => {
    const family = await addFamily();
    await add({ name: 'Saulo Dias' });

    const everybody = ['Marta Reis', 'Ivo Reis', 'Pessoa 3'];
    expect(await travellers('?sort=reservation&q=marta')).toEqual(everybody);
    expect(await travellers(`?sort=reservation&q=${family.code}`)).toEqual(everybody);
    expect(await travellers(`?sort=reservation&reservationId=${family.id}`)).toEqual(everybody);
    expect(await travellers('?q=ivo')).toEqual(['Ivo Reis']);
  });

  it('no longer shows people who were taken out', async () => {
    const family = await addFamily();
    const [, ivo] = family.participants;

    await call(app, 'DELETE', `/api/reservations/${family.id}/participants/${ivo.id}`, { token });

    expect(await travellers('?sort=reservation')).toEqual(['Marta Reis', 'Pessoa 2']);
    const sheet = await call(app, 'GET', `/api/trips/${tripId}/passengers/sheet?columns=name`, { token });
    expect(sheet.body.groups[0].rows).toEqual([['Marta Reis'], ['Pessoa 2 de Marta Reis']]);
    expect((await list()).totals).toMatchObject({ going: 2, dueCents: 2 * 28_900 });
  });
});

describe('the trace of opening the list', () => {
  const openings = () =>
    app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_label', 'id'])
      .where('action', '=', 'trip.passengers_opened')
      .where('subject_id', '=', tripId)
      .execute();

  it('is one entry for one person within ten minutes, however often they look', async () => {
    await Promise.all([list(), list('?q=a'), list('?page=2'), list()]);
    expect(await openings()).toEqual([
      { actor_id: operatorId, subject_label: 'Cânions de Furnas', id: expect.any(String) },
    ]);

    const other = await createPerson(app, 'ADMIN');
    await call(app, 'GET', `/api/trips/${tripId}/passengers`, { token: other.token });
    expect(await openings()).toHaveLength(2);
  });

  it('is a new entry later', async () => {
    await app.db
      .insertInto('audit_entries')
      .values({
        id: crypto.randomUUID(),
        at: new Date(Date.now() - 11 * 60_000),
        actor_id: operatorId,
        actor_name: 'x',
        actor_role: 'OPERATOR',
        address: '',
        device: '',
        request_id: '',
        action: 'trip.passengers_opened',
        subject_type: 'trip',
        subject_id: tripId,
        subject_label: '',
        changes: '{}',
      })
      .execute();
    await list();
    expect(await openings()).toHaveLength(2);
  });
});
