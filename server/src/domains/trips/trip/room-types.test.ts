import type { RoomType } from '@passeio/contract/trips/room-types';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, fareDraft, type Person, roomTypeDraft, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const draft = () => tripDraft({ isActive: true, fares: [fareDraft()] });
const create = (roomTypes: unknown) =>
  call(app, 'POST', '/api/trips', { token: operator.token, body: { ...draft(), roomTypes } });
const change = (body: unknown) => call(app, 'PUT', '/api/trips', { token: operator.token, body });
const triple = roomTypeDraft({ label: 'Triplo', places: 3, priceCents: 7_000, count: 2 });

async function created(roomTypes: unknown[]) {
  const { body } = await create(roomTypes);
  const { id, version, boardingPoints, fares } = body;
  return { ...draft(), id, version, boardingPoints, fares, roomTypes: body.roomTypes as RoomType[] };
}

/** Reserves alone in a double room. */
async function reserveDouble({ id, roomTypes }: { id: string; roomTypes: RoomType[] }) {
  const { token } = await createPerson(app);
  const rooms = [{ roomTypeId: roomTypes[0]?.id, people: 1 }];
  return call(app, 'POST', `/api/trips/enrrol/${id}`, { token, body: { rooms } });
}

describe('a trip with room types', () => {
  it('answers them with what is left, and keeps them in an update without', async () => {
    const { body } = await create([roomTypeDraft(), triple]);
    const left = { bedsLeft: { women: 0, men: 0, any: 0 } };
    expect(body.roomTypes).toEqual([
      { ...roomTypeDraft(), id: body.roomTypes[0].id, roomsLeft: 10, ...left },
      { ...triple, id: body.roomTypes[1].id, roomsLeft: 2, ...left },
    ]);
    const { roomTypes, ...update } = await created([roomTypeDraft(), triple]);
    expect((await change(update)).body.roomTypes).toEqual(roomTypes);
  });

  it('gives a copy rooms of its own, with nobody in them', async () => {
    const trip = await created([roomTypeDraft()]);
    await reserveDouble(trip);
    const copies = await call(app, 'POST', `/api/trips/${trip.id}/copies`, {
      token: operator.token,
      body: { dates: ['2031-05-04'] },
    });
    const [copied] = copies.body.data[0].roomTypes;
    expect(copied).toMatchObject({ label: 'Duplo', roomsLeft: 10 });
    expect(copied.id).not.toBe(trip.roomTypes[0]?.id);
  });

  it('refuses fewer rooms than are taken, another size of them, and to leave them out', async () => {
    const trip = await created([roomTypeDraft(), triple]);
    expect((await reserveDouble(trip)).status).toBe(201);
    const [double, other] = trip.roomTypes;
    for (const [roomTypes, field] of [
      [[{ ...double, count: 0 }, other], 'roomTypes.0.count'],
      [[{ ...double, places: 3 }, other], 'roomTypes.0.places'],
      [[other], 'roomTypes'],
    ] as const) {
      const { status, body } = await change({ ...trip, roomTypes });
      expect([status, body.code, Object.keys(body.fields)]).toEqual([409, 'ROOMS_TAKEN', [field]]);
    }
    const { body } = await change({ ...trip, roomTypes: [{ ...double, count: 1 }] });
    expect(body.roomTypes).toMatchObject([{ label: 'Duplo', roomsLeft: 0 }]);
  });

  it.each([
    ['a name twice', [roomTypeDraft(), roomTypeDraft({ label: 'DUPLO' })]],
    ['seven places', [roomTypeDraft({ places: 7 })]],
    ['a negative price', [roomTypeDraft({ priceCents: -1 })]],
    ["another trip's", [{ ...roomTypeDraft(), id: '01938f6e-7a55-7c1e-9f4e-2b8a4c3d5e6f' }]],
  ])('refuses %s', async (_, roomTypes) => {
    const { status, body } = await create(roomTypes);
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
  });
});

describe('the database', () => {
  it('refuses to count rooms by hand, and to change the size of taken ones', async () => {
    const trip = await created([roomTypeDraft()]);
    await reserveDouble(trip);
    const update = (set: string) =>
      sql`update trip_room_types set ${sql.raw(set)} where trip_id = ${trip.id}`.execute(app.db);
    await expect(update('private_rooms = 0')).rejects.toMatchObject({ constraint: 'trip_room_types_follow_lines' });
    await expect(update('places = 3')).rejects.toMatchObject({ constraint: 'trip_room_types_places_of_sold' });
    await expect(update('count = 0')).rejects.toMatchObject({ constraint: 'trip_room_types_within_count' });
  });
});
