import type { TripRooms } from '@passeio/contract/boarding/trip-rooms';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person, roomTypeDraft } from '../../../../test/factories.ts';
import { createRoomTrip, type RoomTrip, reserveRooms } from '../../../../test/rooms.ts';

let app: TestApp;
let staff: Person;
let trip: RoomTrip;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
  trip = await createRoomTrip(app, staff, [
    roomTypeDraft({ count: 3 }),
    roomTypeDraft({ label: 'Triplo', places: 3, count: 1 }),
  ]);
});
afterAll(() => app.close());

const read = async (): Promise<TripRooms> =>
  (await call(app, 'GET', `/api/trips/${trip.id}/rooms`, { token: staff.token })).body;
const put = (roomId: string | undefined, participantIds: (string | undefined)[]) =>
  call(app, 'PUT', `/api/trips/${trip.id}/rooms/${roomId}`, { token: staff.token, body: { participantIds } });
async function download(query: string, token = staff.token) {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${app.url}/api/trips/${trip.id}/rooms/export?${query}`, { headers });
}

describe('the rooms of a trip', () => {
  it('have families together and sharers paired by themselves', async () => {
    const family = await reserveRooms(app, trip, { adult: 2, child: 1, lap: 1 }, [{ type: 'Triplo', people: 3 }]);
    const sharer = { type: 'Duplo', people: 1, share: 'women' as const };
    const one = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    const other = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    const { rooms, without, guests } = await read();
    expect(rooms.map(({ label }) => label)).toEqual(['Duplo 1', 'Duplo 2', 'Duplo 3', 'Triplo 1']);
    const inRoom = (label: string) => rooms.find((room) => room.label === label)?.guests.toSorted();
    expect(inRoom('Duplo 1')).toEqual([one.body.participants[0].id, other.body.participants[0].id].toSorted());
    expect(inRoom('Triplo 1')).toHaveLength(3);
    expect([without, guests.length]).toEqual([[], 5]);
    expect(family.status).toBe(201);
  });

  it('follow staff, and say what is wrong then', async () => {
    const { rooms } = await read();
    const [double, second, , triple] = rooms;
    const moved = triple?.guests.at(-1);
    const { status, body } = await put(second?.id, [double?.guests[0], moved]);
    expect(status).toBe(200);
    const room = body.rooms.find(({ id }: { id: string }) => id === second?.id);
    expect(room).toMatchObject({ guests: { length: 2 }, conflicts: ['strangers', 'type'] });
    expect((await put(second?.id, [staff.id])).body.code).toBe('PARTICIPANT_NOT_FOUND');
    expect((await put(staff.id, [])).body.code).toBe('ROOM_UNKNOWN');
    const again = await put(second?.id, []);
    expect(again.body.rooms.flatMap(({ conflicts }: { conflicts: string[] }) => conflicts)).toEqual([]);
  });
});

describe('the rooming list', () => {
  it('is a text, a spreadsheet and a PDF, names lap children, and marks what changed since it left', async () => {
    const text = await (await download('format=txt')).text();
    expect(text).toContain('*Triplo 1*');
    expect(text).toContain('(colo)');
    expect(text).toContain('Chegada ');
    expect(text).not.toContain('alterado');
    const sent = await read();
    expect(sent).toMatchObject({ lastList: { format: 'txt' }, changed: [] });
    const [double, second] = sent.rooms;
    const moved = double?.guests[0];
    await put(second?.id, [moved]);
    expect((await read()).changed).toContain(moved);
    expect(await (await download('format=txt')).text()).toContain('_alterado_');
    for (const [format, start] of [
      ['xlsx', 'PK'],
      ['pdf', '%PDF'],
    ] as const) {
      const file = await download(`format=${format}&documents=true&notes=true`);
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, start.length)
          .toString(),
      ).toBe(start);
    }
  });

  it('names the hotel and the arrival, on the next day where it is before the time of the departure', async () => {
    const overrides = { date: '2031-05-10T01:30:00.000Z', returnDate: '2031-05-12T20:00:00.000Z' };
    const hotel = { hotel: 'Pousada do Largo, Tiradentes', hotelArrival: '06:00' };
    trip = await createRoomTrip(app, staff, undefined, { ...overrides, ...hotel });
    await reserveRooms(app, trip, { adult: 2 });
    const text = await (await download('format=txt')).text();
    expect(text).toContain('\nHotel: Pousada do Largo, Tiradentes\nChegada 10/05/2031 às 06:00 · 3 noites');
    const file = await download('format=xlsx');
    const [sheet] = await readXlsxFile(Buffer.from(await file.arrayBuffer()));
    expect(sheet?.data[0]?.[0]).toBe('Hotel: Pousada do Largo, Tiradentes');
    expect((await download('format=pdf')).status).toBe(200);
  });

  it('names who does not come any more, once', async () => {
    const leaving = await reserveRooms(app, trip, { adult: 2 }, [{ type: 'Duplo', people: 2 }]);
    await download('format=txt');
    await call(app, 'POST', `/api/reservations/${leaving.body.id}/cancel`, { token: leaving.payer.token });
    expect((await read()).gone).toHaveLength(2);
    expect(await (await download('format=txt')).text()).toContain('*Não vem mais*');
    expect((await read()).gone).toEqual([]);
    expect(await (await download('format=txt')).text()).not.toContain('*Não vem mais*');
  });

  it('marks who is left alone in a room, and nobody else of a room from which somebody left or to which somebody came', async () => {
    trip = await createRoomTrip(app, staff, [
      roomTypeDraft({ count: 2 }),
      roomTypeDraft({ label: 'Triplo', places: 3, count: 1 }),
    ]);
    const sharer = { type: 'Duplo', people: 1, share: 'women' as const };
    const family = await reserveRooms(app, trip, { adult: 2, child: 1 }, [{ type: 'Triplo', people: 3 }]);
    const stays = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    const leaves = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    await download('format=txt');
    const cancel = ({ body, payer }: typeof leaves) =>
      call(app, 'POST', `/api/reservations/${body.id}/cancel`, { token: payer.token });
    await cancel(leaves);
    const child = family.body.participants[2].id;
    await call(app, 'DELETE', `/api/reservations/${family.body.id}/participants/${child}`, staff);
    const left = stays.body.participants[0].id;
    expect(await read()).toMatchObject({ changed: [], alone: [left], gone: { length: 2 } });
    expect((await (await download('format=txt')).text()).match(/_(alterado|ficou só no quarto)_/g)).toEqual([
      '_ficou só no quarto_',
    ]);
    expect(await read()).toMatchObject({ changed: [], alone: [] });

    const comes = await reserveRooms(app, trip, { adult: 1 }, [sharer]);
    expect(await read()).toMatchObject({ changed: [comes.body.participants[0].id], alone: [] });
  });

  it('has documents only for staff who may see them', async () => {
    const operator = await createPerson(app, 'OPERATOR', { permissions: [] });
    expect((await download('format=txt&documents=true', operator.token)).status).toBe(403);
    expect((await download('format=txt', operator.token)).status).toBe(200);
  });
});

describe('somebody who is moved', () => {
  const people: string[] = [];
  const inRooms = async () =>
    (await read()).rooms.map(({ guests }) => guests.map((id) => people.indexOf(id)).toSorted());
  const roomIds = async () => (await read()).rooms.map(({ id }) => id);
  beforeAll(async () => {
    trip = await createRoomTrip(app, staff, [roomTypeDraft({ count: 3 })]);
    const sharer = { type: 'Duplo', people: 1, share: 'women' as const };
    for (let made = 0; made < 3; made += 1) {
      people.push((await reserveRooms(app, trip, { adult: 1 }, [sharer])).body.participants[0].id);
    }
  });

  it('leaves their room to who stays there, by one call', async () => {
    expect(await inRooms()).toEqual([[0, 1], [2], []]);
    const [, , third] = await roomIds();
    await put(third, [people[0]]);
    // Who shared with nobody gets the free bed.
    expect(await inRooms()).toEqual([[1, 2], [], [0]]);
  });

  it('swaps with who makes way, and back', async () => {
    const [first, , third] = await roomIds();
    await put(third, [people[0], people[2]]);
    expect(await inRooms()).toEqual([[1], [], [0, 2]]);
    await put(first, [people[2]]);
    expect(await inRooms()).toEqual([[2], [], [0, 1]]);
    await put(first, [people[1]]);
    expect(await inRooms()).toEqual([[1], [], [0, 2]]);
  });

  it('is in one room, however many move them at once', async () => {
    const ids = await roomIds();
    const answers = await Promise.all(ids.map((id) => put(id, [people[0]])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await inRooms()).flat().toSorted()).toEqual([0, 1, 2]);
  });
});
