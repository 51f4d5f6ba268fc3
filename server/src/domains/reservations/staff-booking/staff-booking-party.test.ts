import type { Participant } from '@passeio/contract/reservations/participants';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { bornFor, createFamilyTrip, entriesOf, type FamilyTrip, placesTaken } from '../../../../test/parties.ts';
import { askQuestions, shirt } from '../../../../test/questions.ts';
import { holdDeadline } from '../reservation/deadlines.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let token: string;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  trip = await createFamilyTrip(app, { capacity: 500 });
});
afterAll(() => app.close());

const reserve = (body: object, at = trip) => call(app, 'POST', `/api/trips/${at.id}/passengers`, { token, body });
const payer = { name: 'Nair Dias Prado', contact: '35 3212-4455' };
const adult = () => ({ fareId: trip.fares.adult });
const child = (more: object = {}) => ({ fareId: trip.fares.child, ...more });
const lapChild = (more: object = {}) => ({ fareId: trip.fares.lapChild, ...more });

describe('a party of a staff booking', () => {
  it('has a fare each, data as far as known, laps for its lap children, and boards together', async () => {
    const participants = [
      adult(),
      { ...adult(), name: 'Beto Dias', documentType: 'cnh', documentNumber: '0123', boardingPointId: null },
      child({ name: 'Caio Dias', birthdate: bornFor(trip, 9) }),
      lapChild({ name: 'Duda Dias' }),
      lapChild(),
    ];
    const { status, body } = await reserve({ person: payer, participants, boardingPointId: trip.boardingPointId });

    expect(status).toBe(201);
    expect(body).toMatchObject({ channel: 'operator', places: 3, totalCents: 47_700, depositCents: 14_310 });
    const [nair, beto, caio, duda, baby] = body.participants;
    expect(nair).toMatchObject({ name: payer.name, isPayer: true, boardingPointId: trip.boardingPointId });
    expect(beto).toMatchObject({ documentType: 'cnh', boardingPointId: null, isPayer: false });
    expect(beto.masked.documentNumber).toBe('•••');
    expect(caio).toMatchObject({
      fareLabel: 'Criança',
      age: 9,
      minor: 'under12',
      boardingPointId: trip.boardingPointId,
    });
    expect([duda.companionId, baby.companionId].toSorted()).toEqual([nair.id, beto.id].toSorted());
    expect(body.trip.fares.map(({ label }: { label: string }) => label)).toContain('Cortesia');
  });

  it('takes the data of people who are known, changed by what was entered', async () => {
    const known = await createPerson(app);
    const { body } = await reserve({
      person: payer,
      participants: [adult(), { ...adult(), personId: known.id, documentType: 'passport', documentNumber: 'AB123' }],
    });
    expect(body.participants[1]).toMatchObject({
      ...{ birthdate: '1990-05-17', documentType: 'passport' },
      masked: { cpf: `•••${known.cpf.slice(-3)}`, documentNumber: '•••' },
      isPayer: false,
    });
    const again = await reserve({ person: payer, participants: [adult(), { ...adult(), personId: known.id }] });
    expect(again).toMatchObject({ status: 409, body: { code: 'ALREADY_PASSENGER' } });
    expect(again.body.fields).toEqual({ 'participants.1.personId': expect.stringContaining('já está na lista') });
    const twice = await createPerson(app);
    const row = { ...adult(), personId: twice.id };
    expect((await reserve({ person: payer, participants: [adult(), row, row] })).body.code).toBe('ALREADY_PASSENGER');
  });

  it('may travel without its payer, and in fares of staff', async () => {
    const agency = await createGuestPerson(app, { name: 'Agência Sol' });
    const participants = [
      { fareId: trip.fares.courtesy, name: 'Guia Local' },
      { ...adult(), name: 'Ana Lima' },
    ];
    const { body } = await reserve({ personId: agency.id, payerTravels: false, participants });
    expect(body).toMatchObject({ payer: { name: 'Agência Sol' }, totalCents: 18_900, places: 2 });
    expect(body.participants.map(({ isPayer }: { isPayer: boolean }) => isPayer)).toEqual([false, false]);
  });

  it('has the fare of its age where the payer travels alone', async () => {
    const minor = await createGuestPerson(app, { name: 'Beatriz Prado' });
    const birthdate = bornFor(trip, 8);
    await app.db.updateTable('users').set({ birthdate }).where('id', '=', minor.id).execute();
    expect((await reserve({ personId: minor.id })).body.participants).toMatchObject([{ fareLabel: 'Criança' }]);
  });
});

describe('the answers of a staff booking', () => {
  it('are stored with it, of the whole and of each person; required ones that are left open are missing data', async () => {
    const asking = await createFamilyTrip(app);
    const once = { label: 'É uma ocasião especial?', per: 'reservation', isRequired: true } as const;
    const [diet, size, occasion] = await askQuestions(app, asking.id, [{}, shirt, once]);
    const fareId = asking.fares.adult;
    const participants = [
      { fareId, answers: [{ questionId: size, value: 'M' }] },
      { fareId, answers: [{ questionId: diet, value: ' Sem glúten ' }] },
    ];
    const answers = [{ questionId: occasion, value: 'Lua de mel' }];
    const { status, body } = await reserve({ person: payer, participants, answers }, asking);

    expect(status).toBe(201);
    expect(body.answers).toEqual(answers);
    expect(body.participants.map((one: Participant) => one.answers)).toEqual([
      [{ questionId: size, value: 'M' }],
      [{ questionId: diet, value: 'Sem glúten' }],
    ]);
    const isAnswer = (field: string) => /answers/i.test(field);
    expect(body.participants.map((one: Participant) => one.missing.filter(isAnswer))).toEqual([[], ['answers']]);
  });

  it('name their person where they do not fit, and nothing is reserved', async () => {
    const asking = await createFamilyTrip(app);
    const [size] = await askQuestions(app, asking.id, [shirt]);
    const row = { fareId: asking.fares.adult };
    const participants = [row, { ...row, answers: [{ questionId: size, value: 'XXL' }] }];
    const refused = await reserve({ person: payer, participants }, asking);
    expect(refused.status).toBe(400);
    expect(refused.body.fields).toEqual({ [`participants.1.answers.${size}`]: 'Escolha uma das opções.' });
    const once = await reserve({ person: payer, answers: [{ questionId: size, value: 'M' }] }, asking);
    expect(once.body.fields).toEqual({ [`answers.${size}`]: expect.stringContaining('não é mais feita') });
    expect(await placesTaken(app, asking.id)).toBe(0);
  });
});

describe('a staff booking is refused', () => {
  const refusedOf = async (participants: object[], more: object = {}) => {
    const taken = await placesTaken(app, trip.id);
    const { status, body } = await reserve({ person: payer, participants, ...more });
    expect(status).toBe(409);
    expect(await placesTaken(app, trip.id)).toBe(taken);
    return body;
  };

  it('where somebody has another age than their fare, by row', async () => {
    const born = (age: number) => ({ birthdate: bornFor(trip, age) });
    const body = await refusedOf([adult(), child(born(13))]);
    expect(body).toMatchObject({ code: 'FARE_BY_AGE', fields: { 'participants.1.fareId': expect.any(String) } });
    expect(body.message).toMatch(/^Com 13 anos no dia da saída vale a tarifa Adulto, de R\$\s189,00\.$/);
    const known = await createPerson(app);
    expect((await refusedOf([child()], { person: undefined, personId: known.id })).fields).toHaveProperty([
      'participants.0.fareId',
    ]);
  });

  it('without enough laps, without a place, or with a fare of another trip', async () => {
    expect((await refusedOf([adult(), lapChild(), lapChild()])).code).toBe('LAP_WITHOUT_ADULT');
    const young = { fareId: trip.fares.adult, birthdate: bornFor(trip, 16) };
    const body = { payerTravels: false };
    expect((await refusedOf([young, lapChild()], body)).code).toBe('LAP_WITHOUT_ADULT');
    expect((await refusedOf([lapChild()], body)).code).toBe('LAP_WITHOUT_ADULT');
    const other = await createFamilyTrip(app);
    const foreign = await refusedOf([adult(), { fareId: other.fares.adult }]);
    expect(foreign).toMatchObject({ code: 'FARE_UNKNOWN', fields: { 'participants.1.fareId': expect.any(String) } });
  });

  it('with somebody unknown, a CPF that is on the list, or a boarding point of another trip', async () => {
    const rows = (row: object) => [adult(), { ...adult(), ...row }];
    const unknown = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token,
      body: { person: payer, participants: rows({ personId: crypto.randomUUID() }) },
    });
    expect(unknown).toMatchObject({ status: 404, body: { code: 'PERSON_NOT_FOUND' } });
    const cpf = '390.533.447-05';
    await reserve({ person: payer, participants: rows({ name: 'Ana Lima', cpf }) });
    expect((await refusedOf(rows({ cpf }))).code).toBe('PARTICIPANT_ALREADY_LISTED');
    const point = { boardingPointId: crypto.randomUUID() };
    expect((await refusedOf(rows(point))).code).toBe('BOARDING_POINT_UNKNOWN');
  });

  it('where there are too few places, with how many are left', async () => {
    const small = await createTrip(app, { capacity: 2 });
    const { body } = await call(app, 'GET', `/api/trips/${small.id}`, { token });
    const participants = [1, 2, 3].map(() => ({ fareId: body.fares[0].id }));
    const response = await reserve({ person: payer, participants }, { ...trip, id: small.id });
    expect(response).toMatchObject({ status: 409, body: { code: 'PLACES_SHORT' } });
    expect(response.body.message).toBe('Restam 2 vagas; o pedido é de 3.');
    expect(
      (await reserve({ person: payer, participants: participants.slice(1) }, { ...trip, id: small.id })).status,
    ).toBe(201);
    expect((await reserve({ person: payer }, { ...trip, id: small.id })).body.code).toBe('NO_PLACES_LEFT');
  });

  it.each([
    ['companions by id', { participants: [{ fareId: crypto.randomUUID(), companionId: crypto.randomUUID() }] }],
    ['a price', { participants: [{ fareId: crypto.randomUUID(), priceCents: 1 }] }],
    ['nobody who travels', { participants: [] }],
    ['a discount without a reason', { adjustment: { amountCents: -100, reason: '' } }],
    ['a discount of nothing', { adjustment: { amountCents: 0, reason: 'Amigo' } }],
  ])('with %s', async (_, more) => {
    expect(await reserve({ person: payer, ...more })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });
});

describe('the terms of a staff booking', () => {
  it('set the usual deadline, another one, or none', async () => {
    const usual = (await reserve({ person: payer })).body.holdExpiresAt;
    const minutes = { hold_minutes: 24 * 60, shortest_hold_minutes: 30, last_moment_minutes: 120 };
    const deadline = holdDeadline({ ...minutes, time_zone: 'America/Sao_Paulo' }, new Date(), trip.departsAt);
    expect(Math.abs(Date.parse(usual) - deadline.getTime())).toBeLessThan(60_000);
    const holdExpiresAt = new Date(Date.now() + 72 * HOUR_MS).toISOString();
    expect((await reserve({ person: payer, holdExpiresAt })).body.holdExpiresAt).toBe(holdExpiresAt);
    expect((await reserve({ person: payer, holdExpiresAt: null })).body).toMatchObject({
      ...{ state: 'held', holdExpiresAt: null },
    });
  });

  it('refuse a deadline in the past or after departure', async () => {
    for (const time of [Date.now() - 1_000, trip.departsAt.getTime() + 1_000]) {
      const holdExpiresAt = new Date(time).toISOString();
      const { status, body } = await reserve({ person: payer, holdExpiresAt });
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'HOLD_IN_PAST' });
    }
  });

  it('may be a discount with a reason, which lowers the deposit too, but not more than everything', async () => {
    const adjustment = { amountCents: -8_900, reason: 'Cliente antiga' };
    const { body } = await reserve({ person: payer, adjustment });
    expect(body).toMatchObject({ totalCents: 10_000, depositCents: 3_000, adjustments: [adjustment] });
    const [entry] = await entriesOf(app, body.id);
    expect(entry?.changes).toMatchObject({ adjustmentCents: [null, -8_900], reason: [null, 'Cliente antiga'] });
    const much = await reserve({ person: payer, adjustment: { ...adjustment, amountCents: -18_901 } });
    expect(much).toMatchObject({ status: 409, body: { code: 'TOTAL_BELOW_ZERO' } });
    expect(much.body.fields).toHaveProperty(['adjustment.amountCents']);
  });

  it('may be booked without a deposit, audited', async () => {
    const { body } = await reserve({ person: payer, confirmWithoutDeposit: true });
    expect(body).toMatchObject({ state: 'booked', holdExpiresAt: null, dueCents: 18_900, status: { key: 'booked' } });
    const actions = (await entriesOf(app, body.id)).map(({ action }) => action);
    expect(actions).toEqual(['reservation.created', 'reservation.confirmed']);
  });
});

it('clients reserve on the site only', async () => {
  const client: Person = await createPerson(app);
  const response = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
    token: client.token,
    body: { person: payer },
  });
  expect(response.status).toBe(403);
});
