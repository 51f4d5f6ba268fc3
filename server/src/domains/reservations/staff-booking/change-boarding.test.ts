import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson } from '../../../../test/factories.ts';
import { createFamily, createFamilyTrip, entriesOf, type FamilyTrip } from '../../../../test/parties.ts';

const points = [
  { id: crypto.randomUUID(), time: '04:30', place: 'Posto do trevo' },
  { id: crypto.randomUUID(), time: '05:00', place: 'Rodoviária' },
];

let app: TestApp;
let token: string;
let trip: FamilyTrip;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  trip = await createFamilyTrip(app, { capacity: 100, boarding_points: JSON.stringify(points) });
});
afterAll(() => app.close());

const change = (participantIds: (string | undefined)[], boardingPointId: string | null | undefined, at = trip) =>
  call(app, 'PUT', `/api/trips/${at.id}/passengers/boarding`, { token, body: { participantIds, boardingPointId } });
const boardingOf = async (reservationId: string) =>
  (await call(app, 'GET', `/api/reservations/${reservationId}`, { token })).body.participants.map(
    ({ boardingPointId }: { boardingPointId: string | null }) => boardingPointId,
  );
const changesOf = async (reservationId: string) =>
  (await entriesOf(app, reservationId))
    .filter(({ action }) => action === 'reservation.changed')
    .map((one) => one.changes);

describe('where several people board', () => {
  it('changes at once, with one audit entry per reservation', async () => {
    const [point] = points;
    const one = await createFamily(app, { adult: 2 }, { trip });
    const other = await createFamily(app, { adult: 2 }, { trip });

    const { status } = await change([one.adults[0]?.id, one.adults[1]?.id, other.adults[1]?.id], point?.id);

    expect(status).toBe(200);
    expect(await boardingOf(one.id)).toEqual([point?.id, point?.id]);
    expect(await boardingOf(other.id)).toEqual([null, point?.id]);
    const people = [null, `${one.adults[0]?.name}, Pessoa 2`];
    expect(await changesOf(one.id)).toEqual([{ boardingPoint: [null, '04:30 Posto do trevo'], people }]);
    expect(await changesOf(other.id)).toEqual([
      { boardingPoint: [null, '04:30 Posto do trevo'], people: [null, 'Pessoa 2'] },
    ]);
  });

  it('may be agreed later again; who boards there already changes nothing', async () => {
    const { id, adults } = await createFamily(app, { adult: 1 }, { trip });
    await change([adults[0]?.id], points[1]?.id);
    await change([adults[0]?.id], points[1]?.id);
    expect((await change([adults[0]?.id], null)).status).toBe(200);
    expect(await boardingOf(id)).toEqual([null]);
    expect(await changesOf(id)).toHaveLength(2);
  });

  it('is the same for a lap child and the adult that carries it, whichever is named', async () => {
    const [point, later] = points;
    const { id, adults, lapChildren } = await createFamily(app, { adult: 2, lapChild: 1 }, { trip });
    const [baby] = lapChildren;
    const carrying = adults.find((one) => one.id === baby?.companionId);
    await change([carrying?.id], point?.id);
    const boarding = async () => (await boardingOf(id)).toSorted();
    expect(await boarding()).toEqual([point?.id, point?.id, null].toSorted());
    await change([baby?.id], later?.id);
    expect(await boarding()).toEqual([later?.id, later?.id, null].toSorted());
  });

  it('stays for all if one of them is not going', async () => {
    const [point] = points;
    const going = await createFamily(app, { adult: 1 }, { trip });
    const elsewhere = await createFamily(app, { adult: 1 });
    const gone = await createFamily(app, { adult: 1 }, { trip });
    await call(app, 'POST', `/api/reservations/${gone.id}/cancel`, { token: gone.payer.token });
    for (const stranger of [elsewhere.adults[0]?.id, gone.adults[0]?.id, crypto.randomUUID()]) {
      const response = await change([going.adults[0]?.id, stranger], point?.id);
      expect(response).toMatchObject({ status: 404, body: { code: 'PARTICIPANT_NOT_FOUND' } });
    }
    expect(await boardingOf(going.id)).toEqual([null]);
  });

  it('an unknown boarding point is refused', async () => {
    const { adults } = await createFamily(app, { adult: 1 }, { trip });
    const { body } = await change([adults[0]?.id], crypto.randomUUID());
    expect(body.code).toBe('BOARDING_POINT_UNKNOWN');
    expect((await change([], null)).status).toBe(400);
    expect((await change([adults[0]?.id], undefined)).status).toBe(400);
    expect((await change([adults[0]?.id], null, { ...trip, id: crypto.randomUUID() })).body.code).toBe(
      'TRIP_NOT_FOUND',
    );
  });
});

it('clients do not change it by this way, not even their own', async () => {
  const { payer, adults } = await createFamily(app, { adult: 1 }, { trip });
  const body = { participantIds: [adults[0]?.id], boardingPointId: null };
  const response = await call(app, 'PUT', `/api/trips/${trip.id}/passengers/boarding`, { token: payer.token, body });
  expect(response.status).toBe(403);
});
