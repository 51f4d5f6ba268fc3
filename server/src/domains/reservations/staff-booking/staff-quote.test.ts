import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import {
  call,
  couponDraft,
  createPerson,
  extraDraft,
  fareDraft,
  type Person,
  tripDraft,
} from '../../../../test/factories.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

/** A draft with a fare of staff's and an extra for children, which staff may book before it is published. */
async function createTrip() {
  const fares = [
    fareDraft({ priceCents: 20_000 }),
    fareDraft({ label: 'Meia', priceCents: 10_000, audience: 'staff' }),
  ];
  const extras = [extraDraft({ label: 'Prato infantil', priceCents: 2_500, minAge: 6, maxAge: 12 })];
  const made = await call(app, 'POST', '/api/trips', { token: admin.token, body: { ...tripDraft({ fares }), extras } });
  return {
    id: made.body.id as string,
    fares: made.body.fares.map(({ id }: { id: string }) => id) as [string, string],
    menu: made.body.extras[0].id as string,
  };
}
const quote = (tripId: string, body: object, { token } = admin) =>
  call(app, 'POST', `/api/trips/${tripId}/passengers/quote`, { token, body });

it('the quote of a staff booking has fares of staff and a coupon, and is what the booking then costs', async () => {
  const trip = await createTrip();
  const coupon = couponDraft();
  await call(app, 'POST', '/api/coupons', { token: admin.token, body: coupon });
  const client = await createPerson(app);
  const booking = {
    ...{ personId: client.id, participants: trip.fares.map((fareId) => ({ fareId })) },
    ...{ extras: [{ extraId: trip.menu, count: 1 }], coupon: coupon.code },
  };
  const { status, body } = await quote(trip.id, booking);
  expect([status, body.totalCents, body.couponCents]).toEqual([200, 29_500, 3_000]);
  expect(body.lines.map(({ label, totalCents }: { label: string; totalCents: number }) => [label, totalCents])).toEqual(
    [
      ['Adulto', 20_000],
      ['Meia', 10_000],
      ['Prato infantil', 2_500],
      [`Cupom ${coupon.code}`, -3_000],
    ],
  );
  const made = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: admin.token, body: booking });
  expect([made.status, made.body.totalCents, made.body.depositCents]).toEqual([201, 29_500, body.depositCents]);
});

it('the quote of a staff booking refuses a coupon that its payer has used, and an extra for another age', async () => {
  const trip = await createTrip();
  const coupon = couponDraft({ maxUsesPerClient: 1 });
  await call(app, 'POST', '/api/coupons', { token: admin.token, body: coupon });
  const client = await createPerson(app);
  await app.db.updateTable('users').set({ birthdate: '1980-05-10' }).where('id', '=', client.id).execute();
  const booking = { personId: client.id, participants: [{ fareId: trip.fares[0] }] };
  const used = { personId: client.id, coupon: coupon.code };
  await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: admin.token, body: used });
  expect((await quote(trip.id, { ...booking, coupon: coupon.code })).body.code).toBe('COUPON_USED_BY_YOU');
  const { body } = await quote(trip.id, { ...booking, extras: [{ extraId: trip.menu, count: 1 }] });
  expect([body.code, body.fields.extras]).toEqual(['EXTRA_AGE', 'Prato infantil: só de 6 a 12 anos.']);
  expect((await quote(trip.id, { ...booking, coupon: 'NADA-DISSO' })).body.code).toBe('COUPON_UNKNOWN');
  expect((await quote(trip.id, booking, client)).status).toBe(403);
});
