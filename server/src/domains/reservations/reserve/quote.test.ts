import type { TripExtra } from '@passeio/contract/trips/extras';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const lunch = extraDraft({ maxQuantity: 2, stock: 5 });
const guide = extraDraft({
  label: 'Guia particular',
  priceCents: 20_000,
  per: 'reservation',
  maxQuantity: 1,
  stock: null,
});

/** A trip on sale at R$ 289 with lunches for each person and one guide for a reservation. */
async function createTrip(overrides: object = {}) {
  const draft = { ...tripDraft({ isActive: true, fares: [fareDraft()] }), extras: [lunch, guide], ...overrides };
  const { body } = await call(app, 'POST', '/api/trips', { token: operator.token, body: draft });
  const idOf = (label: string) => body.extras.find((one: TripExtra) => one.label === label).id as string;
  return {
    id: body.id as string,
    fareId: body.fares[0].id as string,
    lunch: idOf('Almoço'),
    guide: idOf('Guia particular'),
  };
}
const quote = (body: object) => call(app, 'POST', '/api/quotes', { token: '', body });

it('says line by line what a party with extras costs, to anybody, and holds nothing', async () => {
  const trip = await createTrip();
  const party = [{ fareId: trip.fareId, count: 2 }];
  const extras = [
    { extraId: trip.guide, count: 1 },
    { extraId: trip.lunch, count: 2, participantIndex: 1 },
  ];
  const { status, body } = await quote({ tripId: trip.id, party, extras });
  expect(status).toBe(200);
  expect(body).toEqual({
    couponPlaces: 0,
    lines: [
      { kind: 'fare', label: 'Adulto', quantity: 2, unitCents: 28_900, totalCents: 57_800, participantIndex: null },
      { kind: 'extra', label: 'Almoço', quantity: 2, unitCents: 4_500, totalCents: 9_000, participantIndex: 1 },
      {
        kind: 'extra',
        label: 'Guia particular',
        quantity: 1,
        unitCents: 20_000,
        totalCents: 20_000,
        participantIndex: null,
      },
    ],
    totalCents: 86_800,
    depositCents: 26_040,
    couponCents: 0,
    instalments: [],
  });
  const { body: after } = await call(app, 'GET', `/api/trips/${trip.id}`, { token: '' });
  expect([after.placesLeft, after.extras[0].stockLeft]).toEqual([46, 5]);
});

it('gives extras without a person to the first ones of the party', async () => {
  const trip = await createTrip();
  const dealt = async (count: number, party = 2) => {
    const extras = [{ extraId: trip.lunch, count }];
    const { body } = await quote({ tripId: trip.id, party: [{ fareId: trip.fareId, count: party }], extras });
    return body.lines.slice(1).map((line: { quantity: number }) => line.quantity);
  };
  expect(await dealt(1)).toEqual([1]);
  expect(await dealt(2)).toEqual([1, 1]);
  expect(await dealt(3)).toEqual([2, 1]);
});

it.each([
  ['EXTRA_SOLD_OUT', 'Almoço: restam 5.', ({ lunch: extraId }) => [{ extraId, count: 6 }]],
  ['EXTRA_QUANTITY', 'Almoço: até 2 por pessoa.', ({ lunch: extraId }) => [{ extraId, count: 3, participantIndex: 0 }]],
  [
    'EXTRA_QUANTITY',
    'Almoço: não há essa pessoa',
    ({ lunch: extraId }) => [{ extraId, count: 1, participantIndex: 3 }],
  ],
  ['EXTRA_QUANTITY', 'Guia particular: até 1 por reserva.', ({ guide: extraId }) => [{ extraId, count: 2 }]],
  ['EXTRA_UNKNOWN', '', ({ id }) => [{ extraId: id, count: 1 }]],
] as [string, string, (trip: Awaited<ReturnType<typeof createTrip>>) => object[]][])(
  'refuses with %s: %s',
  async (code, sentence, extrasOf) => {
    const trip = await createTrip();
    const party = [{ fareId: trip.fareId, count: 3 }];
    const { status, body } = await quote({ tripId: trip.id, party, extras: extrasOf(trip) });
    expect([status, body.code]).toEqual([409, code]);
    expect(body.fields?.extras ?? '').toContain(sentence);
    expect(body.extraId).toBe((extrasOf(trip)[0] as { extraId: string }).extraId);
  },
);

it('refuses an extra that is not sold any more so shortly before departure', async () => {
  const date = new Date(Date.now() + 20 * 3_600_000).toISOString();
  const extras = [{ ...lunch, soldUntilHours: 24 }, guide];
  const trip = await createTrip({ date, extras });
  const party = [{ fareId: trip.fareId, count: 1 }];
  const asked = (extraId: string) => quote({ tripId: trip.id, party, extras: [{ extraId, count: 1 }] });
  expect((await asked(trip.lunch)).body.code).toBe('EXTRA_CLOSED');
  expect((await asked(trip.guide)).status).toBe(200);
});

it('refuses a draft, an unknown trip and an unknown fare, and input of another shape', async () => {
  const trip = await createTrip();
  const draft = await createTrip({ isActive: false });
  const party = [{ fareId: trip.fareId, count: 1 }];
  const codeOf = async (body: object) => (await quote(body)).body.code;
  expect(await codeOf({ tripId: draft.id, party })).toBe('TRIP_NOT_FOUND');
  expect(await codeOf({ tripId: trip.fareId, party })).toBe('TRIP_NOT_FOUND');
  expect(await codeOf({ tripId: trip.id, party: [{ fareId: trip.id, count: 1 }] })).toBe('FARE_UNKNOWN');
  const extra = { extraId: trip.lunch, count: 1 };
  for (const extras of [[{ ...extra, count: -1 }], [{ ...extra, count: 1.5 }], [extra, extra], 'x', [{ count: 1 }]])
    expect(await codeOf({ tripId: trip.id, party, extras })).toBe('INVALID_INPUT');
});

it('is what reserving costs: a total that is no longer true is refused with the new one, with and without an account', async () => {
  const trip = await createTrip();
  const party = [{ fareId: trip.fareId, count: 2 }];
  const extras = [{ extraId: trip.lunch, count: 2 }];
  const { body: seen } = await quote({ tripId: trip.id, party, extras });
  await app.db.updateTable('trip_fares').set({ price_cents: 30_000 }).where('id', '=', trip.fareId).execute();
  const client = await createPerson(app);
  const now = { status: 409, body: { code: 'PRICE_CHANGED', totalCents: 69_000 } };
  const reserve = (totalCents: number) =>
    call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { ...client, body: { party, extras, totalCents } });
  expect(await reserve(seen.totalCents)).toMatchObject(now);
  const guest = { name: 'Bia Souza', contact: '+5535988124400' };
  const path = `/api/trips/${trip.id}/guest-reservations`;
  const body = { party, extras, guest, totalCents: seen.totalCents };
  expect(await call(app, 'POST', path, { token: '', body })).toMatchObject(now);
  expect(await app.db.selectFrom('reservations').where('trip_id', '=', trip.id).execute()).toEqual([]);
  expect(await reserve(69_000)).toMatchObject({ status: 201, body: { totalCents: 69_000 } });
});
