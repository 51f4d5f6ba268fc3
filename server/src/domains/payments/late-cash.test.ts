import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, crewOfGuides, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn, type Family } from '../../../test/parties.ts';
import { findFaults } from '../../platform/database/find-faults.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let app: TestApp;
let staff: Person;
let family: Family;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  family = await createFamily(app, { adult: 2 });
  await app.db.updateTable('reservations').set({ hold_expires_at: null }).where('id', '=', family.id).execute();
  await departIn(app, family.trip.id, 1);
});
afterEach(async () => expect(await findFaults(app.db)).toEqual([]));

const ago = (ms: number) => new Date(Date.now() - ms);
const cash = (takenAt = new Date(), { reservation } = family) => ({
  ...{ id: randomUUID(), code: reservation.code, amountCents: 15_000 },
  ...{ tappedAt: takenAt.toISOString(), clockOffsetMs: 0 },
});
const asStaff = (method: string, path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: staff.token, ...(body && { body }) });
const waiting = async () =>
  (await asStaff('GET', 'payments/door-payments')).body.data.filter(
    ({ reservation }: { reservation: { id: string } }) => reservation.id === family.id,
  );

/** A guide without an account, whose phone has a session. */
async function guideByLink() {
  const links = `trips/${family.trip.id}/guide-links`;
  const { body } = await asStaff('POST', links, { name: 'Júlia' });
  const pin = { token: body.url.split('#')[1], pin: body.pin };
  const { session } = (await call(app, 'POST', '/api/guide/session', { body: pin })).body;
  const post = (path: string, more: object = {}) =>
    call(app, 'POST', `/api/guide/${path}`, { body: { session, ...more } });
  const setLink = (link: object) => app.db.updateTable('guide_links').set(link).where('id', '=', body.id).execute();
  return {
    hand: body.id as string,
    take: (payment: object) => post('door-payments', payment),
    post,
    setLink,
    revoke: () => asStaff('DELETE', `${links}/${body.id}`),
    endSession: () =>
      app.db.updateTable('guide_sessions').set({ expires_at: new Date() }).where('link_id', '=', body.id).execute(),
  };
}

/** A guide with an account who boards the trip. */
async function guideWithAccount() {
  const { id, token } = await createPerson(app, 'GUIDE');
  const assign = (userIds: string[]) => asStaff('PUT', `trips/${family.trip.id}/crew`, crewOfGuides(userIds));
  await assign([id]);
  const path = `/api/trips/${family.trip.id}`;
  return {
    take: (payment: object) => call(app, 'POST', `${path}/door-payments`, { token, body: payment }),
    remove: () => assign([]),
    assignAgain: () => assign([id]),
    read: () => call(app, 'GET', `${path}/boarding`, { token }),
    charge: () => call(app, 'POST', `${path}/door-charges`, { token, body: { code: family.reservation.code } }),
    setRemoved: (at: Date) =>
      app.db.updateTable('trip_guides').set({ removed_at: at }).where('user_id', '=', id).execute(),
  };
}

describe('a guide sends cash that they took before', () => {
  it('their link was revoked: staff decides about it, and the guide learns nothing', async () => {
    const guide = await guideByLink();
    const payment = cash(ago(MINUTE_MS));
    await guide.revoke();
    for (const _ of [1, 2]) expect(await guide.take(payment)).toMatchObject({ status: 200, body: {} });
    expect((await guide.take(payment)).body).toEqual({});
    const [one, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ id: payment.id, amountCents: 15_000, guide: 'Júlia', state: 'waiting' });
    expect(one.note).toMatch(/^Enviado depois que o link do guia foi cancelado, em \d\d\/\d\d\/\d{4} às \d\d:\d\d\.$/);
    expect((await guide.take({ ...payment, amountCents: 1 })).body.code).toBe('DOOR_PAYMENT_ID_USED');
    const over = { status: 404, body: { code: 'GUIDE_SESSION_OVER' } };
    expect(await guide.post('boarding')).toMatchObject(over);
    expect(await guide.post('door-charges', { code: family.reservation.code })).toMatchObject(over);
    const confirmed = await asStaff('POST', `payments/door-payments/${payment.id}/confirmation`);
    expect(confirmed.body).toMatchObject({ state: 'confirmed', note: one.note });
  });

  it('their session ended: it waits for staff like any other', async () => {
    const guide = await guideByLink();
    await guide.endSession();
    expect((await guide.take(cash())).body).toEqual({});
    expect(await waiting()).toMatchObject([{ guide: 'Júlia', note: '' }]);
  });

  it('attendance closed, for some days', async () => {
    const [byLink, withAccount] = [await guideByLink(), await guideWithAccount()];
    await departIn(app, family.trip.id, -60);
    const taken = () => cash(ago(2 * DAY_MS));
    for (const guide of [byLink, withAccount])
      expect(await guide.take(taken())).toMatchObject({ status: 200, body: {} });
    const note = 'Enviado mais de um dia depois da volta.';
    expect(await waiting()).toMatchObject([{ note }, { note }]);
    await departIn(app, family.trip.id, -9 * 24);
    for (const guide of [byLink, withAccount]) {
      expect(await guide.take(cash(ago(9 * DAY_MS)))).toMatchObject({
        status: 409,
        body: { code: 'DOOR_PAYMENT_TOO_LATE' },
      });
    }
    expect(await waiting()).toHaveLength(2);
  });

  it('staff took them off the trip: they do nothing else there', async () => {
    const guide = await guideWithAccount();
    const payment = cash(ago(MINUTE_MS));
    await guide.remove();
    expect((await guide.take(payment)).body).toEqual({});
    expect(await waiting()).toMatchObject([
      { note: expect.stringMatching(/^Enviado depois que o guia foi tirado da saída/) },
    ]);
    expect([(await guide.read()).status, (await guide.charge()).status]).toEqual([404, 404]);
    await guide.assignAgain();
    expect((await guide.take(cash())).body).toMatchObject({ guideCents: 30_000 });
    const [stranger, { trip }] = [await createPerson(app, 'GUIDE'), family];
    const path = `/api/trips/${trip.id}/door-payments`;
    const refused = await call(app, 'POST', path, { token: stranger.token, body: cash() });
    expect(refused).toMatchObject({ status: 404, body: { code: 'BOARDING_NOT_OWN' } });
  });

  it('the reservation moved to another departure: it stays with the reservation, also if staff took it', async () => {
    const guide = await guideByLink();
    const to = await createFamilyTrip(app, {
      ...{ departs_at: new Date(Date.now() + 20 * DAY_MS), returns_at: new Date(Date.now() + 21 * DAY_MS) },
    });
    expect((await asStaff('POST', `reservations/${family.id}/move`, { tripId: to.id })).status).toBe(200);
    const taken = ago(MINUTE_MS);
    expect((await guide.take(cash(taken))).body).toEqual({});
    expect((await asStaff('POST', `trips/${family.trip.id}/door-payments`, cash(taken))).body).toEqual({});
    const note = expect.stringMatching(
      /^A reserva mudou de saída antes do envio; o guia embarcava Cânions de Furnas, /,
    );
    const takenAt = taken.toISOString();
    expect(await waiting()).toMatchObject([
      { note, takenAt, trip: { id: to.id } },
      { note, takenAt },
    ]);
    await guide.revoke();
    expect((await guide.take(cash(taken))).body).toEqual({});
  });
});

describe('the server refuses cash', () => {
  it('that was taken after the guide lost access, by its own clock', async () => {
    const [byLink, withAccount] = [await guideByLink(), await guideWithAccount()];
    await byLink.setLink({ revoked_at: ago(10 * MINUTE_MS) });
    await withAccount.setRemoved(ago(10 * MINUTE_MS));
    for (const guide of [byLink, withAccount]) {
      const refused = await guide.take(cash(ago(9 * MINUTE_MS)));
      expect(refused).toMatchObject({ status: 409, body: { code: 'DOOR_PAYMENT_AFTER_END' } });
      expect(refused.body.message).toContain('depois que o seu acesso a este embarque terminou');
      // The phone's clock is late.
      const late = { ...cash(ago(20 * MINUTE_MS)), clockOffsetMs: 15 * MINUTE_MS };
      expect((await guide.take(late)).body.code).toBe('DOOR_PAYMENT_AFTER_END');
      expect((await guide.take(cash(ago(11 * MINUTE_MS)))).status).toBe(200);
    }
  });

  it('a week after the guide lost access, and of a link that was erased', async () => {
    const guide = await guideByLink();
    await guide.setLink({ revoked_at: ago(7 * DAY_MS + MINUTE_MS) });
    const taken = cash(ago(8 * DAY_MS));
    expect((await guide.take(taken)).body.code).toBe('DOOR_PAYMENT_TOO_LATE');
    await guide.setLink({ revoked_at: ago(MINUTE_MS), erased_at: new Date() });
    expect((await guide.take(taken)).body.code).toBe('GUIDE_SESSION_OVER');
    expect((await guide.post('door-payments', { ...taken, session: 'a'.repeat(43) })).body.code).toBe(
      'GUIDE_SESSION_OVER',
    );
    expect(await waiting()).toEqual([]);
  });

  it('for a code that never was on the trip, as for one that does not exist', async () => {
    const other = await createFamily(app, { adult: 1 });
    const guide = await guideByLink();
    await guide.revoke();
    const taken = ago(MINUTE_MS);
    const { requestId: _, ...refused } = (await guide.take(cash(taken, other))).body;
    expect(refused.code).toBe('RESERVATION_NOT_FOUND');
    expect((await guide.take({ ...cash(taken), code: 'ZZZZZZ' })).body).toMatchObject(refused);
  });

  it('that is more than a bus pays in a day', async () => {
    const guide = await guideByLink();
    await guide.revoke();
    const key = `late-cash:${guide.hand}`;
    await app.db
      .insertInto('rate_limits')
      .values({ key, attempts: 99, resets_at: new Date(Date.now() + DAY_MS) })
      .execute();
    expect((await guide.take(cash(ago(MINUTE_MS)))).status).toBe(200);
    expect((await guide.take(cash(ago(MINUTE_MS)))).status).toBe(429);
    expect(await waiting()).toHaveLength(1);
  });
});
