import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, couponDraft, createPerson, fareDraft, type Person, tripDraft } from '../../../../test/factories.ts';
import { joinList, sweepDepsOf, waitingStates } from '../../../../test/waiting.ts';
import { findFaults } from '../../../platform/database/find-faults.ts';
import { sweepHolds } from '../holds/expire-holds.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

async function publish(capacity: number, { db }: TestApp = app) {
  const body = tripDraft({ isActive: true, minParticipants: 0, capacity, fares: [fareDraft({ priceCents: 10_000 })] });
  const { body: trip } = await call(app, 'POST', '/api/trips', { token: staff.token, body });

  await db.updateTable('operator').set({ unpaid_places: 100 }).execute();
  return { id: trip.id as string, adult: trip.fares[0].id as string };
}
type Published = Awaited<ReturnType<typeof publish>>;

const draftFor = (trips: Published[], placesSetAside: number | null, more: object = {}) =>
  couponDraft({ effect: 'percent', value: 10, tripIds: trips.map(({ id }) => id), placesSetAside, ...more });
const make = (draft: object) => call(app, 'POST', '/api/coupons', { token: staff.token, body: draft });
const change = ({ id }: { id: string }, draft: object) =>
  call(app, 'PUT', `/api/coupons/${id}`, { token: staff.token, body: draft });
const reserve = async (trip: Published, count: number, coupon?: string, person?: Person) =>
  call(app, 'POST', `/api/trips/enrrol/${trip.id}`, {
    token: (person ?? (await createPerson(app))).token,
    body: { party: [{ fareId: trip.adult, count }], coupon },
  });
const readTrip = async ({ id }: Published) => (await call(app, 'GET', `/api/trips/${id}`)).body;
const sweep = () => sweepHolds(sweepDepsOf(app));

it('a coupon keeps places that nobody else can take; who has it takes them first, then what is left for all', async () => {
  const trip = await publish(5);
  const { status, body: coupon } = await make(draftFor([trip], 3));
  expect(status).toBe(201);
  expect(coupon).toMatchObject({ placesSetAside: 3, setAsideUntil: null });
  expect(await readTrip(trip)).toMatchObject({ placesLeft: 2, situation: 'last_places' });
  expect((await reserve(trip, 3)).body.fields.party).toBe('Restam 2 vagas; você pediu 3.');

  const { body: quote } = await call(app, 'POST', '/api/quotes', {
    body: { tripId: trip.id, party: [{ fareId: trip.adult, count: 1 }], coupon: coupon.code },
  });
  expect(quote.couponPlaces).toBe(3);
  expect((await reserve(trip, 4, coupon.code)).status).toBe(201);
  expect(await readTrip(trip)).toMatchObject({ placesLeft: 1 });
  expect((await reserve(trip, 1)).status).toBe(201);
  expect((await reserve(trip, 1, coupon.code)).body.code).toBe('TRIP_FULL');
  expect(await findFaults(app.db)).toEqual([]);
});

it('a place that its people give back is kept for the coupon again', async () => {
  const trip = await publish(4);
  const { body: coupon } = await make(draftFor([trip], 4));
  const payer = await createPerson(app);
  const { body: reservation } = await reserve(trip, 3, coupon.code, payer);
  expect((await readTrip(trip)).situation).toBe('sold_out');
  const cancelled = await call(app, 'POST', `/api/reservations/${reservation.id}/cancel`, { token: payer.token });
  expect(cancelled.status).toBe(200);
  expect((await readTrip(trip)).placesLeft).toBe(0);
  expect((await reserve(trip, 1)).body.code).toBe('TRIP_FULL');
  expect((await reserve(trip, 4, coupon.code)).status).toBe(201);
});

it('they are for all again when their time is over, the coupon ends or says fewer, and the waiting list comes first', async () => {
  const trip = await publish(4);
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const draft = draftFor([trip], 4, { setAsideUntil: until });
  const { body: coupon } = await make(draft);
  await joinList(app, { ...trip, fares: { adult: trip.adult } } as never, { adult: 2 });
  await sweep();
  expect(await waitingStates(app, trip.id)).toEqual(['waiting']);

  expect((await change(coupon, { ...draft, placesSetAside: 3 })).status).toBe(200);
  expect((await readTrip(trip)).placesLeft).toBe(1);
  await app.db
    .updateTable('allotments')
    .set({ ends_at: new Date(Date.now() - 1_000).toISOString() })
    .where('trip_id', '=', trip.id)
    .execute();
  await sweep();
  expect(await waitingStates(app, trip.id)).toEqual(['offered']);
  expect((await readTrip(trip)).placesLeft).toBe(2);

  const other = await publish(2);
  const second = draftFor([other], 2);
  const { body: made } = await make(second);
  await change(made, { ...second, isActive: false });
  expect((await readTrip(other)).placesLeft).toBe(2);
  await change(made, second);
  expect((await readTrip(other)).placesLeft).toBe(0);
  expect(await findFaults(app.db)).toEqual([]);
});

it('staff reads by name of which trip there are too few, for want of places or because somebody waits', async () => {
  const [roomy, small] = [await publish(10), await publish(2)];
  const refused = await make(draftFor([roomy, small], 3));
  expect([refused.status, refused.body.code]).toEqual([409, 'ALLOTMENT_SHORT']);
  expect(refused.body.fields.placesSetAside).toMatch(/: dá para guardar no máximo 2 vagas\.$/);
  expect((await readTrip(roomy)).placesLeft).toBe(10);
  expect((await make({ ...draftFor([], 3), tripIds: [] })).status).toBe(400);
});

it('the capacity cannot be lowered below what is taken and kept', async () => {
  const trip = await publish(5);
  await make(draftFor([trip], 3));
  await reserve(trip, 1);
  const { body: stored } = await call(app, 'GET', `/api/trips/${trip.id}`, { token: staff.token });
  const draft = tripDraft({ isActive: true, minParticipants: 0, capacity: 3, fares: stored.fares, boardingPoints: [] });
  const body = { ...draft, id: trip.id, version: stored.version };
  const refused = await call(app, 'PUT', '/api/trips', { token: staff.token, body });
  expect(refused.body.fields.capacity).toBe(
    '1 vaga está ocupada e 3 guardadas para cupons: a lotação não pode ser menor.',
  );
});

it('people who are moved, added or booked by phone with a coupon have its places', async () => {
  const [full, other] = [await publish(2), await publish(3)];
  const { body: coupon } = await make(draftFor([full, other], 2));
  const payer = await createPerson(app);
  const { body: reservation } = await reserve(full, 1, coupon.code, payer);
  const adding = { token: payer.token, body: { fareId: full.adult } };
  const added = await call(app, 'POST', `/api/reservations/${reservation.id}/participants`, adding);
  expect(added.status).toBe(201);
  await reserve(other, 1);
  const moving = { token: staff.token, body: { tripId: other.id } };
  expect((await call(app, 'POST', `/api/reservations/${reservation.id}/move`, moving)).status).toBe(200);
  expect([(await readTrip(full)).placesLeft, (await readTrip(other)).placesLeft]).toEqual([0, 0]);
  const phoned = await call(app, 'POST', `/api/trips/${full.id}/passengers`, {
    token: staff.token,
    body: { personId: (await createPerson(app)).id, coupon: coupon.code },
  });
  expect(phoned.status).toBe(201);
  expect(await findFaults(app.db)).toEqual([]);
});

it('whatever happens in whatever order, nothing is oversold and what is kept is what coupons have left', async () => {
  const acts = fc.oneof(
    fc.record({ act: fc.constant('reserve' as const), count: fc.integer({ min: 1, max: 4 }), coupon: fc.boolean() }),
    fc.record({ act: fc.constant('cancel' as const), which: fc.nat(20) }),
    fc.record({ act: fc.constant('set' as const), places: fc.integer({ min: 1, max: 8 }), isActive: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 15 }), async (plan) => {
      const trip = await publish(8);
      const { body: coupon } = await make(draftFor([trip], 3));
      const made: { id: string; payer: Person }[] = [];
      for (const one of plan) {
        if (one.act === 'reserve') {
          const payer = await createPerson(app);
          const { status, body } = await reserve(trip, one.count, one.coupon ? coupon.code : undefined, payer);
          if (status === 201) made.push({ id: body.id, payer });
        } else if (one.act === 'cancel') {
          const { id, payer } = made[one.which % Math.max(made.length, 1)] ?? {};
          if (id && payer) await call(app, 'POST', `/api/reservations/${id}/cancel`, { token: payer.token });
        } else await change(coupon, { ...draftFor([trip], one.places, { isActive: one.isActive }), code: coupon.code });
        expect(await findFaults(app.db)).toEqual([]);
      }
    }),
    { numRuns: 12 },
  );
});

describe('people with and without the coupon at the same moment, over two processes', () => {
  const COUPON_PLACES = 6;
  const CAPACITY = 10;

  async function race() {
    const other = await startAnotherProcess(app);
    const trip = await publish(CAPACITY);
    const { body: coupon } = await make(draftFor([trip], COUPON_PLACES));
    const people = await Promise.all(Array.from({ length: 40 }, () => createPerson(app)));
    const answers = await Promise.all(
      people.map(async ({ token }, index) => {
        const body = { party: [{ fareId: trip.adult, count: 1 }], ...(index % 2 && { coupon: coupon.code }) };
        const ask = () => call(index % 3 ? app : other, 'POST', `/api/trips/enrrol/${trip.id}`, { token, body });
        let answer = await ask();
        while (answer.status === 503 && answer.headers.get('retry-after')) answer = await ask();
        return { withCoupon: index % 2 === 1, got: answer.status === 201 };
      }),
    );
    await other.close();
    return {
      all: answers.filter(({ got }) => got).length,
      without: answers.filter(({ got, withCoupon }) => got && !withCoupon).length,
    };
  }

  it('all places are sold once, and none of the coupon to others', async () => {
    const { all, without } = await race();
    expect(all).toBe(CAPACITY);
    expect(without).toBeLessThanOrEqual(CAPACITY - COUPON_PLACES);
    expect(await findFaults(app.db)).toEqual([]);
  });

  it('without the count of what is set aside others take them, which shows that this race is one', async () => {
    await sql`create or replace function left_of_allotments(trip uuid, coupon uuid default null) returns integer
      language sql return 0`.execute(app.db);
    let most = 0;
    for (let races = 0; races < 10 && most <= CAPACITY - COUPON_PLACES; races += 1)
      most = Math.max(most, (await race()).without);
    expect(most).toBeGreaterThan(CAPACITY - COUPON_PLACES);
  });
});
