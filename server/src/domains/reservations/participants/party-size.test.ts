import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import {
  ana,
  bornFor,
  changeParticipant,
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  participantIn,
  placesTaken,
} from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

interface Options {
  token?: string;
  headers?: Record<string, string>;
}

const add = (family: Family, body: object, { token = family.payer.token, headers = {} }: Options = {}) =>
  call(app, 'POST', `/api/reservations/${family.id}/participants`, { token, body, headers });
const remove = (family: Family, who: { id: string } | undefined, { token = family.payer.token }: Options = {}) =>
  call(app, 'DELETE', `/api/reservations/${family.id}/participants/${who?.id}`, { token });

describe('adding a participant', () => {
  it('takes a place at the price of now, behind the others', async () => {
    const family = await createFamily(app, { adult: 1 });
    await app.db
      .updateTable('trip_fares')
      .set({ price_cents: 20_000 })
      .where('id', '=', family.trip.fares.adult)
      .execute();

    const { status, body } = await add(family, { fareId: family.trip.fares.adult });

    expect(status).toBe(201);
    expect(body).toMatchObject({ totalCents: 38_900, depositCents: 11_670, places: 2, state: 'held' });
    expect(body.participants.map(({ priceCents }: { priceCents: number }) => priceCents)).toEqual([18_900, 20_000]);
    expect(body.participants[1]).toMatchObject({ name: '', missing: expect.arrayContaining(['name', 'birthdate']) });
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.participant_added',
      changes: { fare: [null, 'Adulto'], totalCents: [18_900, 38_900], places: [1, 2] },
    });
  });

  it('takes their data along, and their age decides the fare', async () => {
    const family = await createFamily(app, { adult: 1 });
    const asked = await add(family, { ...ana, fareId: family.trip.fares.child });
    expect(asked).toMatchObject({ status: 409, body: { code: 'FARE_BY_AGE' } });

    const { fares, boardingPointId } = family.trip;
    const { body } = await add(family, { ...ana, fareId: fares.adult, boardingPointId });

    expect(body.participants[1]).toMatchObject({ name: ana.name, cpf: '52998224725', missing: [], isPayer: false });
    expect((await add(family, { fareId: family.trip.fares.courtesy })).body.code).toBe('FARE_UNKNOWN');
    const courtesy = await add(family, { fareId: family.trip.fares.courtesy }, { token: staff.token });
    expect(courtesy).toMatchObject({ status: 201, body: { totalCents: 37_800, places: 3 } });
  });

  it('gives a lap child the lap of an adult that is free, or of the one that was named', async () => {
    const family = await createFamily(app, { adult: 2 });
    const { lapChild } = family.trip.fares;
    const named = family.adults[1]?.id;

    const first = await add(family, { fareId: lapChild, companionId: named });
    const second = await add(family, { fareId: lapChild });
    const third = await add(family, { fareId: lapChild });

    expect(first.body.participants[2]).toMatchObject({ companionId: named, takesPlace: false });
    expect(second.body.participants[3].companionId).toBe(family.adults[0]?.id);
    expect(second.body).toMatchObject({ places: 2, totalCents: 37_800 });
    expect(third).toMatchObject({ status: 409, body: { code: 'LAP_WITHOUT_ADULT' } });
  });

  it('happens once per Idempotency-Key', async () => {
    const family = await createFamily(app, { adult: 1 });
    const headers = { 'idempotency-key': 'mais-um' };
    const body = { fareId: family.trip.fares.adult };

    const responses = await Promise.all([1, 2, 3].map(() => add(family, body, { headers })));

    for (const response of responses) expect(response).toMatchObject({ status: 201, body: responses[0]?.body });
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    expect((await add(family, { fareId: family.trip.fares.child }, { headers })).body.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('never takes more places than there are, however many ask', async () => {
    const trip = await createFamilyTrip(app, { capacity: 6 });
    const families = await Promise.all([1, 2, 3].map(() => createFamily(app, { adult: 1 }, { trip })));

    const responses = await Promise.all(
      families.flatMap((family) => [1, 2, 3].map(() => add(family, { fareId: trip.fares.adult }))),
    );

    expect(responses.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, body } of responses) if (status !== 201) expect(body.code).toBe('TRIP_FULL');
    expect(await placesTaken(app, trip.id)).toBe(6);
  });

  it('shows at once in the number of places left', async () => {
    const family = await createFamily(app, { adult: 1 });
    const path = `/api/trips/${family.trip.id}`;
    const left = async () => (await call(app, 'GET', path)).body.placesLeft;
    expect(await left()).toBe(19);
    await add(family, { fareId: family.trip.fares.adult });
    expect(await left()).toBe(18);
    await remove(family, family.adults[0]);
    expect(await left()).toBe(19);
  });

  it('needs a trip that is on sale, except by staff', async () => {
    const family = await createFamily(app, { adult: 1 });
    await app.db.updateTable('trips').set({ is_active: false }).where('id', '=', family.trip.id).execute();
    const body = { fareId: family.trip.fares.adult };
    expect((await add(family, body)).body.code).toBe('TRIP_INACTIVE');
    expect((await add(family, body, { token: staff.token })).status).toBe(201);
  });
});

describe('removing a participant', () => {
  it('gives place and price back; the others keep theirs', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });

    const { status, body } = await remove(family, family.adults[1]);

    expect(status).toBe(200);
    expect(body).toMatchObject({ totalCents: 28_800, depositCents: 8_640, places: 2, state: 'held' });
    expect(body.participants.map(({ id }: { id: string }) => id)).toEqual([
      family.adults[0]?.id,
      family.children[0]?.id,
    ]);
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.participant_removed',
      changes: { participant: ['Pessoa 2', null], fare: ['Adulto', null], totalCents: [47_700, 28_800] },
    });
    expect((await remove(family, family.adults[1])).body.code).toBe('PARTICIPANT_NOT_FOUND');
    expect((await add(family, { fareId: family.trip.fares.adult })).body.participants).toHaveLength(3);
  });

  it('shows what is to be given back, and leaves the reservation confirmed', async () => {
    const family = await createFamily(app, { adult: 2 });
    await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
      token: staff.token,
      body: { kind: 'deposit', method: 'pix', amountCents: 37_800, note: '' },
    });

    const { body } = await remove(family, family.adults[1]);

    expect(body).toMatchObject({ state: 'booked', totalCents: 18_900, dueCents: 0, toReturnCents: 18_900 });
  });

  it('passes the lap child on to another adult', async () => {
    const family = await createFamily(app, { adult: 2, lapChild: 1, child: 1 });
    const [baby] = family.lapChildren;
    const [child] = family.children;
    const carrying = family.adults.find(({ id }) => id === baby?.companionId);
    const other = family.adults.find(({ id }) => id !== baby?.companionId);
    await changeParticipant(app, family, child, { companionId: carrying?.id });

    const { body } = await remove(family, carrying);

    expect(participantIn(body, baby).companionId).toBe(other?.id);
    expect(participantIn(body, child).companionId).toBeNull();
    expect((await remove(family, other)).body.code).toBe('LAP_WITHOUT_ADULT');
    expect((await remove(family, baby)).status).toBe(200);
    expect((await remove(family, child)).status).toBe(200);
    expect((await remove(family, other)).body.code).toBe('LAST_PARTICIPANT');
  });

  it('has the lap child board where the adult does that carries it now', async () => {
    const family = await createFamily(app, { adult: 2, lapChild: 1 });
    const [baby] = family.lapChildren;
    const carrying = family.adults.find(({ id }) => id === baby?.companionId);
    const { boardingPointId } = family.trip;
    const boarding = (body: unknown) => participantIn(body, baby).boardingPointId;
    const changed = await changeParticipant(app, family, carrying, { boardingPointId });
    expect(boarding(changed.body)).toBe(boardingPointId);
    const alone = await changeParticipant(app, family, baby, { boardingPointId: null });
    expect(boarding(alone.body)).toBe(boardingPointId);
    expect(boarding((await remove(family, carrying)).body)).toBeNull();
  });

  it('leaves no child without an adult, unless staff says so', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const [adult] = family.adults;
    expect((await remove(family, adult)).body.code).toBe('MINOR_WITHOUT_ADULT');
    const staff = await createPerson(app, 'OPERATOR');
    expect((await remove(family, adult, staff)).status).toBe(200);
  });

  it('takes their share of a discount along, and is refused for the last person', async () => {
    const family = await createFamily(app, { adult: 2 });
    await call(app, 'POST', `/api/reservations/${family.id}/adjustments`, {
      token: staff.token,
      body: { amountCents: -20_000, reason: 'Grupo da escola' },
    });
    expect((await remove(family, family.adults[1])).body.totalCents).toBe((family.reservation.totalCents - 20_000) / 2);
    const alone = await createFamily(app, { adult: 1, lapChild: 1 });
    expect((await remove(alone, alone.adults[0])).body.code).toBe('LAST_PARTICIPANT');
    expect(await placesTaken(app, alone.trip.id)).toBe(1);
  });

  it('may be of the payer, who keeps the reservation', async () => {
    const family = await createFamily(app, { adult: 2 });
    expect((await remove(family, family.adults[0])).body).toMatchObject({ payer: { id: family.payer.id }, places: 1 });
    const mine = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(mine.body.participants).toMatchObject([{ isPayer: false }]);
  });
});

describe('replacing a participant', () => {
  it('leaves nothing of the former person', async () => {
    const family = await createFamily(app, { adult: 1 });
    const [payer] = family.adults;
    await changeParticipant(app, family, payer, { boardingPointId: family.trip.boardingPointId });

    const { body } = await changeParticipant(app, family, payer, { replaces: true, name: 'Beatriz Nunes' });

    expect(body.participants).toMatchObject([
      {
        name: 'Beatriz Nunes',
        birthdate: null,
        documentType: 'rg',
        documentNumber: null,
        documentIssuer: null,
        cpf: null,
        contact: null,
        boardingPointId: null,
        isPayer: false,
        priceCents: 18_900,
      },
    ]);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      action: 'reservation.participant_replaced',
      changes: { name: [expect.stringMatching(/^Pessoa Número/), 'Beatriz Nunes'] },
    });
    expect((await changeParticipant(app, family, payer, { cpf: family.payer.cpf })).status).toBe(200);
  });

  it('keeps a lap child on its lap, and the fare fits the new age', async () => {
    const family = await createFamily(app, { adult: 1, lapChild: 1 });
    const [baby] = family.lapChildren;
    const lap = { replaces: true, name: 'Davi Nunes', birthdate: bornFor(family.trip, 2) };

    const { body } = await changeParticipant(app, family, baby, lap);

    expect(participantIn(body, baby)).toMatchObject({ name: 'Davi Nunes', companionId: family.adults[0]?.id });
    const older = await changeParticipant(app, family, baby, { ...lap, birthdate: bornFor(family.trip, 8) });
    expect(older.body.code).toBe('FARE_BY_AGE');
  });
});

describe('the deadline for clients', () => {
  it('ends adding, removing and replacing for the payer, not for staff', async () => {
    const family = await createFamily(app, { adult: 3 });
    const [, second, third] = family.adults;
    await departIn(app, family.trip.id, 30);
    const adult = { fareId: family.trip.fares.adult };
    const replacement = { replaces: true, name: 'Beatriz Nunes' };
    const { token } = staff;

    expect((await add(family, adult)).body.code).toBe('PARTICIPANTS_FIXED');
    expect((await remove(family, second)).body.code).toBe('PARTICIPANTS_FIXED');
    expect((await changeParticipant(app, family, second, replacement)).body.code).toBe('PARTICIPANTS_FIXED');
    expect((await add(family, adult, { token })).status).toBe(201);
    expect((await remove(family, second, { token })).status).toBe(200);
    expect((await changeParticipant(app, family, third, replacement, token)).status).toBe(200);
  });

  it('also ends replacing somebody by overwriting their data', async () => {
    const family = await createFamily(app, { adult: 2 });
    const other = family.adults[1];
    await changeParticipant(app, family, other, ana);
    await departIn(app, family.trip.id, 30);

    const overwritten = { name: 'Beatriz Nunes', cpf: '111.444.777-35' };
    expect((await changeParticipant(app, family, other, overwritten)).body.code).toBe('PARTICIPANTS_FIXED');
    expect((await changeParticipant(app, family, other, { name: 'Ana L. de Souza' })).status).toBe(200);
  });

  it("is the operator's to choose", async () => {
    const family = await createFamily(app, { adult: 2 });
    await departIn(app, family.trip.id, 30);
    await app.db.updateTable('operator').set({ transfer_hours: 24 }).execute();
    expect((await remove(family, family.adults[1])).status).toBe(200);
    await app.db.updateTable('operator').set({ transfer_hours: 48 }).execute();
  });
});
