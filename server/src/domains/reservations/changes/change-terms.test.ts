import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import { createFamily, createFamilyTrip, departIn, entriesOf, placesTaken } from '../../../../test/parties.ts';

const HOUR_MS = 3_600_000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const send = (method: string, path: string, body?: object) =>
  call(app, method, `/api/reservations/${path}`, { token: staff.token, ...(body && { body }) });
const adjust = (id: string, amountCents: number, reason = 'Cliente antiga') =>
  send('POST', `${id}/adjustments`, { amountCents, reason });
const setHold = (id: string, holdExpiresAt: string | null) => send('PUT', `${id}/hold`, { holdExpiresAt });
const confirm = (id: string) => send('POST', `${id}/confirmation`);
const pay = (id: string, amountCents: number) =>
  send('POST', `${id}/payments`, { kind: 'deposit', method: 'pix', amountCents });
const cancel = (id: string) => send('POST', `${id}/cancellation`, { reason: 'Desistiu' });
const expire = (id: string) =>
  app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', id).execute();
const lastEntry = async (id: string) => (await entriesOf(app, id)).at(-1);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a discount or an extra', () => {
  it('changes total and deposit, and is listed with its reason', async () => {
    const { id } = await createFamily(app, { adult: 2 });
    const { status, body } = await adjust(id, -7_800);
    expect(status).toBe(201);
    expect(body).toMatchObject({ totalCents: 30_000, depositCents: 9_000, dueCents: 30_000, state: 'held' });
    expect((await adjust(id, 5_000, 'Quarto com varanda')).body).toMatchObject({
      totalCents: 35_000,
      adjustments: [
        { amountCents: -7_800, reason: 'Cliente antiga' },
        { amountCents: 5_000, reason: 'Quarto com varanda' },
      ],
    });
    expect(await lastEntry(id)).toMatchObject({
      action: 'reservation.adjusted',
      actor_id: staff.id,
      changes: { amountCents: [null, 5_000], reason: [null, 'Quarto com varanda'], totalCents: [30_000, 35_000] },
    });
  });

  it('books a held reservation whose deposit is covered then, and leaves a booked one booked', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await pay(id, 5_000);
    expect((await adjust(id, -8_900)).body).toMatchObject({ state: 'booked', depositCents: 3_000 });
    expect((await lastEntry(id))?.changes).toMatchObject({ state: ['held', 'booked'] });
    expect((await adjust(id, 40_000)).body).toMatchObject({ state: 'booked', totalCents: 50_000 });
  });

  it('of everything leaves what was paid to be given back', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await pay(id, 5_000);
    expect((await adjust(id, -18_900)).body).toMatchObject({ totalCents: 0, dueCents: 0, toReturnCents: 5_000 });
  });

  it('is refused below zero, without a reason, and once the reservation is over', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    const { status, body } = await adjust(id, -18_901);
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'TOTAL_BELOW_ZERO' });
    expect(body.fields).toHaveProperty('amountCents');
    expect((await adjust(id, 0)).status).toBe(400);
    expect((await adjust(id, 100, ' ')).status).toBe(400);
    await cancel(id);
    expect((await adjust(id, 100)).body.code).toBe('RESERVATION_OVER');
    expect((await adjust(crypto.randomUUID(), 100)).body.code).toBe('RESERVATION_NOT_FOUND');
  });
});

describe('the deadline of a held reservation', () => {
  it('is moved, and may be none', async () => {
    const { id, reservation } = await createFamily(app, { adult: 1 });
    const deadline = inHours(72);
    expect((await setHold(id, deadline)).body).toMatchObject({ holdExpiresAt: deadline, status: { until: deadline } });
    expect((await setHold(id, null)).body).toMatchObject({ holdExpiresAt: null, state: 'held' });
    const entries = (await entriesOf(app, id)).filter(({ action }) => action === 'reservation.hold_changed');
    expect(entries.map(({ changes }) => changes)).toEqual([
      { holdExpiresAt: [reservation.holdExpiresAt, deadline] },
      { holdExpiresAt: [deadline, null] },
    ]);
  });

  it('lies ahead, before departure, and only where the deposit is awaited', async () => {
    const { id, trip } = await createFamily(app, { adult: 1 });
    expect((await setHold(id, inHours(-1))).body.code).toBe('HOLD_IN_PAST');
    const late = new Date(trip.departsAt.getTime() + 1_000).toISOString();
    const { body } = await setHold(id, late);
    expect(body).toMatchObject({ code: 'HOLD_IN_PAST', fields: { holdExpiresAt: expect.any(String) } });
    expect((await setHold(id, 'amanhã' as string)).status).toBe(400);
    await confirm(id);
    expect((await setHold(id, inHours(1))).body.code).toBe('NOT_HELD');
  });
});

describe('confirming without a deposit', () => {
  it('books a held reservation, once', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    expect(await confirm(id)).toMatchObject({
      status: 200,
      body: {
        state: 'booked',
        dueCents: 18_900,
        status: { key: 'booked', nextStep: expect.stringContaining('sinal') },
      },
    });
    expect(await lastEntry(id)).toMatchObject({
      action: 'reservation.confirmed',
      changes: { state: ['held', 'booked'] },
    });
    expect(await confirm(id)).toMatchObject({ status: 409, body: { code: 'NOT_HELD' } });
  });

  it('takes the places of an expired reservation again', async () => {
    const { id, trip } = await createFamily(app, { adult: 2, lapChild: 1 });
    await expire(id);
    expect(await placesTaken(app, trip.id)).toBe(0);
    expect((await confirm(id)).body).toMatchObject({ state: 'booked', places: 2 });
    expect(await placesTaken(app, trip.id)).toBe(2);
    expect((await lastEntry(id))?.action).toBe('reservation.reinstated');
  });

  it('is refused without places, for somebody who reserved anew, after departure, and once cancelled', async () => {
    const trip = await createFamilyTrip(app, { capacity: 3 });
    const first = await createFamily(app, { adult: 2 }, { trip });
    await expire(first.id);
    const { id: otherId } = await createFamily(app, { adult: 2 }, { trip });
    expect((await confirm(first.id)).body.code).toBe('PLACES_SHORT');
    await cancel(otherId);
    await endPause(app, first.id);
    const again = await createFamily(app, { adult: 1 }, { trip, payer: first.payer });
    expect((await confirm(first.id)).body.code).toBe('ALREADY_PASSENGER');
    await cancel(again.id);
    expect((await confirm(again.id)).body.code).toBe('RESERVATION_OVER');
    await departIn(app, trip.id, -1);
    expect((await confirm(first.id)).body.code).toBe('TRIP_DEPARTED');
    expect(await placesTaken(app, trip.id)).toBe(0);
  });

  it('is offered in the passenger list while the trip is ahead', async () => {
    const { id, trip } = await createFamily(app, { adult: 1 });
    const path = `/api/trips/${trip.id}/passengers`;
    const offered = async () =>
      (await call(app, 'GET', path, { token: staff.token })).body.data[0].reservation.reinstatable;
    expect(await offered()).toBe(false);
    await expire(id);
    expect(await offered()).toBe(true);
    const archive = (archived_at: Date | null) =>
      app.db
        .updateTable('trips')
        .set({ archived_at, is_active: archived_at === null })
        .where('id', '=', trip.id)
        .execute();
    await archive(new Date());
    expect(await offered()).toBe(false);
    await archive(null);
    await departIn(app, trip.id, -1);
    expect(await offered()).toBe(false);
  });

  it('of two at the same moment for the last places is one', async () => {
    const trip = await createTrip(app, { capacity: 1 });
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const client = await createPerson(app);
      const { body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: client.token });
      await expire(body.id);
      ids.push(body.id);
    }
    const outcomes = await Promise.all(ids.map(confirm));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await placesTaken(app, trip.id)).toBe(1);
  });
});

it.each(['adjustments', 'hold', 'confirmation'])('clients do not change %s, not even their own', async (what) => {
  const { id, payer } = await createFamily(app, { adult: 1 });
  const bodies: Record<string, object | undefined> = {
    adjustments: { amountCents: -100, reason: 'Porque sim' },
    hold: { holdExpiresAt: null },
    confirmation: undefined,
  };
  const method = what === 'hold' ? 'PUT' : 'POST';
  const body = bodies[what];
  const response = await call(app, method, `/api/reservations/${id}/${what}`, {
    token: payer.token,
    ...(body && { body }),
  });
  expect(response.status).toBe(403);
});
