import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { receive } from '../../../../test/cancellations.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { endPause } from '../../../../test/holds.ts';
import { createFamily, createFamilyTrip, type FamilyTrip } from '../../../../test/parties.ts';
import { joinList, partyOf, sweepDepsOf } from '../../../../test/waiting.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.updateTable('operator').set({ unpaid_places: 10, pause_minutes: 60 }).execute();
});

const reserve = (trip: FamilyTrip, { token }: Person, adult: number, at = app) =>
  call(at, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body: partyOf(trip, { adult }) });
const cancel = (reservationId: string, { token }: Person) =>
  call(app, 'POST', `/api/reservations/${reservationId}/cancel`, { token });
const book = (reservationId: string) =>
  call(app, 'POST', `/api/reservations/${reservationId}/confirmation`, { token: staff.token });
/** Lets a hold or a request end. */
async function lapse(reservationId: string): Promise<void> {
  await app.db
    .updateTable('reservations')
    .set({ hold_expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', reservationId)
    .execute();
  await sweepHolds(sweepDepsOf(app));
}

describe('unpaid places of a person', () => {
  it('are limited over all trips, until they are paid or let go', async () => {
    const payer = await createPerson(app);
    const trips = await Promise.all(Array.from({ length: 4 }, () => createFamilyTrip(app)));
    const [first, second, third, fourth] = trips as [FamilyTrip, FamilyTrip, FamilyTrip, FamilyTrip];
    const { body: held } = await reserve(first, payer, 6);
    const { body: other } = await reserve(second, payer, 4);

    const refused = await reserve(third, payer, 1);

    expect(refused).toMatchObject({ status: 409, body: { code: 'UNPAID_PLACES' } });
    expect(refused.body.message).toMatch(/Pague o sinal ou desista/);
    await book(held.id);
    expect((await reserve(third, payer, 7)).body.code).toBe('UNPAID_PLACES');
    expect((await reserve(third, payer, 6)).status).toBe(201);
    await cancel(other.id, payer);
    expect((await reserve(fourth, payer, 4)).status).toBe(201);
  });

  it('are no more where the operator allows fewer, and more where staff reserves', async () => {
    await call(app, 'PUT', '/api/settings/reservations', {
      token: staff.token,
      body: { ...(await call(app, 'GET', '/api/settings/reservations', { token: staff.token })).body, unpaidPlaces: 2 },
    });
    const payer = await createPerson(app);
    const trip = await createFamilyTrip(app);
    expect((await reserve(trip, payer, 3)).body.code).toBe('UNPAID_PLACES');

    const participants = Array.from({ length: 5 }, () => ({ fareId: trip.fares.adult }));
    const body = { personId: payer.id, participants, payerTravels: true };
    const booked = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: staff.token, body });

    expect(booked).toMatchObject({ status: 201, body: { state: 'held', places: 5 } });
    expect((await reserve(await createFamilyTrip(app), payer, 2)).status).toBe(201);
  });

  it('include requests, and places booked where nobody asks for a deposit', async () => {
    const payer = await createPerson(app);
    await reserve(await createFamilyTrip(app, { on_request: true }), payer, 5);
    expect((await reserve(await createFamilyTrip(app, { deposit_percent: 0 }), payer, 5)).body.state).toBe('booked');
    expect((await reserve(await createFamilyTrip(app), payer, 1)).body.code).toBe('UNPAID_PLACES');
  });

  it('include those that are waited for, so that an offer is never too many', async () => {
    const full = await createFamilyTrip(app, { capacity: 8 });
    const family = await createFamily(app, { adult: 8 }, { trip: full });
    const { person } = await joinList(app, full, { adult: 6 });
    const trip = await createFamilyTrip(app);
    expect((await reserve(trip, person, 5)).body.code).toBe('UNPAID_PLACES');
    expect((await reserve(trip, person, 4)).status).toBe(201);
    const another = await createFamilyTrip(app, { capacity: 1 });
    await createFamily(app, { adult: 1 }, { trip: another });
    const refused = await call(app, 'POST', `/api/trips/${another.id}/waiting-list`, {
      token: person.token,
      body: partyOf(another, { adult: 1 }),
    });
    expect(refused.body.code).toBe('UNPAID_PLACES');

    await cancel(family.id, family.payer);

    const { body } = await call(app, 'GET', '/api/reservations/me', { token: person.token });
    expect(body.data.find((one: { channel: string }) => one.channel === 'waiting_list')).toMatchObject({ places: 6 });
    // Control: the offer counts as the waiting-list entry did.
    expect((await reserve(await createFamilyTrip(app), person, 1)).body.code).toBe('UNPAID_PLACES');
  });
});

describe('unpaid places from an address', () => {
  let limited: TestApp;
  beforeAll(async () => {
    const config = { ...app.app.deps.config, rateLimits: true, trustProxy: ['127.0.0.1'] };
    limited = await startAnotherProcess(app, { config });
  });
  afterAll(() => limited.close());
  const reserveFrom = (address: string, trip: FamilyTrip, { token }: Person, adult: number) =>
    call(limited, 'POST', `/api/trips/enrrol/${trip.id}`, {
      token,
      body: partyOf(trip, { adult }),
      headers: { 'x-forwarded-for': address },
    });

  it('are limited for all people there together; an IPv6 address counts with its network', async () => {
    const [one, other] = [await createPerson(app), await createPerson(app)];
    const trip = await createFamilyTrip(app, { capacity: 40 });
    expect((await reserveFrom('2001:db8:7:7::1', trip, one, 8)).status).toBe(201);

    const refused = await reserveFrom('2001:db8:7:7:ffff::2', trip, other, 3);

    expect(refused).toMatchObject({ status: 409, body: { code: 'UNPAID_PLACES_ADDRESS' } });
    expect((await reserveFrom('2001:db8:7:8::2', trip, other, 3)).status).toBe(201);
  });

  it('is stored only while they are unpaid', async () => {
    const networkOf = async (id: string) =>
      (await app.db.selectFrom('reservations').select('client_network').where('id', '=', id).executeTakeFirstOrThrow())
        .client_network;
    const payer = await createPerson(app);
    const { body: held } = await reserveFrom('203.0.113.77', await createFamilyTrip(app), payer, 1);
    expect(await networkOf(held.id)).toBe('203.0.113.77');
    await book(held.id);
    expect(await networkOf(held.id)).toBeNull();
  });

  it('is stored of people who wait only while they wait', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    await createFamily(app, { adult: 1 }, { trip });
    const { person } = await joinList(app, trip, { adult: 1 });
    const entry = app.db.selectFrom('waiting_list_entries').select('client_network').where('trip_id', '=', trip.id);
    const client_network = '203.0.113.77';
    await sql`update waiting_list_entries set client_network = ${client_network} where trip_id = ${trip.id}`.execute(
      app.db,
    );
    expect(await entry.executeTakeFirst()).toEqual({ client_network });
    expect((await call(app, 'DELETE', `/api/trips/${trip.id}/waiting-list`, person)).status).toBe(200);
    expect(await entry.executeTakeFirst()).toEqual({ client_network: null });
  });
});

/** Parallel requests of a payer in two processes, a party of two in each of many trips. Returns the places held. */
async function race(payer: Person, other: TestApp): Promise<number> {
  const trips = await Promise.all(Array.from({ length: 12 }, () => createFamilyTrip(app)));
  const responses = await Promise.all(trips.map((trip, index) => reserve(trip, payer, 2, index % 2 ? app : other)));
  for (const { status, body } of responses) expect([201, 'UNPAID_PLACES']).toContain(status === 201 ? 201 : body.code);
  const { places } = await app.db
    .selectFrom('reservations')
    .select(sql<number>`sum(places)::integer`.as('places'))
    .where('user_id', '=', payer.id)
    .executeTakeFirstOrThrow();
  return places;
}

describe('parallel reservations of one person in two processes', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startAnotherProcess(app);
  });
  afterAll(() => other.close());

  it('hold as many places as the operator allows', async () => {
    expect(await race(await createPerson(app), other)).toBe(10);
  });

  it('hold more without the locks, which shows that this race is one', async () => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('claim_unpaid_places'::regproc) as text`.execute(app.db);
    const text = rows[0]?.text ?? '';
    await sql.raw(text.replaceAll(/perform pg_advisory_xact_lock\(.*\);/g, 'perform pg_sleep(0.01);')).execute(app.db);
    try {
      let most = 0;
      for (let races = 0; races < 20 && most <= 10; races += 1) {
        most = Math.max(most, await race(await createPerson(app), other));
      }
      expect(most).toBeGreaterThan(10);
    } finally {
      await sql.raw(text).execute(app.db);
    }
  });
});

describe('who lets go of unpaid places', () => {
  it('holds places of the same trip again after a pause, and reads when', async () => {
    const [trip, other] = [await createFamilyTrip(app), await createFamilyTrip(app)];
    const payer = await createPerson(app);
    await cancel((await reserve(trip, payer, 2)).body.id, payer);

    const again = await reserve(trip, payer, 1);

    expect(again).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    expect(again.body.message).toMatch(/a partir de \d\d\/\d\d\/\d{4} às \d\d:\d\d, ou fale com a gente/);
    expect((await reserve(other, payer, 1)).status).toBe(201);
    await endPause(app, payer.id);
    expect((await reserve(trip, payer, 1)).status).toBe(201);
  });

  it.each([
    ['cancelling', async (id: string, payer: Person) => void (await cancel(id, payer))],
    ['its lapse', lapse],
  ])('of an offer, by %s, waits for places of the trip again only after the pause', async (_, letGo) => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    const { reservation, payer: taker } = await createFamily(app, { adult: 1 }, { trip });
    const { person } = await joinList(app, trip, { adult: 1 });
    await cancel(reservation.id, taker);
    const { body } = await call(app, 'GET', '/api/reservations/me', { token: person.token });
    expect(body.data[0]).toMatchObject({ channel: 'waiting_list', state: 'held' });
    const { person: next } = await joinList(app, trip, { adult: 1 });

    await letGo(body.data[0].id, person);

    const wait = { token: person.token, body: partyOf(trip, { adult: 1 }) };
    const again = await call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, wait);
    expect(again).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    const { body: offered } = await call(app, 'GET', '/api/reservations/me', { token: next.token });
    expect(offered.data[0]).toMatchObject({ channel: 'waiting_list', state: 'held' });
    await endPause(app, person.id);
    await joinList(app, trip, { adult: 1 }, person);
  });

  it('does not wait if some of it was paid, even if that was given back', async () => {
    for (const refund of [undefined, { kind: 'refund', method: 'pix', amountCents: 1_000 }]) {
      const trip = await createFamilyTrip(app);
      const payer = await createPerson(app);
      const { body } = await reserve(trip, payer, 1);
      await cancel(body.id, payer);
      await receive(app.db, body.id, 1_000);
      if (refund) {
        const path = `/api/reservations/${body.id}/payments`;
        expect((await call(app, 'POST', path, { token: staff.token, body: refund })).status).toBe(201);
      }
      expect((await reserve(trip, payer, 1)).status).toBe(201);
    }
  });

  it('waits as well after the deadline has passed, for the waiting list too, but not for its offers or staff', async () => {
    const trip = await createFamilyTrip(app, { capacity: 1 });
    const payer = await createPerson(app);
    const { body: held } = await reserve(trip, payer, 1);
    await lapse(held.id);
    expect((await reserve(trip, payer, 1)).body.code).toBe('HOLD_PAUSED');

    const { reservation, payer: taker } = await createFamily(app, { adult: 1 }, { trip });
    const wait = () =>
      call(app, 'POST', `/api/trips/${trip.id}/waiting-list`, {
        token: payer.token,
        body: partyOf(trip, { adult: 1 }),
      });
    const paused = await wait();
    expect(paused).toMatchObject({ status: 409, body: { code: 'HOLD_PAUSED' } });
    expect(paused.body.message).toMatch(/a partir de \d\d\/\d\d\/\d{4} às \d\d:\d\d, ou fale com a gente/);
    await endPause(app, payer.id);
    expect((await wait()).status).toBe(201);
    // A longer pause would run again.
    await app.db.updateTable('operator').set({ pause_minutes: 7_200 }).execute();
    await cancel(reservation.id, taker);
    const { body } = await call(app, 'GET', '/api/reservations/me', { token: payer.token });
    expect(body.data[0]).toMatchObject({ channel: 'waiting_list', state: 'held' });
    await cancel(body.data[0].id, payer);

    const booked = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: staff.token,
      body: { personId: payer.id },
    });
    expect(booked.status).toBe(201);
  });

  it('does not wait where staff cancelled, or the operator did not answer a request', async () => {
    const payer = await createPerson(app);
    const trip = await createFamilyTrip(app);
    const { body: held } = await reserve(trip, payer, 1);
    const { body: quote } = await call(app, 'GET', `/api/reservations/${held.id}/cancellation?by=operator`, {
      token: staff.token,
    });
    const { status } = await call(app, 'POST', `/api/reservations/${held.id}/cancellation`, {
      token: staff.token,
      body: { by: 'operator', refundCents: quote.refundCents, reason: 'Pedido por telefone' },
    });
    expect(status).toBe(200);
    expect((await reserve(trip, payer, 1)).status).toBe(201);
    const asked = await createFamilyTrip(app, { on_request: true });
    const { body: request } = await reserve(asked, payer, 1);
    await lapse(request.id);
    expect((await reserve(asked, payer, 1)).status).toBe(201);
  });
});
