import type { TripExtra } from '@passeio/contract/trips/extras';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';
import { linkForPayer } from '../../../../test/payer-links.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const lunch = extraDraft({ maxQuantity: 2, stock: 3 });
const ticket = extraDraft({ label: 'Ingresso', priceCents: 10_000, maxQuantity: 1, stock: null, refundable: false });
const bottle = extraDraft({ label: 'Garrafa', priceCents: 1_000, per: 'reservation', maxQuantity: 2, stock: null });

/** A reservation of two in a trip at R$ 200, of 20 days ago: the days of withdrawal are over. */
async function reserved(overrides: object = {}) {
  const draft = { ...tripDraft({ isActive: true, fares: [fareDraft({ priceCents: 20_000 })] }), ...overrides };
  const extras = [lunch, ticket, bottle];
  const { body: trip } = await call(app, 'POST', '/api/trips', {
    token: operator.token,
    body: { extras, ...draft },
  });
  const payer = await createPerson(app);
  const { body } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
    token: payer.token,
    body: { party: [{ fareId: trip.fares[0].id, count: 2 }], acceptedPolicy: true },
  });
  await sql`update reservations set created_at = created_at - interval '20 days',
    accepted_at = accepted_at - interval '20 days' where id = ${body.id}`.execute(app.db);
  const [ofLunch, ofTicket, ofBottle] = trip.extras.map(({ id }: TripExtra) => id) as string[];
  const people = body.participants.map(({ id }: { id: string }) => id) as string[];
  const path = `/api/reservations/${body.id}`;
  const add = (body: object, token = payer.token) => call(app, 'POST', `${path}/extras`, { token, body });
  const remove = (lineId: string, token = payer.token) => call(app, 'DELETE', `${path}/extras/${lineId}`, { token });
  const pay = (amountCents: number) =>
    call(app, 'POST', `${path}/payments`, {
      token: operator.token,
      body: { kind: 'deposit', method: 'cash', amountCents },
    });
  const extraIds = { lunch: ofLunch as string, ticket: ofTicket as string, bottle: ofBottle as string };
  return { id: body.id as string, tripId: trip.id as string, trip, payer, people, path, add, remove, pay, ...extraIds };
}
const lineOf = (body: { lines: { id: string; label: string }[] }, label: string) =>
  body.lines.find((line) => line.label === label) as unknown as { id: string; quantity: number; totalCents: number };
const takenOf = async ({ tripId }: { tripId: string }) =>
  (
    await app.db.selectFrom('trip_extras').select('taken').where('trip_id', '=', tripId).orderBy('position').execute()
  ).map(({ taken }) => taken);

it('an extra that is added later is more to pay; a booked reservation stays booked', async () => {
  const one = await reserved();
  await one.pay(12_000);
  const { status, body } = await one.add({ extraId: one.lunch, count: 1, participantId: one.people[1] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ state: 'booked', totalCents: 44_500, receivedCents: 12_000, dueCents: 32_500 });
  const { body: more } = await one.add({ extraId: one.lunch, count: 1, participantId: one.people[1] });
  expect(lineOf(more, 'Almoço')).toMatchObject({ quantity: 2, totalCents: 9_000 });
  expect(await takenOf(one)).toEqual([2, 0, 0]);
  const { body: timeline } = await call(app, 'GET', `${one.path}/timeline`, { token: one.payer.token });
  expect(JSON.stringify(timeline)).toContain('Você incluiu 1 × Almoço');
});

it('ends the code of the former amount', async () => {
  await sql`update operator set pix_key = 'pix@rotadasaguas.example'`.execute(app.db);
  const one = await reserved();
  const charge = async () =>
    (await call(app, 'POST', `${one.path}/charges`, { token: one.payer.token, body: { purpose: 'deposit' } })).body;
  expect((await charge()).amountCents).toBe(12_000);
  const { body } = await one.add({ extraId: one.bottle, count: 2 });
  expect(body).toMatchObject({ state: 'held', depositCents: 12_600, charge: null });
  expect((await charge()).amountCents).toBe(12_600);
});

it('more of an extra costs its price of today, and what was sold keeps its own', async () => {
  const one = await reserved();
  await one.add({ extraId: one.bottle, count: 1 });
  await sql`update trip_extras set price_cents = 1500 where id = ${one.bottle}`.execute(app.db);
  const { body } = await one.add({ extraId: one.bottle, count: 1 });
  expect(body.totalCents).toBe(42_500);
});

it('is refused beyond stock and maximum, for others, after the sale, and by strangers', async () => {
  const one = await reserved();
  const code = async (extra: object, token?: string) => (await one.add(extra, token)).body.code;
  const [ana, bia] = one.people;
  expect(await code({ extraId: one.lunch, count: 3, participantId: ana })).toBe('EXTRA_QUANTITY');
  expect((await one.add({ extraId: one.lunch, count: 2, participantId: ana })).status).toBe(201);
  expect(await code({ extraId: one.lunch, count: 1, participantId: ana })).toBe('EXTRA_QUANTITY');
  const short = await one.add({ extraId: one.lunch, count: 2, participantId: bia });
  expect([short.body.code, short.body.fields.extras]).toEqual(['EXTRA_SOLD_OUT', 'Almoço: resta 1.']);
  expect(await code({ extraId: one.lunch, count: 1 })).toBe('PARTICIPANT_NOT_FOUND');
  expect(await code({ extraId: one.id, count: 1 })).toBe('EXTRA_UNKNOWN');
  expect(await code({ extraId: one.bottle, count: 1 }, (await createPerson(app)).token)).toBe('RESERVATION_NOT_FOUND');
  expect(await code({ extraId: one.bottle, count: 0 })).toBe('INVALID_INPUT');
  await sql`update trip_extras set sold_until_hours = 8000 where id = ${one.bottle}`.execute(app.db);
  expect(await code({ extraId: one.bottle, count: 1 })).toBe('EXTRA_CLOSED');
  expect((await one.add({ extraId: one.bottle, count: 1 }, operator.token)).status).toBe(201);
  // The hold and what was chosen stay.
  const { body } = await call(app, 'GET', one.path, { token: one.payer.token });
  expect(body).toMatchObject({ state: 'held', totalCents: 50_000, places: 2 });
});

it('removed by its payer, an extra is given back whole or not at all; staff decides', async () => {
  const one = await reserved();
  const [ana] = one.people;
  await one.add({ extraId: one.lunch, count: 1, participantId: ana });
  const { body } = await one.add({ extraId: one.ticket, count: 1, participantId: ana });
  await one.pay(54_500);
  const afterLunch = await one.remove(lineOf(body, 'Almoço').id);
  expect(afterLunch.body).toMatchObject({ totalCents: 50_000, toReturnCents: 4_500 });
  expect(await takenOf(one)).toEqual([0, 1, 0]);
  const kept = await one.remove(lineOf(body, 'Ingresso').id);
  expect([kept.status, kept.body.code]).toEqual([409, 'EXTRA_REMOVAL_COSTS']);
  expect((await one.remove(lineOf(body, 'Ingresso').id, operator.token)).body.totalCents).toBe(40_000);
  expect((await one.remove(lineOf(body, 'Ingresso').id)).body.code).toBe('EXTRA_NOT_FOUND');
  expect((await one.remove(lineOf(body, 'Adulto').id)).body.code).toBe('EXTRA_NOT_FOUND');
  const other = await reserved();
  const ofOther = await other.add({ extraId: other.bottle, count: 1 });
  expect((await one.remove(lineOf(ofOther.body, 'Garrafa').id)).body.code).toBe('EXTRA_NOT_FOUND');
  const forOther = await one.add({ extraId: one.lunch, count: 1, participantId: other.people[0] });
  expect(forOther.body.code).toBe('PARTICIPANT_NOT_FOUND');
});

it('is added and removed with the payer’s link too, with the last digits of the phone once money came', async () => {
  const one = await reserved();
  const token = await linkForPayer(app, { id: one.path.split('/').at(-1) ?? '' });
  const byLink = (name: string, body: object) =>
    call(app, 'POST', `/api/reservation-links/${name}`, { token: '', body: { token, ...body } });
  const { status, body } = await byLink('extras', { extraId: one.bottle, count: 1 });
  expect([status, body.totalCents]).toEqual([201, 41_000]);
  await one.pay(12_300);
  const lineId = lineOf(body, 'Garrafa').id;
  expect((await byLink('remove-extra', { lineId })).status).not.toBe(200);
  expect((await byLink('remove-extra', { lineId, phoneDigits: '0000' })).body.totalCents).toBe(40_000);
});

it('the reservation’s page reads what its payer may still choose, and which of its lines are extras', async () => {
  const one = await reserved();
  await call(app, 'POST', `${one.path}/adjustments`, {
    token: operator.token,
    body: { amountCents: 2_000, reason: 'Transporte até o hotel' },
  });
  await sql`update trip_extras set sold_until_hours = 8000 where id = ${one.bottle}`.execute(app.db);
  const { body } = await one.add({ extraId: one.lunch, count: 1, participantId: one.people[0] });
  const labels = (answer: typeof body) => answer.trip.extras.map(({ label }: TripExtra) => label);
  expect(labels(body)).toEqual(['Almoço', 'Ingresso']);
  expect(body.trip.extras[0].stockLeft).toBe(2);
  expect(lineOf(body, 'Almoço')).toMatchObject({ extraId: one.lunch });
  expect(lineOf(body, 'Transporte até o hotel')).toMatchObject({ extraId: null });
  expect(body.adjustments).toMatchObject([{ reason: 'Transporte até o hotel' }]);
  const read = async (token: string) => (await call(app, 'GET', one.path, { token })).body;
  expect(labels(await read(operator.token))).toEqual(['Almoço', 'Ingresso', 'Garrafa']);
  await call(app, 'POST', `${one.path}/cancel`, { token: one.payer.token });
  expect(labels(await read(operator.token))).toEqual([]);
});

it('the quote of an extra says what the rules keep of it, before it is taken out', async () => {
  const one = await reserved();
  await one.add({ extraId: one.lunch, count: 1, participantId: one.people[0] });
  const { body } = await one.add({ extraId: one.ticket, count: 1, participantId: one.people[0] });
  await one.pay(54_500);
  const quote = (lineId: string) =>
    call(app, 'GET', `${one.path}/cancellation?extra=${lineId}`, { token: one.payer.token });
  expect((await quote(lineOf(body, 'Almoço').id)).body).toMatchObject({ penaltyCents: 0, refundCents: 4_500 });
  expect((await quote(lineOf(body, 'Ingresso').id)).body).toMatchObject({ penaltyCents: 10_000, refundCents: 0 });
  expect((await quote(lineOf(body, 'Adulto').id)).body.code).toBe('EXTRA_NOT_FOUND');
});

it('a move to another departure names the extras that it ends, and ends them', async () => {
  const one = await reserved();
  for (const participantId of one.people) await one.add({ extraId: one.lunch, count: 1, participantId });
  const other = await reserved();
  const { body } = await call(app, 'GET', `${one.path}/move?tripId=${other.tripId}`, { token: operator.token });
  expect(body).toMatchObject({
    totalCents: 49_000,
    newTotalCents: 40_000,
    extras: [{ label: 'Almoço', quantity: 2, totalCents: 9_000 }],
  });
  const moved = await call(app, 'POST', `${one.path}/move`, {
    token: operator.token,
    body: { tripId: other.tripId },
  });
  expect(moved.body).toMatchObject({ totalCents: 40_000 });
  expect(await takenOf(one)).toEqual([0, 0, 0]);
});

it('the passenger list names the extras that staff may sell by phone', async () => {
  const { tripId } = await reserved();
  const { body } = await call(app, 'GET', `/api/trips/${tripId}/passengers`, { token: operator.token });
  expect(body.trip.extras).toMatchObject([
    { label: 'Almoço', stockLeft: 3 },
    { label: 'Ingresso' },
    { label: 'Garrafa' },
  ]);
});
