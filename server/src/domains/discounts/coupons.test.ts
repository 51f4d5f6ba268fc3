import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import {
  call,
  couponDraft,
  createPerson,
  extraDraft,
  fareDraft,
  type Person,
  tripDraft,
} from '../../../test/factories.ts';

let app: TestApp;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp();
  operator = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const fares = [
  fareDraft({ priceCents: 20_000 }),
  fareDraft({ label: 'Criança', minAge: 0, maxAge: 12, priceCents: 9_990 }),
];

async function publish(overrides: object = {}) {
  const body = { ...tripDraft({ isActive: true, fares }), extras: [extraDraft({ priceCents: 4_500 })], ...overrides };
  const { body: trip } = await call(app, 'POST', '/api/trips', { token: operator.token, body });
  const [adult, child] = trip.fares.map(({ id }: { id: string }) => id) as [string, string];
  return { id: trip.id as string, adult, child, extra: trip.extras[0].id as string };
}
type Published = Awaited<ReturnType<typeof publish>>;

async function make(overrides: object = {}) {
  const answer = await call(app, 'POST', '/api/coupons', { token: operator.token, body: couponDraft(overrides) });
  expect(answer.status).toBe(201);
  return answer.body as { id: string; code: string };
}

const family = ({ adult, child }: Published) => [
  { fareId: adult, count: 2 },
  { fareId: child, count: 1 },
];
const quote = (trip: Published, coupon: string, more: object = {}) =>
  call(app, 'POST', '/api/quotes', { body: { tripId: trip.id, party: family(trip), coupon, ...more } });
const reserve = (trip: Published, coupon: string, { token }: Person, more: object = {}) =>
  call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body: { party: family(trip), coupon, ...more } });
const read = async (code: string) =>
  (await call(app, 'GET', `/api/coupons?q=${code}`, { token: operator.token })).body.data[0];

it('a percentage is taken off the fares, not off extras; what was quoted is what is reserved', async () => {
  const trip = await publish();
  const { code } = await make({ effect: 'percent', value: 15 });
  const extras = [{ extraId: trip.extra, count: 1 }];
  const { body: quoted } = await quote(trip, code.toLowerCase(), { extras });
  // 15% of R$ 499,90.
  expect(quoted.totalCents).toBe(49_990 + 4_500 - 7_499);
  expect(quoted.lines.at(-1)).toMatchObject({ kind: 'discount', label: `Cupom ${code}`, totalCents: -7_499 });
  const { status, body } = await reserve(trip, code, await createPerson(app), { extras });
  expect(status).toBe(201);
  expect(body).toMatchObject({ totalCents: quoted.totalCents, depositCents: quoted.depositCents });
  expect(await read(code)).toMatchObject({ uses: 1, discountedCents: 7_499 });
});

it('an amount never takes more than the fares; a fixed price lowers each fare it is for, and no other', async () => {
  const trip = await publish();
  const all = await make({ effect: 'amount', value: 90_000 });
  expect((await quote(trip, all.code)).body).toMatchObject({ totalCents: 0, depositCents: 0 });
  const adults = await make({ effect: 'fixed', value: 15_000, fareLabels: ['adulto'] });
  expect((await quote(trip, adults.code)).body.totalCents).toBe(2 * 15_000 + 9_990);
});

it('the discount follows its people: who leaves takes theirs along, and it counts for the coupon no longer', async () => {
  const trip = await publish();
  const { code } = await make({ effect: 'amount', value: 5_000 });
  const payer = await createPerson(app);
  const { body } = await reserve(trip, code, payer);
  const child = body.participants.find(({ fareLabel }: { fareLabel: string }) => fareLabel === 'Criança').id;
  // In proportion to the fares.
  const ofChild = Math.floor((5_000 * 9_990) / 49_990);
  await call(app, 'DELETE', `/api/reservations/${body.id}/participants/${child}`, { token: payer.token });
  const { body: after } = await call(app, 'GET', `/api/reservations/${body.id}`, { token: payer.token });
  expect(after.totalCents).toBe(40_000 - (5_000 - ofChild));
  expect((await read(code)).discountedCents).toBe(5_000 - ofChild);
});

it('a use counts until its reservation ends', async () => {
  const trip = await publish();
  const { code } = await make({ maxUses: 1 });
  const payer = await createPerson(app);
  const { body } = await reserve(trip, code, payer);
  expect((await reserve(trip, code, await createPerson(app))).body.code).toBe('COUPON_USED_UP');
  await call(app, 'POST', `/api/reservations/${body.id}/cancel`, { token: payer.token, body: { refundCents: 0 } });
  expect(await read(code)).toMatchObject({ uses: 0, discountedCents: 0 });
  expect((await reserve(trip, code, await createPerson(app))).status).toBe(201);
});

it('says in one sentence why a coupon is not accepted, and holds nothing', async () => {
  const trip = await publish();
  const other = await publish();
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const earlier = new Date(Date.now() - 3_600_000).toISOString();
  const refusals: [object, string][] = [
    [{ validFrom: soon }, 'COUPON_ENDED'],
    [{ validUntil: earlier }, 'COUPON_ENDED'],
    [{ isActive: false }, 'COUPON_ENDED'],
    [{ tripIds: [other.id] }, 'COUPON_OTHER_TRIP'],
    [{ minPeople: 4 }, 'COUPON_BELOW_MINIMUM'],
    [{ minTotalCents: 49_991 }, 'COUPON_BELOW_MINIMUM'],
    [{ fareLabels: ['Estudante'] }, 'COUPON_OTHER_FARES'],
    [{ effect: 'amount', value: 5_000, maxDiscountCents: 4_999 }, 'COUPON_USED_UP'],
  ];
  const payer = await createPerson(app);
  for (const [rule, code] of refusals) {
    const coupon = await make(rule);
    expect((await quote(trip, coupon.code)).body.code, code).toBe(code);
    expect((await reserve(trip, coupon.code, payer)).body.code, code).toBe(code);
  }
  expect((await quote(trip, 'NAO-EXISTE')).body.code).toBe('COUPON_UNKNOWN');
  for (const bad of ['abc', 'x'.repeat(41), 'com espaço', 'ação-20'])
    expect((await quote(trip, bad)).status, bad).toBe(400);
  expect((await call(app, 'GET', '/api/reservations/me', { token: payer.token })).body.data).toEqual([]);
});

it('is used by a client as often as it allows, and by newcomers only if it is for them', async () => {
  const [trip, other] = [await publish(), await publish()];
  const payer = await createPerson(app);
  const once = await make({ maxUsesPerClient: 1 });
  const first = await make({ firstOnly: true });
  expect((await reserve(trip, once.code, payer)).status).toBe(201);
  expect((await reserve(other, once.code, payer)).body.code).toBe('COUPON_USED_BY_YOU');
  expect((await reserve(other, first.code, payer)).body.code).toBe('COUPON_FIRST_ONLY');
  expect((await reserve(other, first.code, await createPerson(app))).status).toBe(201);
  const newcomer = await createPerson(app);
  const both = await Promise.all([trip, other].map((one) => reserve(one, first.code, newcomer)));
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
});

it('a guest uses one too', async () => {
  const trip = await publish();
  const { code } = await make({ effect: 'percent', value: 50 });
  const guest = { name: 'Nair Prado', contact: '+5535988117733' };
  const { status, body } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { party: family(trip), coupon: code, guest, acceptedPolicy: true },
  });
  expect([status, body.totalCents]).toEqual([201, 24_995]);
});

it('staff uses one for a client who phoned, by the same rules, beside an adjustment', async () => {
  const trip = await publish();
  const { code } = await make({ effect: 'percent', value: 50, maxUsesPerClient: 1 });
  const client = await createPerson(app);
  const book = (at: Published, more: object) =>
    call(app, 'POST', `/api/trips/${at.id}/passengers`, {
      token: operator.token,
      body: { personId: client.id, participants: [{ fareId: at.adult }, { fareId: at.child }], ...more },
    });
  const { status, body } = await book(trip, {
    coupon: code.toLowerCase(),
    adjustment: { amountCents: -1_000, reason: 'Cortesia' },
  });
  expect([status, body.totalCents]).toEqual([201, 14_995 - 1_000]);
  expect(await read(code)).toMatchObject({ uses: 1, discountedCents: 14_995 });
  const other = await publish();
  const refusals = [
    [code, 'COUPON_USED_BY_YOU'],
    [(await make({ tripIds: [trip.id] })).code, 'COUPON_OTHER_TRIP'],
    ['NAO-EXISTE', 'COUPON_UNKNOWN'],
  ];
  for (const [coupon, refusal] of refusals) expect((await book(other, { coupon })).body.code).toBe(refusal);
});

it('staff changes a coupon: who has it keeps the discount; limits below what is used are refused', async () => {
  const trip = await publish();
  const draft = couponDraft({ effect: 'percent', value: 10, maxUses: 5 });
  const { body: coupon } = await call(app, 'POST', '/api/coupons', { token: operator.token, body: draft });
  const made = (await reserve(trip, coupon.code, await createPerson(app))).body;
  await reserve(trip, coupon.code, await createPerson(app));
  const change = (fields: object) =>
    call(app, 'PUT', `/api/coupons/${coupon.id}`, { token: operator.token, body: { ...draft, ...fields } });
  expect((await change({ maxUses: 1 })).body.code).toBe('COUPON_LIMIT_TAKEN');
  expect((await change({ value: 90 })).status).toBe(200);
  const { body: after } = await call(app, 'GET', `/api/reservations/${made.id}`, { token: operator.token });
  expect(after.totalCents).toBe(made.totalCents);
  const { body: double } = await call(app, 'POST', '/api/coupons', { token: operator.token, body: draft });
  expect(double.code).toBe('COUPON_CODE_TAKEN');
  expect((await change({ value: 101 })).body.fields).toMatchObject({ value: 'Use de 1 a 100%.' });
});
