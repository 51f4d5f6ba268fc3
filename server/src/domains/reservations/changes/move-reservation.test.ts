import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import {
  bornFor,
  createFamily,
  createFamilyTrip,
  departIn,
  entriesOf,
  type Family,
  type FamilyTrip,
  placesTaken,
} from '../../../../test/parties.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const send = (method: string, path: string, body?: object) =>
  call(app, method, `/api/reservations/${path}`, { token: staff.token, ...(body && { body }) });
const move = (id: string, tripId: string, fares?: object[]) =>
  send('POST', `${id}/move`, { tripId, ...(fares && { fares }) });
const quote = (id: string, tripId: string) => send('GET', `${id}/move?tripId=${tripId}`);
const changePerson = (family: Family, who: { id: string } | undefined, body: object) =>
  send('PUT', `${family.id}/participants/${who?.id}`, body);

/** Another departure, a week later, with prices a tenth higher. */
async function nextWeek(overrides: Parameters<typeof createFamilyTrip>[1] = {}): Promise<FamilyTrip> {
  const departs_at = new Date(Date.now() + 37 * DAY_MS);
  const returns_at = new Date(Date.now() + 38 * DAY_MS);
  const trip = await createFamilyTrip(app, { departs_at, returns_at, deposit_percent: 50, ...overrides });
  await app.db
    .updateTable('trip_fares')
    .set((eb) => ({ price_cents: eb('price_cents', '+', 1_000) }))
    .where('trip_id', '=', trip.id)
    .where('takes_place', '=', true)
    .where('audience', '=', 'public')
    .execute();
  return trip;
}

describe('a reservation that moves to another departure', () => {
  it('takes its places there, at the prices and with the deadline of that departure, and boards anew', async () => {
    const family = await createFamily(app, { adult: 2, child: 1, lapChild: 1 });
    await changePerson(family, family.adults[0], { boardingPointId: family.trip.boardingPointId });
    await send('POST', `${family.id}/adjustments`, { amountCents: -500, reason: 'Cliente antiga' });
    const other = await nextWeek();

    const { status, body } = await move(family.id, other.id);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'held',
      places: 3,
      totalCents: 50_200,
      depositCents: 25_100,
      trip: { id: other.id },
    });
    const fares = body.participants.map(({ fareId }: { fareId: string }) => fareId);
    const { adult, child, lapChild } = other.fares;
    expect(fares).toEqual([adult, adult, child, lapChild]);
    expect(body.participants[0]).toMatchObject({ boardingPointId: null, priceCents: 19_900, isPayer: true });
    expect(body.participants[3].companionId).toBe(body.participants[0].id);
    expect(await placesTaken(app, family.trip.id)).toBe(0);
    expect(await placesTaken(app, other.id)).toBe(3);
    const [entry] = (await entriesOf(app, family.id)).filter(({ action }) => action === 'reservation.moved');
    expect(entry?.changes).toEqual({
      trip: [expect.stringMatching(/^Cânions de Furnas, \d\d\/\d\d\/\d{4} às \d\d:\d\d$/), expect.any(String)],
      totalCents: [47_200, 50_200],
    });
  });

  it('costs what was quoted, also where a discount is larger than the prices there', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { totalCents } = family.reservation;
    await send('POST', `${family.id}/adjustments`, { amountCents: 1_000 - totalCents, reason: 'Sorteio' });
    const cheap = await nextWeek();
    const price_cents = totalCents - 5_000;
    await app.db.updateTable('trip_fares').set({ price_cents }).where('trip_id', '=', cheap.id).execute();
    const { body: quoted } = await quote(family.id, cheap.id);
    expect(quoted.newTotalCents).toBe(0);
    const moved = await move(family.id, cheap.id);
    expect(moved).toMatchObject({ status: 200, body: { totalCents: 0 } });
    expect(moved.body.adjustments.at(-1)).toMatchObject({ reason: 'Desconto limitado ao valor da nova saída' });
  });

  it('is quoted before, without a change', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const other = await nextWeek({ capacity: 7 });
    const { status, body } = await quote(family.id, other.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalCents: 28_800, newTotalCents: 30_800, placesLeft: 7 });
    expect(body.participants).toMatchObject([
      { participantId: family.adults[0]?.id, fareLabel: 'Adulto', newFare: { id: other.fares.adult } },
      { participantId: family.children[0]?.id, fareLabel: 'Criança', newFare: { id: other.fares.child } },
    ]);
    expect(await placesTaken(app, family.trip.id)).toBe(2);
  });

  it('follows the age where it asks for another fare there, and keeps removed people as they were', async () => {
    const family = await createFamily(app, { adult: 2, child: 1 });
    const [, removed] = family.adults;
    await send('DELETE', `${family.id}/participants/${removed?.id}`);
    const other = await nextWeek();
    const birthdate = bornFor(other, 13);
    const { status } = await changePerson(family, family.children[0], { name: 'Caio Dias', birthdate });
    expect(status).toBe(200);

    const { body } = await move(family.id, other.id);

    expect(body.participants).toMatchObject([{ fareLabel: 'Adulto' }, { fareLabel: 'Adulto', age: 13 }]);
    expect(body).toMatchObject({ places: 2, totalCents: 39_800 });
    const { rows } = {
      rows: await app.db
        .selectFrom('participants')
        .selectAll()
        .where('id', '=', removed?.id ?? '')
        .execute(),
    };
    expect(rows).toMatchObject([{ trip_id: other.id, fare_label: 'Adulto' }]);
  });

  it('takes chosen fares, and asks for one where no fare fits', async () => {
    const family = await createFamily(app, { adult: 2 });
    const { id: tripId } = await createTrip(app);
    await app.db.updateTable('trip_fares').set({ label: 'Inteira' }).where('trip_id', '=', tripId).execute();
    const { id: fareId } = await app.db
      .selectFrom('trip_fares')
      .select('id')
      .where('trip_id', '=', tripId)
      .executeTakeFirstOrThrow();
    const [payer, other] = family.adults;
    const { participants } = (await quote(family.id, tripId)).body;
    // The payer's age is known, the other's is not.
    expect(participants).toMatchObject([{ newFare: { label: 'Inteira' } }, { newFare: null }]);
    const { status, body } = await move(family.id, tripId);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'FARE_UNKNOWN' });
    expect(body.fields).toEqual({ [`fares.${other?.id}`]: 'Pessoa 2: escolha a tarifa na nova saída.' });
    const chosen = await move(family.id, tripId, [{ participantId: other?.id, fareId }]);
    expect(chosen.body).toMatchObject({ totalCents: 57_800, participants: [{ id: payer?.id }, { fareId }] });
  });

  it('stays booked and keeps its money', async () => {
    const family = await createFamily(app, { adult: 1 });
    await send('POST', `${family.id}/payments`, { kind: 'deposit', method: 'pix', amountCents: 5_670 });
    const { body } = await move(family.id, (await nextWeek()).id);
    expect(body).toMatchObject({ state: 'booked', receivedCents: 5_670, dueCents: 14_230 });
  });

  it('without a deadline has none there either', async () => {
    const family = await createFamily(app, { adult: 1 });
    await send('PUT', `${family.id}/hold`, { holdExpiresAt: null });
    expect((await move(family.id, (await nextWeek()).id)).body.holdExpiresAt).toBeNull();
  });
});

describe('a move is refused', () => {
  const refusal = async (family: Family, tripId: string) => {
    const before = await placesTaken(app, family.trip.id);
    const { status, body } = await move(family.id, tripId);
    expect(status).toBe(body.code === 'TRIP_NOT_FOUND' ? 404 : 409);
    expect(await placesTaken(app, family.trip.id)).toBe(before);
    return body.code;
  };

  it('to the same, an unknown, an archived or a departed trip, and from a departed one', async () => {
    const family = await createFamily(app, { adult: 1 });
    expect(await refusal(family, family.trip.id.toUpperCase())).toBe('MOVE_TO_SAME_TRIP');
    expect(await refusal(family, crypto.randomUUID())).toBe('TRIP_NOT_FOUND');
    expect((await quote(family.id, family.trip.id)).body.code).toBe('MOVE_TO_SAME_TRIP');
    expect((await quote(family.id, crypto.randomUUID())).body.code).toBe('TRIP_NOT_FOUND');
    expect((await quote(crypto.randomUUID(), family.trip.id)).body.code).toBe('RESERVATION_NOT_FOUND');
    const archived = await nextWeek({ is_active: false, archived_at: new Date() });
    expect(await refusal(family, archived.id)).toBe('TRIP_INACTIVE');
    const departed = await nextWeek();
    await departIn(app, departed.id, -1);
    expect(await refusal(family, departed.id)).toBe('TRIP_DEPARTED');
    await departIn(app, family.trip.id, -1);
    expect(await refusal(family, (await nextWeek()).id)).toBe('TRIP_DEPARTED');
  });

  it('with a fare for somebody of another reservation, or for who left this one', async () => {
    const [family, other] = [await createFamily(app, { adult: 2 }), await createFamily(app, { adult: 1 })];
    const removed = family.adults[1]?.id;
    await send('DELETE', `${family.id}/participants/${removed}`);
    const to = await nextWeek();
    for (const participantId of [other.adults[0]?.id, removed]) {
      const { status, body } = await move(family.id, to.id, [{ participantId, fareId: to.fares.adult }]);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'PARTICIPANT_NOT_FOUND' });
    }
    expect(await placesTaken(app, to.id)).toBe(0);
  });

  it('without places, with somebody who is going there already, and once cancelled', async () => {
    const family = await createFamily(app, { adult: 2 });
    expect(await refusal(family, (await nextWeek({ capacity: 1 })).id)).toBe('PLACES_SHORT');
    const other = await nextWeek();
    await createFamily(app, { adult: 1 }, { trip: other, payer: family.payer });
    expect(await refusal(family, other.id)).toBe('ALREADY_PASSENGER');
    await send('POST', `${family.id}/cancellation`, { reason: 'Desistiu' });
    expect(await refusal(family, (await nextWeek()).id)).toBe('RESERVATION_OVER');
  });

  it('where a lap child has no lap there', async () => {
    const family = await createFamily(app, { adult: 1, child: 1 });
    const other = await nextWeek();
    const fares = [{ participantId: family.adults[0]?.id, fareId: other.fares.lapChild }];
    const grown = await move(family.id, other.id, fares);
    expect(grown).toMatchObject({ status: 409, body: { code: 'FARE_BY_AGE' } });
    const lap = [{ participantId: family.children[0]?.id, fareId: other.fares.lapChild }];
    expect((await move(family.id, other.id, lap)).body).toMatchObject({ places: 1 });
  });
});

describe('moves at the same moment', () => {
  it('between two departures, in both directions, all happen', async () => {
    const [one, other] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    const ids: [string, string][] = [];
    for (let count = 0; count < 4; count += 1) {
      ids.push([(await createFamily(app, { adult: 2 }, { trip: one })).id, other.id]);
      ids.push([(await createFamily(app, { adult: 1 }, { trip: other })).id, one.id]);
    }
    const outcomes = await Promise.all(ids.map(([id, tripId]) => move(id, tripId)));
    expect(outcomes.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(await placesTaken(app, one.id)).toBe(4);
    expect(await placesTaken(app, other.id)).toBe(8);
  });

  it('for the last place let one in', async () => {
    const last = await nextWeek({ capacity: 1 });
    const families = [await createFamily(app, { adult: 1 }), await createFamily(app, { adult: 1 })];
    const outcomes = await Promise.all(families.map(({ id }) => move(id, last.id)));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await placesTaken(app, last.id)).toBe(1);
  });
});

it('the places of both departures are announced to every process', async () => {
  const another = await startAnotherProcess(app);
  const announced: string[] = [];
  another.app.deps.changes.onChange((change) => announced.push(change));
  const family = await createFamily(app, { adult: 1 });
  const other = await nextWeek();
  await move(family.id, other.id);
  await expect
    .poll(() => announced)
    .toEqual(expect.arrayContaining([`places:${family.trip.id}`, `places:${other.id}`]));
  await another.close();
});

it('clients neither quote nor move', async () => {
  const { id, payer } = await createFamily(app, { adult: 1 });
  const { id: tripId } = await nextWeek();
  const path = `/api/reservations/${id}/move`;
  expect((await call(app, 'GET', `${path}?tripId=${tripId}`, { token: payer.token })).status).toBe(403);
  expect((await call(app, 'POST', path, { token: payer.token, body: { tripId } })).status).toBe(403);
});
