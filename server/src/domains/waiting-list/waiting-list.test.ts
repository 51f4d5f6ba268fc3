import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, type FamilyTrip } from '../../../test/parties.ts';
import { joinList, partyOf, waitingStates } from '../../../test/waiting.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A trip of four places, three of which are taken. */
async function almostFull(): Promise<FamilyTrip> {
  const trip = await createFamilyTrip(app, { capacity: 4 });
  await createFamily(app, { adult: 3 }, { trip });
  return trip;
}

const wait = (trip: FamilyTrip, token: string | undefined, counts: Parameters<typeof partyOf>[1]) =>
  call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { ...(token && { token }), body: partyOf(trip, counts) });

describe('the waiting list of a trip', () => {
  it('shows people their place in the line, their party and its price', async () => {
    const trip = await almostFull();
    await joinList(app, trip, { adult: 2 });
    const { person, entry } = await joinList(app, trip, { adult: 1, child: 1, lapChild: 1 });
    expect(entry).toMatchObject({ state: 'waiting', position: 2, places: 2, people: 3, offer: null });
    expect(entry.party.map(({ label, count }: { label: string; count: number }) => `${count} ${label}`)).toEqual([
      '1 Adulto',
      '1 Criança',
      '1 Criança de colo',
    ]);
    expect(entry.totalCents).toBeGreaterThanOrEqual(28_800);
    const own = await call(app, 'GET', `/api/trips/${trip.id}/waiting-list`, { token: person.token });
    expect(own).toMatchObject({ status: 200, body: { position: 2 } });
    const mine = await call(app, 'GET', '/api/waiting-list/me', { token: person.token });
    expect(mine.body.data).toMatchObject([{ id: entry.id, trip: { id: trip.id } }]);
  });

  it('lets people leave, and those behind move up', async () => {
    const trip = await almostFull();
    const first = await joinList(app, trip, { adult: 2 });
    const second = await joinList(app, trip, { adult: 2 });
    const path = `/api/trips/${trip.id}/waiting-list`;
    expect((await call(app, 'DELETE', path, { token: first.person.token })).status).toBe(200);
    expect((await call(app, 'GET', path, { token: first.person.token })).status).toBe(404);
    expect((await call(app, 'DELETE', path, { token: first.person.token })).body.code).toBe('WAITING_NOT_FOUND');
    expect((await call(app, 'GET', path, { token: second.person.token })).body.position).toBe(1);
    expect((await wait(trip, first.person.token, { adult: 2 })).body.position).toBe(2);
  });

  it.each([
    ['a party that fits', { adult: 1 }, 'TRIP_HAS_PLACES'],
    ['a party above the capacity', { adult: 5 }, 'PARTY_ABOVE_CAPACITY'],
    ['nobody with a place', { lapChild: 1 }, 'LAP_WITHOUT_ADULT'],
    ['children without an adult', { child: 2 }, 'MINOR_WITHOUT_ADULT'],
  ])('refuses %s', async (_, counts, code) => {
    const person = await createPerson(app);
    expect((await wait(await almostFull(), person.token, counts)).body.code).toBe(code);
  });

  it('takes one entry of a person, also at the same moment, and none of somebody who goes', async () => {
    const trip = await almostFull();
    const person = await createPerson(app);
    const responses = await Promise.all(Array.from({ length: 5 }, () => wait(trip, person.token, { adult: 2 })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('ALREADY_WAITING');
    expect(await waitingStates(app, trip.id)).toEqual(['waiting']);
    const other = await createFamilyTrip(app, { capacity: 2 });
    const { payer } = await createFamily(app, { adult: 1 }, { trip: other });
    expect((await wait(other, payer.token, { adult: 2 })).body.code).toBe('ALREADY_ENROLLED');
  });

  it('is closed shortly before departure, for trips that are not offered, and for visitors', async () => {
    const trip = await almostFull();
    const person = await createPerson(app);
    expect((await wait(trip, undefined, { adult: 2 })).status).toBe(401);
    await departIn(app, trip.id, 1);
    expect((await wait(trip, person.token, { adult: 2 })).body.code).toBe('WAITING_LIST_OVER');
    const withdrawn = await almostFull();
    await app.db.updateTable('trips').set({ is_active: false }).where('id', '=', withdrawn.id).execute();
    expect((await wait(withdrawn, person.token, { adult: 2 })).body.code).toBe('TRIP_INACTIVE');
  });
});

describe('staff', () => {
  it('sees waiting parties with the money they stand for, moves and removes them', async () => {
    const trip = await almostFull();
    const people = [];
    for (let count = 0; count < 3; count += 1) people.push(await joinList(app, trip, { adult: 2 }));
    const path = `/api/trips/${trip.id}/waiting-list/entries`;
    const read = async () => (await call(app, 'GET', path, { token: staff.token })).body;
    const listed = await read();
    expect(listed).toMatchObject({ waitingPlaces: 6, waitingCents: 6 * 18_900, trip: { placesLeft: 1, capacity: 4 } });
    expect(listed.data.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
    const [first, second, third] = listed.data;

    const moved = await call(app, 'PUT', `${path}/${third.id}/position`, { token: staff.token, body: { position: 1 } });
    expect(moved.status).toBe(200);
    expect((await read()).data.map(({ id }: { id: string }) => id)).toEqual([third.id, first.id, second.id]);
    await call(app, 'PUT', `${path}/${third.id}/position`, { token: staff.token, body: { position: 99 } });
    await call(app, 'DELETE', `${path}/${first.id}`, { token: staff.token });
    expect((await read()).data.map(({ id }: { id: string }) => id)).toEqual([second.id, third.id]);
    expect((await call(app, 'DELETE', `${path}/${first.id}`, { token: staff.token })).status).toBe(404);
  });

  it('sees who gets in before raising the capacity', async () => {
    const trip = await almostFull();
    await joinList(app, trip, { adult: 4 });
    await joinList(app, trip, { adult: 2 });
    const path = `/api/trips/${trip.id}/waiting-list/preview`;
    const preview = async (capacity: number) =>
      (await call(app, 'GET', `${path}?capacity=${capacity}`, { token: staff.token })).body;
    expect(await preview(5)).toMatchObject({ offered: [{ places: 2 }], placesLeft: 0 });
    expect(await preview(9)).toMatchObject({ offered: [{ places: 4 }, { places: 2 }], placesLeft: 0 });
  });

  it.each([
    ['GET', 'entries'],
    ['GET', 'preview?capacity=5'],
    ['PUT', 'entries/0194a1f0-0000-7000-8000-000000000000/position'],
    ['DELETE', 'entries/0194a1f0-0000-7000-8000-000000000000'],
    ['POST', 'entries/0194a1f0-0000-7000-8000-000000000000/offer'],
  ] as const)('alone may %s %s', async (method, path) => {
    const trip = await createFamilyTrip(app);
    const client = await createPerson(app);
    const body = method === 'PUT' ? { position: 1 } : undefined;
    const url = `/api/trips/${trip.id}/waiting-list/${path}`;
    expect((await call(app, method, url, { token: client.token, ...(body && { body }) })).status).toBe(403);
    expect((await call(app, method, url, { ...(body && { body }) })).status).toBe(401);
  });
});
