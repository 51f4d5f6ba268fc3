import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, type Family, placesTaken } from '../../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const add = (family: Family, body: object, { token } = family.payer) =>
  call(app, 'POST', `/api/reservations/${family.id}/participants`, { token, body });
const remove = (family: Family, who: { id: string } | undefined) =>
  call(app, 'DELETE', `/api/reservations/${family.id}/participants/${who?.id}`, { token: family.payer.token });

describe('reserving', () => {
  it.each([21, 41, 1_000])('for %i people says how many may come, also on the waiting list', async (count) => {
    const [trip, { token }] = [await createFamilyTrip(app, { capacity: 60 }), await createPerson(app)];
    const body = { party: [{ fareId: trip.fares.adult, count }] };
    for (const path of [`enrrol/${trip.id}`, `${trip.id}/waiting-list`]) {
      const refused = await call(app, 'POST', `/api/trips/${path}`, { token, body });
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(refused.body.message).toContain('no máximo 20 pessoas');
    }
    expect(await placesTaken(app, trip.id)).toBe(0);
  });
});

describe('adding a participant', () => {
  it('stops at twenty people, also where a lap child or another fare makes it more places; staff goes on', async () => {
    const trip = await createFamilyTrip(app, { capacity: 60 });
    const family = await createFamily(app, { adult: 19 }, { trip });
    const { adult, lapChild } = trip.fares;
    expect((await add(family, { fareId: lapChild })).status).toBe(201);

    for (const fareId of [adult, lapChild]) {
      const refused = await add(family, { fareId });
      expect(refused).toMatchObject({ status: 409, body: { code: 'PARTY_LIMIT' } });
      expect(refused.body.message).toContain('no máximo 20 pessoas');
    }

    expect(await placesTaken(app, trip.id)).toBe(19);
    expect((await add(family, { fareId: adult }, staff)).status).toBe(201);
    // A group that staff has made larger is still the client's to correct, but not to enlarge.
    expect((await remove(family, family.adults[5])).status).toBe(200);
    expect((await add(family, { fareId: adult })).body.code).toBe('PARTY_LIMIT');
  });

  it('takes no more unpaid places than the operator allows over all trips', async () => {
    await app.db.updateTable('operator').set({ unpaid_places: 5 }).execute();
    const family = await createFamily(app, { adult: 3 });
    await createFamily(app, { adult: 1 }, { payer: family.payer });
    const { adult } = family.trip.fares;
    expect((await add(family, { fareId: adult })).status).toBe(201);

    expect((await add(family, { fareId: adult })).body.code).toBe('UNPAID_PLACES');

    expect((await add(family, { fareId: adult }, staff)).status).toBe(201);
    await app.db.updateTable('operator').set({ unpaid_places: 40 }).execute();
  });
});
