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

const change = (family: Family, ...rest: [{ id: string } | undefined, object, string?]) =>
  changeParticipant(app, family, ...rest);

describe('a birth date', () => {
  it('that needs another fare is saved after the new price was confirmed', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const [child] = family.children;
    const birthdate = bornFor(family.trip, 13);

    const asked = await change(family, child, { name: 'Caio Lima', birthdate });

    expect(asked).toMatchObject({ status: 409, body: { code: 'FARE_BY_AGE' } });
    const sentence = asked.body.fields.birthdate.replaceAll('\u00a0', ' ');
    expect(sentence).toBe('Com 13 anos no dia da saída vale a tarifa Adulto, de R$ 189,00. Confirme para salvar.');
    const saved = await change(family, child, { name: 'Caio Lima', birthdate, fareId: family.trip.fares.adult });
    expect(saved).toMatchObject({ status: 200, body: { totalCents: 37_800, depositCents: 11_340, places: 2 } });
    expect(participantIn(saved.body, child)).toMatchObject({
      fareId: family.trip.fares.adult,
      fareLabel: 'Adulto',
      priceCents: 18_900,
      age: 13,
      minor: 'under16',
    });
  });

  it('one day after the birthday decides otherwise', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const dayAfter = new Date(`${bornFor(family.trip, 13)}T12:00:00Z`);
    dayAfter.setUTCDate(dayAfter.getUTCDate() + 1);
    const birthdate = dayAfter.toISOString().slice(0, 10);

    const { status, body } = await change(family, family.children[0], { birthdate });

    expect(status).toBe(200);
    expect(participantIn(body, family.children[0])).toMatchObject({ age: 12, minor: 'under16', fareLabel: 'Criança' });
  });

  it('that no fare is for is refused', async () => {
    const trip = await createFamilyTrip(app);
    await app.db.updateTable('trip_fares').set({ max_age: 60 }).where('id', '=', trip.fares.adult).execute();
    const family = await createFamily(app, { adult: 2 }, { trip });

    const { body } = await change(family, family.adults[1], { birthdate: bornFor(trip, 61) });

    expect(body).toMatchObject({
      code: 'NO_FARE_FOR_AGE',
      fields: { birthdate: 'Nenhuma tarifa deste passeio é para quem tem 61 anos no dia da saída. Fale com a gente.' },
    });
  });

  it('that was accepted stays, whatever the ages of the fare are later', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const [child] = family.children;
    const birthdate = bornFor(family.trip, 12);
    await change(family, child, { birthdate });
    await app.db.updateTable('trip_fares').set({ max_age: 10 }).where('id', '=', family.trip.fares.child).execute();

    expect((await change(family, child, { name: 'Bia Lima', birthdate })).status).toBe(200);
    expect((await change(family, child, { birthdate: bornFor(family.trip, 11) })).body.code).toBe('NO_FARE_FOR_AGE');
  });

  it('of a lap child that takes a place claims one, and only one that is there', async () => {
    const trip = await createFamilyTrip(app, { capacity: 2 });
    const family = await createFamily(app, { adult: 1, lapChild: 1 }, { trip });
    const other = await createFamily(app, { adult: 1 }, { trip });
    const [baby] = family.lapChildren;
    const grown = { birthdate: bornFor(trip, 6), fareId: trip.fares.child };

    expect(await change(family, baby, grown)).toMatchObject({ status: 409, body: { code: 'TRIP_FULL' } });
    expect((await change(family, baby, grown, staff.token)).body.code).toBe('NO_PLACES_LEFT');
    await call(app, 'POST', `/api/reservations/${other.id}/cancel`, { token: other.payer.token });
    const saved = await change(family, baby, grown);

    expect(saved).toMatchObject({ status: 200, body: { places: 2, totalCents: 28_800 } });
    expect(participantIn(saved.body, baby)).toMatchObject({ takesPlace: true, companionId: family.adults[0]?.id });
    expect(await placesTaken(app, trip.id)).toBe(2);
  });

  it('of a child that turns out to be a lap child gives the place back and needs a lap', async () => {
    const family = await createFamily(app, { adult: 1, child: 2 });
    const lap = { birthdate: bornFor(family.trip, 5), fareId: family.trip.fares.lapChild };

    const { body } = await change(family, family.children[0], lap);

    expect(body).toMatchObject({ places: 2, totalCents: 28_800 });
    expect(participantIn(body, family.children[0])).toMatchObject({
      companionId: family.adults[0]?.id,
      takesPlace: false,
    });
    expect(await placesTaken(app, family.trip.id)).toBe(2);
    expect((await change(family, family.children[1], lap)).body.code).toBe('LAP_WITHOUT_ADULT');
  });

  it('of a companion who is no adult passes the lap child on, or is refused', async () => {
    const family = await createFamily(app, { adult: 3, lapChild: 1 });
    const [payer, second, third] = family.adults;
    const [baby] = family.lapChildren;
    await change(family, baby, { companionId: second?.id });

    const { body } = await change(family, second, { birthdate: bornFor(family.trip, 17) });

    expect([payer?.id, third?.id]).toContain(participantIn(body, baby).companionId);
    const alone = await createFamily(app, { adult: 1, lapChild: 1 });
    const refused = await change(alone, alone.adults[0], { birthdate: bornFor(alone.trip, 17) });
    expect(refused).toMatchObject({ status: 409, body: { code: 'LAP_WITHOUT_ADULT' } });
  });

  it('changes what is due: a held reservation whose deposit is covered now is confirmed', async () => {
    const family = await createFamily(app, { adult: 2 });
    await call(app, 'POST', `/api/reservations/${family.id}/payments`, {
      token: staff.token,
      body: { kind: 'deposit', method: 'pix', amountCents: 9_000, note: '' },
    });

    const { body } = await change(family, family.adults[1], {
      birthdate: bornFor(family.trip, 10),
      fareId: family.trip.fares.child,
    });

    expect(body).toMatchObject({ state: 'booked', totalCents: 28_800, depositCents: 8_640, dueCents: 19_800 });
  });
});

describe('a fare', () => {
  it('is chosen by staff among those that fit the age, also those that the site does not offer', async () => {
    const family = await createFamily(app, { adult: 2 });
    const [, other] = family.adults;
    await change(family, other, ana);

    const child = await change(family, other, { fareId: family.trip.fares.child }, staff.token);
    const courtesy = await change(family, other, { fareId: family.trip.fares.courtesy }, staff.token);

    expect(child.body.code).toBe('FARE_BY_AGE');
    expect(courtesy.body).toMatchObject({ totalCents: 18_900, depositCents: 5_670, places: 2 });
    expect(participantIn(courtesy.body, other)).toMatchObject({ fareLabel: 'Cortesia', priceCents: 0 });
    // The payer fills in the rest without losing it.
    expect((await change(family, other, { contact: '35 97777-0000' })).body.totalCents).toBe(18_900);
  });

  it('is exchanged by the payer only until the deadline, unless the age demands it', async () => {
    const family = await createFamily(app, { adult: 3 });
    const [, second, third] = family.adults;
    const toChild = { fareId: family.trip.fares.child };
    expect((await change(family, second, toChild)).body.totalCents).toBe(47_700);
    await departIn(app, family.trip.id, 30);

    expect((await change(family, third, toChild)).body.code).toBe('PARTICIPANTS_FIXED');
    const soon = { departsAt: new Date(Date.now() + 30 * 3_600_000) };
    const byAge = await change(family, third, { ...toChild, birthdate: bornFor(soon, 9) });
    expect(byAge).toMatchObject({ status: 200, body: { totalCents: 38_700 } });
    expect((await change(family, second, { fareId: family.trip.fares.adult }, staff.token)).status).toBe(200);
  });
});
