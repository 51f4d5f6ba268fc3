import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { TripExtra } from '@passeio/contract/trips/extras';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';
import { sweepDepsOf } from '../../../../test/waiting.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const lunch = extraDraft({ maxQuantity: 2, stock: 3 });
const ticket = extraDraft({ label: 'Ingresso', priceCents: 10_000, maxQuantity: 1, stock: null, refundable: false });
const bottle = extraDraft({ label: 'Garrafa', priceCents: 0, per: 'reservation', maxQuantity: 1, stock: 10 });

/** A trip at R$ 200 with lunches, tickets and bottles. */
async function createTrip(overrides: object = {}) {
  const fares = [fareDraft({ priceCents: 20_000 })];
  const draft = { ...tripDraft({ isActive: true, fares }), extras: [lunch, ticket, bottle], ...overrides };
  const { body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
  const [ofLunch, ofTicket, ofBottle] = body.extras.map(({ id }: TripExtra) => id);
  return {
    ...{ id: body.id as string, fareId: body.fares[0].id as string, trip: body },
    ...{ lunch: ofLunch as string, ticket: ofTicket as string, bottle: ofBottle as string },
  };
}
type Trip = Awaited<ReturnType<typeof createTrip>>;

const reserve = (trip: Trip, token: string, count: number, extras: object[]) =>
  call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
    token,
    body: { party: [{ fareId: trip.fareId, count }], extras, acceptedPolicy: true },
  });
const takenOf = async (trip: Trip) => {
  const rows = await app.db.selectFrom('trip_extras').select(['id', 'taken']).where('trip_id', '=', trip.id).execute();
  return [trip.lunch, trip.ticket, trip.bottle].map((id) => rows.find((one) => one.id === id)?.taken);
};
const linesOf = ({ lines, participants }: Reservation) =>
  lines.map(({ label, quantity, totalCents, participantId }) => [
    ...[label, quantity, totalCents],
    participants.findIndex(({ id }) => id === participantId),
  ]);

describe('reserving with extras', () => {
  it('makes them lines of their people, in total and deposit, and takes them from the stock', async () => {
    const trip = await createTrip();
    const { token } = await createPerson(app);
    const extras = [
      { extraId: trip.lunch, count: 2, participantIndex: 1 },
      { extraId: trip.bottle, count: 1 },
    ];
    const { status, body } = await reserve(trip, token, 2, extras);
    expect(status).toBe(201);
    expect(body).toMatchObject({ totalCents: 49_000, depositCents: 14_700 });
    const lines = [
      ['Adulto', 1, 20_000, 0],
      ['Adulto', 1, 20_000, 1],
      ['Almoço', 2, 9_000, 1],
      ['Garrafa', 1, 0, -1],
    ];
    expect(linesOf(body).toSorted()).toEqual(lines.toSorted());
    expect(await takenOf(trip)).toEqual([2, 0, 1]);
    const { body: read } = await call(app, 'GET', `/api/reservations/${body.id}`, { token });
    expect(linesOf(read).toSorted()).toEqual(lines.toSorted());
    const { body: quote } = await call(app, 'POST', '/api/quotes', {
      token,
      body: {
        tripId: trip.id,
        party: [{ fareId: trip.fareId, count: 2 }],
        extras: [{ extraId: trip.lunch, count: 1 }],
      },
    });
    expect(quote.totalCents).toBe(44_500);
  });

  it('is refused with the name of what was sold meanwhile, and takes nothing', async () => {
    const trip = await createTrip();
    const [ana, bia] = [await createPerson(app), await createPerson(app)];
    expect((await reserve(trip, ana.token, 1, [{ extraId: trip.lunch, count: 2 }])).status).toBe(201);
    const { status, body } = await reserve(trip, bia.token, 1, [
      { extraId: trip.lunch, count: 2 },
      { extraId: trip.bottle, count: 1 },
    ]);
    expect([status, body.code, body.extraId]).toEqual([409, 'EXTRA_SOLD_OUT', trip.lunch]);
    expect(body.fields).toEqual({ extras: 'Almoço: resta 1.' });
    expect(await takenOf(trip)).toEqual([2, 0, 1 - 1]);
    expect((await reserve(trip, bia.token, 1, [{ extraId: trip.lunch, count: 1 }])).status).toBe(201);
  });

  it('is possible without an account, and for staff after the site has stopped selling', async () => {
    const date = new Date(Date.now() + 20 * 3_600_000).toISOString();
    const trip = await createTrip({ date, extras: [{ ...lunch, soldUntilHours: 24 }, ticket, bottle] });
    const guest = { name: 'Rosa Mendes', contact: '(35) 99811-2233' };
    const asGuest = (extraId: string) =>
      call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
        token: '',
        body: { party: [{ fareId: trip.fareId, count: 1 }], extras: [{ extraId, count: 1 }], guest },
      });
    expect((await asGuest(trip.lunch)).body.code).toBe('EXTRA_CLOSED');
    expect((await asGuest(trip.ticket)).body).toMatchObject({ totalCents: 30_000 });
    const client = await createPerson(app);
    const { status, body } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, {
      token: operator.token,
      body: { personId: client.id, extras: [{ extraId: trip.lunch, count: 2, participantIndex: 0 }] },
    });
    expect([status, body.totalCents]).toEqual([201, 29_000]);
    expect(await takenOf(trip)).toEqual([2, 1, 0]);
  });

  it('keeps the price of what was sold, which is not deleted but ends being offered', async () => {
    const trip = await createTrip();
    const { token } = await createPerson(app);
    const { body: reserved } = await reserve(trip, token, 1, [{ extraId: trip.lunch, count: 1 }]);
    const update = { ...tripDraft({ isActive: true }), id: trip.id, boardingPoints: trip.trip.boardingPoints };
    const change = async (extras: object[]) => {
      const { version, fares } = (await call(app, 'GET', `/api/trips/${trip.id}`, { token: operator.token })).body;
      const { title, date, returnDate } = trip.trip;
      const body = { ...update, title, date, returnDate, fares, version, extras };
      return call(app, 'PUT', '/api/trips', { token: operator.token, body });
    };
    const below = await change([{ ...lunch, stock: 0 }]);
    expect([below.status, below.body.code]).toEqual([409, 'EXTRA_STOCK_TAKEN']);
    expect((await change([{ ...lunch, priceCents: 9_900 }])).body.extras).toMatchObject([{ stockLeft: 2 }]);
    expect((await change([])).body.extras).toEqual([]);
    expect((await call(app, 'GET', `/api/reservations/${reserved.id}`, { token })).body.totalCents).toBe(24_500);
    const rows = await app.db.selectFrom('trip_extras').select('label').where('trip_id', '=', trip.id).execute();
    expect(rows).toEqual([{ label: 'Almoço' }]);
    await expect(
      sql`update trip_extras set taken = 0 where trip_id = ${trip.id}`.execute(app.db),
    ).rejects.toMatchObject({
      constraint: 'trip_extras_taken_follows_lines',
    });
    await expect(app.db.deleteFrom('trip_extras').where('trip_id', '=', trip.id).execute()).rejects.toMatchObject({
      constraint: 'reservation_lines_extra_of_trip',
    });
  });
});

describe('the stock of extras', () => {
  it('is free again after a cancellation, and for others', async () => {
    const trip = await createTrip();
    const [ana, bia] = [await createPerson(app), await createPerson(app)];
    const { body } = await reserve(trip, ana.token, 2, [{ extraId: trip.lunch, count: 3 }]);
    expect((await reserve(trip, bia.token, 1, [{ extraId: trip.lunch, count: 1 }])).body.code).toBe('EXTRA_SOLD_OUT');
    await call(app, 'POST', `/api/reservations/${body.id}/cancel`, { token: ana.token, body: {} });
    expect(await takenOf(trip)).toEqual([0, 0, 0]);
    expect((await reserve(trip, bia.token, 1, [{ extraId: trip.lunch, count: 1 }])).status).toBe(201);
  });

  it('is free again when the hold expires, and taken by reinstating it, or not to be had any more', async () => {
    const trip = await createTrip();
    const [ana, bia] = [await createPerson(app), await createPerson(app)];
    const { body } = await reserve(trip, ana.token, 1, [{ extraId: trip.lunch, count: 2 }]);
    const expire = async () => {
      await sql`update reservations set hold_expires_at = now() where id = ${body.id} and state = 'held'`.execute(
        app.db,
      );
      await sweepHolds(sweepDepsOf(app));
      expect(await takenOf(trip)).toEqual([0, 0, 0]);
    };
    const confirm = () => call(app, 'POST', `/api/reservations/${body.id}/confirmation`, { token: operator.token });
    await expire();
    const other = await reserve(trip, bia.token, 1, [{ extraId: trip.lunch, count: 2 }]);
    const refused = await confirm();
    expect([refused.status, refused.body.code]).toEqual([409, 'EXTRA_SOLD_OUT']);
    await call(app, 'POST', `/api/reservations/${other.body.id}/cancel`, { token: bia.token, body: {} });
    expect((await confirm()).body).toMatchObject({ state: 'booked', totalCents: 29_000 });
    expect(await takenOf(trip)).toEqual([2, 0, 0]);
  });

  it('is free again with the participant who leaves, whose lines end', async () => {
    const trip = await createTrip();
    const { token } = await createPerson(app);
    const extras = [
      { extraId: trip.lunch, count: 1, participantIndex: 1 },
      { extraId: trip.bottle, count: 1 },
    ];
    const { body } = await reserve(trip, token, 2, extras);
    const path = `/api/reservations/${body.id}/participants/${body.participants[1].id}`;
    const { body: after } = await call(app, 'DELETE', path, { token });
    expect(linesOf(after)).toEqual([
      ['Adulto', 1, 20_000, 0],
      ['Garrafa', 1, 0, -1],
    ]);
    expect(after.totalCents).toBe(20_000);
    expect(await takenOf(trip)).toEqual([0, 0, 1]);
  });

  it('is free again on the departure that a reservation leaves', async () => {
    const [trip, to] = [await createTrip(), await createTrip()];
    const { token } = await createPerson(app);
    const { body } = await reserve(trip, token, 1, [{ extraId: trip.lunch, count: 1 }]);
    const { status, body: moved } = await call(app, 'POST', `/api/reservations/${body.id}/move`, {
      token: operator.token,
      body: { tripId: to.id },
    });
    expect([status, moved.totalCents]).toEqual([200, 20_000]);
    expect(await takenOf(trip)).toEqual([0, 0, 0]);
  });
});

it('an extra without refund is kept where the rules keep a part of the rest', async () => {
  const trip = await createTrip({ cancellationTiers: [{ minHoursBefore: 0, penaltyPercent: 10 }] });
  const { token } = await createPerson(app);
  const { body } = await reserve(trip, token, 1, [
    { extraId: trip.ticket, count: 1 },
    { extraId: trip.lunch, count: 1 },
  ]);
  await call(app, 'POST', `/api/reservations/${body.id}/payments`, {
    token: operator.token,
    body: { kind: 'deposit', method: 'cash', amountCents: 34_500 },
  });
  // After the days of withdrawal.
  await sql`update reservations set created_at = created_at - interval '20 days', accepted_at = accepted_at - interval '20 days'
    where id = ${body.id}`.execute(app.db);
  const quote = async (by = 'client') => {
    const query = `?by=${by}`;
    return (await call(app, 'GET', `/api/reservations/${body.id}/cancellation${query}`, { token: operator.token }))
      .body;
  };
  expect(await quote()).toMatchObject({ penaltyCents: 12_450, refundCents: 22_050 });
  expect((await quote()).rule).toContain('adicionais sem reembolso não voltam');
  expect(await quote('operator')).toMatchObject({ penaltyCents: 0, refundCents: 34_500 });
});

it('an extra without refund is kept of somebody who leaves the others, whom the payer cannot just remove', async () => {
  const trip = await createTrip();
  const { token } = await createPerson(app);
  const { body } = await reserve(trip, token, 2, [{ extraId: trip.ticket, count: 1, participantIndex: 1 }]);
  await call(app, 'POST', `/api/reservations/${body.id}/payments`, {
    token: operator.token,
    body: { kind: 'deposit', method: 'cash', amountCents: 50_000 },
  });
  await sql`update reservations set created_at = created_at - interval '20 days', accepted_at = accepted_at - interval '20 days'
    where id = ${body.id}`.execute(app.db);
  const leaving = body.participants[1].id;
  const removed = await call(app, 'DELETE', `/api/reservations/${body.id}/participants/${leaving}`, { token });
  expect([removed.status, removed.body.code]).toEqual([409, 'REMOVAL_COSTS']);
  const { status, body: after } = await call(app, 'POST', `/api/reservations/${body.id}/cancel`, {
    token,
    body: { refundCents: 20_000, participants: [leaving] },
  });
  expect([status, after.totalCents, after.toReturnCents]).toEqual([200, 30_000, 20_000]);
  expect(await takenOf(trip)).toEqual([0, 0, 0]);
});
