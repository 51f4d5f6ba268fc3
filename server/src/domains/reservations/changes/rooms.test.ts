import type { ReservationLine } from '@passeio/contract/reservations/reservations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, roomTypeDraft } from '../../../../test/factories.ts';
import { createRoomTrip, type RoomTrip, reserveRooms, roomsOf } from '../../../../test/rooms.ts';
import { sweepDepsOf, waitingStates } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { sweepHolds } from '../holds/expire-holds.ts';
import { sweepWaitingLists } from '../offers/serve-waiting.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(async () => {
  expect(await findFaults(app.db)).toEqual([]);
  await app.close();
});

const roomLines = (body: { lines: ReservationLine[] }) =>
  body.lines.filter(({ kind }) => kind === 'room').map(({ label, totalCents }) => [label, totalCents]);
const typesOf = async ({ id }: RoomTrip) =>
  (await call(app, 'GET', `/api/trips/${id}`)).body.roomTypes.map((type: { roomsLeft: number }) => type.roomsLeft);
const pay = (id: string, amountCents: number) =>
  call(app, 'POST', `/api/reservations/${id}/payments`, {
    token: staff.token,
    body: { amountCents, method: 'pix', kind: 'deposit' },
  });

describe('reserving on a trip with rooms', () => {
  it('takes the cheapest rooms that fit, with a line for each bed, and none for a lap child', async () => {
    const trip = await createRoomTrip(app, staff);
    const { status, body } = await reserveRooms(app, trip, { adult: 2, child: 1, lap: 1 });
    expect(status).toBe(201);
    expect(roomLines(body)).toEqual([
      ['Triplo', 7_000],
      ['Triplo', 7_000],
      ['Triplo', 7_000],
    ]);
    expect(body.totalCents).toBe(130_000 + 21_000);
    expect(body.depositCents).toBe(45_300);
    expect(body.rooms).toMatchObject([{ label: 'Triplo', share: null, participantIds: { length: 3 } }]);
    expect(await typesOf(trip)).toEqual([10, 1]);
  });

  it('charges what a single costs more, or lets somebody share and name somebody', async () => {
    const trip = await createRoomTrip(app, staff);
    const alone = await reserveRooms(app, trip, { adult: 1 }, [{ type: 'Duplo', people: 1 }]);
    expect(roomLines(alone.body)).toEqual([['Duplo (single)', 18_000]]);
    const shared = { type: 'Duplo', people: 1, share: 'women' as const, shareWith: 'Paula, reserva ABC123' };
    const one = await reserveRooms(app, trip, { adult: 1 }, [shared]);
    expect(roomLines(one.body)).toEqual([['Duplo (dividido)', 10_000]]);
    expect(one.body.rooms).toMatchObject([{ share: 'women', shareWith: 'Paula, reserva ABC123' }]);
    expect(await typesOf(trip)).toEqual([8, 2]);
    await reserveRooms(app, trip, { adult: 1 }, [shared]);
    expect(await typesOf(trip)).toEqual([8, 2]);
  });

  it('counts nights where the price is for each', async () => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ per: 'night', priceCents: 5_000 })]);
    const { body } = await reserveRooms(app, trip, { adult: 2 });
    expect(body.lines.filter(({ kind }: ReservationLine) => kind === 'room')).toMatchObject([
      { quantity: 1, unitCents: 5_000 },
      { quantity: 1, unitCents: 5_000 },
    ]);
  });

  it.each([
    ['ROOMS_OF_PARTY', { adult: 3 }, [{ type: 'Duplo', people: 2 }]],
    ['ROOM_TOO_SMALL', { adult: 3 }, [{ type: 'Duplo', people: 3 }]],
    [
      'ROOM_WITHOUT_ADULT',
      { adult: 1, child: 1 },
      [
        { type: 'Duplo', people: 1 },
        { type: 'Duplo', people: 1 },
      ],
    ],
    ['ROOMS_TAKEN', { adult: 9 }, [1, 2, 3].map(() => ({ type: 'Triplo', people: 3 }))],
  ])('refuses with %s', async (code, party, rooms) => {
    const trip = await createRoomTrip(app, staff);
    const { status, body } = await reserveRooms(app, trip, party, rooms);
    expect([status, body.code]).toEqual([409, code]);
  });

  it('is quoted before, for clients and for staff, who may agree rooms later', async () => {
    const trip = await createRoomTrip(app, staff);
    const party = [{ fareId: trip.fares.adult, count: 2 }];
    const rooms = roomsOf(trip, [{ type: 'Duplo', people: 2 }]);
    const { body } = await call(app, 'POST', '/api/quotes', { body: { tripId: trip.id, party, rooms } });
    expect(body.totalCents).toBe(120_000);
    const booking = { personId: staff.id, participants: [{ fareId: trip.fares.adult }, { fareId: trip.fares.adult }] };
    const book = (more: object) =>
      call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: staff.token, body: { ...booking, ...more } });
    const made = await book({ rooms });
    expect([made.status, made.body.totalCents]).toEqual([201, 120_000]);
    const other = await createPerson(app);
    expect((await book({ personId: other.id })).body.rooms).toEqual([]);
  });
});

describe('the rooms of a reservation', () => {
  const change = (id: string, token: string, trip: RoomTrip, rooms: Parameters<typeof roomsOf>[1]) =>
    call(app, 'PUT', `/api/reservations/${id}/rooms`, { token, body: { rooms: roomsOf(trip, rooms) } });

  it('are changed at the prices of today, which count its own as free', async () => {
    const trip = await createRoomTrip(app, staff, [
      roomTypeDraft({ count: 1 }),
      roomTypeDraft({ label: 'Triplo', places: 3, priceCents: 7_000, count: 1 }),
    ]);
    const { body, payer } = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
    const same = await change(body.id, payer.token, trip, [{ type: 'Duplo', people: 2 }]);
    expect(same.body.totalCents).toBe(120_000);
    const other = await change(body.id, payer.token, trip, [{ type: 'Triplo', people: 2 }]);
    expect([other.status, other.body.totalCents]).toEqual([200, 100_000 + 14_000 + 8_000]);
    expect(await typesOf(trip)).toEqual([1, 0]);
  });

  it('are asked for again with somebody more, who by default takes a free bed', async () => {
    const trip = await createRoomTrip(app, staff);
    const { body, payer } = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Triplo', people: 2 }]);
    const add = (more: object) =>
      call(app, 'POST', `/api/reservations/${body.id}/participants`, {
        token: payer.token,
        body: { fareId: trip.fares.adult, ...more },
      });
    const third = await add({});
    expect(roomLines(third.body)).toHaveLength(3);
    expect(third.body.totalCents).toBe(150_000 + 21_000);
    const fourth = await add({
      rooms: roomsOf(trip, [
        { type: 'Duplo', people: 2 },
        { type: 'Duplo', people: 2 },
      ]),
    });
    expect(fourth.body.totalCents).toBe(200_000 + 40_000);
    expect(await typesOf(trip)).toEqual([8, 2]);
  });

  it('of those who stay change with a cancellation only if the payer accepts what the quote shows', async () => {
    const trip = await createRoomTrip(app, staff);
    for (const acceptsOccupancy of [false, true]) {
      const { body, payer } = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
      await pay(body.id, body.totalCents);
      const leaving = body.participants[1].id;
      const path = `/api/reservations/${body.id}`;
      const quoted = await call(app, 'GET', `${path}/cancellation?participants=${leaving}`, { token: payer.token });
      expect(quoted.body).toMatchObject({
        refundCents: 60_000,
        occupancy: { rooms: 'Duplo (single)', differenceCents: 8_000, refundCents: 52_000 },
      });
      const refundCents = acceptsOccupancy ? 52_000 : 60_000;
      const draft = { refundCents, participants: [leaving], acceptsOccupancy };
      const { status, body: left } = await call(app, 'POST', `${path}/cancel`, { token: payer.token, body: draft });
      expect([status, left.totalCents]).toEqual([200, acceptsOccupancy ? 68_000 : 60_000]);
    }
  });

  it('move with it where the other departure has the same, and else are those that are proposed', async () => {
    const trip = await createRoomTrip(app, staff);
    const same = await createRoomTrip(app, staff, [roomTypeDraft({ label: 'DUPLO', priceCents: 12_000 })]);
    const { body } = await reserveRooms(app, trip, { adult: 1 }, [{ type: 'Duplo', people: 1, share: 'men' }]);
    const move = (tripId: string) =>
      call(app, 'POST', `/api/reservations/${body.id}/move`, { token: staff.token, body: { tripId } });
    const quoted = await call(app, 'GET', `/api/reservations/${body.id}/move?tripId=${same.id}`, {
      token: staff.token,
    });
    expect(quoted.body).toMatchObject({ newTotalCents: 62_000, rooms: [{ people: 1, share: 'men' }] });
    const moved = await move(same.id);
    expect([moved.status, moved.body.totalCents]).toEqual([200, 62_000]);
    expect([await typesOf(trip), await typesOf(same)]).toEqual([[10, 2], [9]]);
    const none = await createRoomTrip(app, staff, []);
    expect((await move(none.id)).body).toMatchObject({ totalCents: 50_000, rooms: [] });
    expect(await typesOf(same)).toEqual([10]);
  });
});

describe('the last room', () => {
  it('is free again when its hold expires, and not where it was taken meanwhile', async () => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 1 })]);
    const { body } = await reserveRooms(app, trip, { adult: 2 });
    expect((await reserveRooms(app, trip, { adult: 2 })).body.code).toBe('ROOMS_TAKEN');
    const past = { hold_expires_at: new Date(Date.now() - 1_000) };
    await app.db.updateTable('reservations').set(past).where('id', '=', body.id).execute();
    await sweepHolds(sweepDepsOf(app));
    expect(await typesOf(trip)).toEqual([1]);
    expect((await reserveRooms(app, trip, { adult: 2 })).status).toBe(201);
    const again = await call(app, 'POST', `/api/reservations/${body.id}/confirmation`, { token: staff.token });
    expect(again.body.code).toBe('ROOMS_TAKEN');
  });

  it('is offered to the oldest party that waits, and nobody who waits for rooms keeps places from others', async () => {
    const trip = await createRoomTrip(app, staff, [
      roomTypeDraft({ count: 1 }),
      roomTypeDraft({ label: 'Single', places: 1, count: 1 }),
    ]);
    const { body, payer } = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
    const waiting = await createPerson(app);
    const party = [{ fareId: trip.fares.adult, count: 2 }];
    const joined = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, {
      token: waiting.token,
      body: { party },
    });
    expect(joined.status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['waiting']);
    expect((await reserveRooms(app, trip, { adult: 1 }, [{ type: 'Single', people: 1 }])).status).toBe(201);
    await call(app, 'POST', `/api/reservations/${body.id}/cancel`, { token: payer.token });
    expect(await waitingStates(app, trip.id)).toEqual(['offered']);
    expect(await typesOf(trip)).toEqual([0, 0]);
  });

  it('is offered as a bed to somebody who waits to share, also where private rooms are gone', async () => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 2 })]);
    await reserveRooms(app, trip, { adult: 2 });
    const men = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2, share: 'men' }]);
    const wait = async (rooms: Parameters<typeof roomsOf>[1]) => {
      const { token } = await createPerson(app);
      const adults = rooms.reduce((sum, { people }) => sum + people, 0);
      const body = { party: [{ fareId: trip.fares.adult, count: adults }], rooms: roomsOf(trip, rooms) };
      return { token, ...(await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { token, body })) };
    };
    expect((await wait([{ type: 'Duplo', people: 1 }])).body).toMatchObject({ sharing: null, state: 'waiting' });
    const woman = await wait([{ type: 'Duplo', people: 1, share: 'women' }]);
    const man = await wait([{ type: 'Duplo', people: 1, share: 'men', shareWith: 'Otávio' }]);
    expect(man.body).toMatchObject({ sharing: { share: 'men', sharers: 1, shareWith: 'Otávio' }, position: 3 });
    const [first] = men.body.participants;
    const left = await call(app, 'DELETE', `/api/reservations/${men.body.id}/participants/${first.id}`, men.payer);
    expect(left.status).toBe(200);
    expect(await waitingStates(app, trip.id)).toEqual(['waiting', 'waiting', 'offered']);
    const { body: own } = await call(app, 'GET', `/api/trips/${trip.id}/waiting-list`, { token: man.token });
    const offer = await call(app, 'GET', `/api/reservations/${own.offer.code}`, { token: man.token });
    expect(offer.body).toMatchObject({ totalCents: 60_000, rooms: [{ share: 'men', shareWith: 'Otávio' }] });
    expect(woman.status).toBe(201);
    expect(await typesOf(trip)).toEqual([0]);
  });

  it.each([
    ['children', { adult: 1, child: 1 }, [{ people: 2, share: 'any' as const }], 'ROOM_WITHOUT_ADULT'],
    [
      'two kinds of company',
      { adult: 2 },
      [
        { people: 1, share: 'any' as const },
        { people: 1, share: 'men' as const },
      ],
      'INVALID_INPUT',
    ],
    [
      'more names than a room keeps',
      { adult: 2 },
      ['Paula', 'Rita'].map((name) => ({ people: 1, share: 'women' as const, shareWith: name.padEnd(60, '.') })),
      'INVALID_INPUT',
    ],
  ])('is not waited for to share it with %s', async (_, counts, rooms, code) => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 1 })]);
    await reserveRooms(app, trip, { adult: 2 });
    const { token } = await createPerson(app);
    const party = Object.entries(counts).map(([fare, count]) => ({ fareId: trip.fares[fare], count }));
    const body = {
      party,
      rooms: roomsOf(
        trip,
        rooms.map((one) => ({ type: 'Duplo', ...one })),
      ),
    };
    const refused = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { token, body });
    expect(refused.body.code).toBe(code);
  });

  it('is counted in what another capacity would offer, as the offers themselves count it', async () => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 4 })], { capacity: 3, minParticipants: 0 });
    await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
    await reserveRooms(app, trip, { adult: 1 }, [{ type: 'Duplo', people: 1, share: 'women' }]);
    const wait = async (...rooms: Parameters<typeof roomsOf>[1]) => {
      const person = await createPerson(app);
      const count = rooms.reduce((sum, { people }) => sum + people, 0);
      const body = { party: [{ fareId: trip.fares.adult, count }], rooms: roomsOf(trip, rooms) };
      const joined = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { token: person.token, body });
      expect(joined.status).toBe(201);
      return joined.body.id as string;
    };
    const three = await wait({ type: 'Duplo', people: 2 }, { type: 'Duplo', people: 1 });
    const couple = await wait({ type: 'Duplo', people: 2 });
    const woman = await wait({ type: 'Duplo', people: 1, share: 'women' });
    const man = await wait({ type: 'Duplo', people: 1, share: 'men' });
    const path = `/api/trips/${trip.id}/waiting-list/preview?capacity=30`;
    const { body: preview } = await call(app, 'GET', path, staff);
    // The three take both rooms that are left, so that neither the couple nor the man has one; the woman has a bed.
    expect(preview.offered.map(({ entryId }: { entryId: string }) => entryId)).toEqual([three, woman]);
    expect(preview.placesLeft).toBe(23);

    await app.db.updateTable('trips').set({ capacity: 30 }).where('id', '=', trip.id).execute();
    await sweepWaitingLists(sweepDepsOf(app), {
      onError: (error) => {
        throw error;
      },
    });
    const offered = await app.db
      .selectFrom('waiting_list_entries')
      .select('id')
      .where('state', '=', 'offered')
      .where('id', 'in', [three, couple, woman, man])
      .execute();
    expect(offered.map(({ id }) => id).toSorted()).toEqual([three, woman].toSorted());
  });

  it('is for somebody who waits only while it is left', async () => {
    const trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 2 })], { capacity: 2, minParticipants: 0 });
    const { body, payer } = await reserveRooms(app, trip, { adult: 2 });
    const { token } = await createPerson(app);
    const party = [{ fareId: trip.fares.adult, count: 2 }];
    expect((await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, { token, body: { party } })).status).toBe(
      201,
    );
    const waitingAfter = async (...people: number[]) => {
      const rooms = people.map((one) => ({ type: 'Duplo', people: one }));
      const change = { token: payer.token, body: { rooms: roomsOf(trip, rooms) } };
      expect((await call(app, 'PUT', `/api/reservations/${body.id}/rooms`, change)).status).toBe(200);
      const row = app.db.selectFrom('trips').select('smallest_waiting').where('id', '=', trip.id);
      return (await row.executeTakeFirstOrThrow()).smallest_waiting;
    };
    expect(await waitingAfter(1, 1)).toBe(null);
    expect(await waitingAfter(2)).toBe(2);
  });

  it('is waited for by nobody who has reserved another', async () => {
    const trip = await createRoomTrip(app, staff, [
      roomTypeDraft({ count: 1 }),
      roomTypeDraft({ label: 'Single', places: 1, count: 1 }),
    ]);
    await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
    const { token } = await createPerson(app);
    const ask = (path: string, count: number) =>
      call(app, 'POST', path, { token, body: { party: [{ fareId: trip.fares.adult, count }] } });
    expect((await ask(`/api/trips/${trip.id}/waiting-list`, 2)).status).toBe(201);
    expect((await ask(`/api/trips/enrrol/${trip.id}`, 1)).status).toBe(201);
    expect(await waitingStates(app, trip.id)).toEqual(['left']);
  });
});
