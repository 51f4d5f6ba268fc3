import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { receive } from '../../../test/cancellations.ts';
import { cancellingDepartures, dayIn, REASON } from '../../../test/cancelled-departures.ts';
import { call, createGuestPerson, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip, departIn } from '../../../test/parties.ts';
import { createReservation } from '../../../test/reservations.ts';
import { joinList, waitingStates } from '../../../test/waiting.ts';
import { findFaults } from '../../platform/database/find-faults.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { applyOverdueChoices } from './apply-choices.ts';
import { notifyCancelled } from './notify-departures.ts';

const MINUTE_MS = 60_000;
const DEPOSIT = 5_670;

let app: TestApp;
let other: TestApp;
let jobs: Jobs;
let operator: Person;
beforeAll(async () => {
  app = await buildTestApp({
    deps: async ({ pool, logger }) => {
      jobs = await startJobs(pool, logger);
      return { jobs };
    },
  });
  other = await startAnotherProcess(app);
  operator = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await other.close();
  await jobs.stop();
  await app.close();
});

const partsOf = (of: TestApp) => ({
  ...{ db: of.db, jobs, publicUrl: 'https://passeio.example', logger: of.app.deps.logger },
});
const sendNotifications = (of = app, inMinutes = 3) =>
  notifyCancelled(partsOf(of), { now: new Date(Date.now() + inMinutes * MINUTE_MS) });
const passDeadline = (of = app) =>
  applyOverdueChoices(partsOf(of), { now: new Date(Date.now() + 9 * 24 * 60 * MINUTE_MS) });
const does = () => cancellingDepartures(app, () => operator);
const outcomesOf = async (tripId: string) =>
  Object.fromEntries((await does().progress(tripId)).reservations.map(({ id, outcome }) => [id, outcome]));

describe('a cancelled departure', () => {
  it('is previewed with people, money and payers without an address', async () => {
    const trip = await createFamilyTrip(app);
    await does().family(trip, 2, DEPOSIT * 2);
    const guest = await createGuestPerson(app, { name: 'Bento Reis' });
    const silent = await createReservation(app, operator, trip.id, { person: guest });
    const { body } = await call(app, 'GET', `${does().path(trip.id)}/preview`, operator);
    expect(body).toMatchObject({
      ...{ reservations: 2, people: 3, unpaid: 1, money: { reservations: 1, cents: DEPOSIT * 2 }, waiting: 0 },
      unreachable: [{ id: silent, name: 'Bento Reis' }],
      days: { earliest: dayIn(1), proposed: dayIn(7), latest: dayIn(60) },
    });
  });

  it('is off sale at once and takes nobody, for clients or staff', async () => {
    const trip = await createFamilyTrip(app);
    const family = await does().family(trip, 1, DEPOSIT);
    expect(await does().cancel(trip.id)).toMatchObject({
      status: 200,
      body: { toTell: 1, undoUntil: expect.any(String) },
    });
    expect(await call(app, 'GET', `/api/trips/${trip.id}`)).toMatchObject({
      status: 410,
      body: { code: 'TRIP_CANCELLED' },
    });
    const someone = await createPerson(app);
    const party = [{ fareId: trip.fares.adult, count: 1 }];
    const refused = { status: 410, body: { code: 'TRIP_CANCELLED' } };
    const post = (path: string, body: object, { token } = operator) => call(app, 'POST', path, { token, body });
    expect(await post(`/api/trips/enrrol/${trip.id}`, { party }, someone)).toMatchObject(refused);
    expect(await post(`/api/reservations/${family.id}/charges`, { purpose: 'full' }, family.payer)).toMatchObject(
      refused,
    );
    expect(await post(`/api/reservations/${family.id}/participants`, { fareId: trip.fares.adult })).toMatchObject(
      refused,
    );
    const elsewhere = await createFamily(app, { adult: 1 });
    expect(await post(`/api/reservations/${elsewhere.id}/move`, { tripId: trip.id })).toMatchObject(refused);
    const publish = { token: operator.token, body: { isActive: true } };
    expect(await call(app, 'PUT', `/api/trips/${trip.id}/publication`, publish)).toMatchObject(refused);
    expect(await call(app, 'GET', `/api/trips/${trip.id}/boarding`, operator)).toMatchObject(refused);
    expect(await does().cancel(trip.id)).toMatchObject(refused);
    const { body } = await call(app, 'GET', '/api/departures', operator);
    expect(body.data.map(({ id }: { id: string }) => id)).not.toContain(trip.id);
    expect(body.cancelled).toContainEqual(expect.objectContaining({ id: trip.id, isDone: false }));
  });

  it('is for staff, of a coming departure, with a reason and a day that leaves time', async () => {
    const trip = await createFamilyTrip(app);
    const client = await createPerson(app);
    expect(await does().cancel(trip.id, undefined, client)).toMatchObject({ status: 403 });
    const wrong = async (body: object) => (await does().cancel(trip.id, body)).body.fields;
    expect(await wrong({ reason: ' ', chooseUntil: dayIn(7) })).toHaveProperty('reason');
    expect(await wrong({ reason: REASON, chooseUntil: dayIn(0) })).toHaveProperty('chooseUntil');
    expect(await wrong({ reason: REASON, chooseUntil: dayIn(61) })).toHaveProperty('chooseUntil');
    await departIn(app, trip.id, -1);
    expect(await does().cancel(trip.id)).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
    expect(await call(app, 'GET', does().path(trip.id), operator)).toMatchObject({ status: 404 });
  });

  it('a cancellation can be undone silently for two minutes, and not once people are notified', async () => {
    const trip = await createFamilyTrip(app);
    const family = await does().family(trip, 1, DEPOSIT);
    await does().cancel(trip.id);
    await sendNotifications(app, 1);
    expect(await does().undo(trip.id)).toMatchObject({ status: 200, body: { id: trip.id } });
    expect(await call(app, 'GET', `/api/trips/${trip.id}`)).toMatchObject({ status: 200 });
    await sendNotifications();
    expect(await does().emailsOf(family.id)).not.toContain('departureChoice');
    expect(await does().undo(trip.id)).toMatchObject({ status: 404, body: { code: 'TRIP_NOT_CANCELLED' } });

    await does().cancel(trip.id);
    await sendNotifications();
    expect(await does().undo(trip.id)).toMatchObject({ status: 409, body: { code: 'CANCELLATION_TOLD' } });
    await expect(app.db.deleteFrom('trip_cancellations').where('trip_id', '=', trip.id).execute()).rejects.toThrow();
  });
});

describe('its people', () => {
  it('are notified once by any process: unpaid reservations are cancelled, payers choose, the waiting list is notified', async () => {
    const trip = await createFamilyTrip(app, { capacity: 6 });
    const paid = await does().family(trip, 2, DEPOSIT * 2);
    const partly = await does().family(trip, 2, 1_000);
    const unpaid = await does().family(trip, 2, 0);
    await joinList(app, trip, { adult: 1 });
    await does().cancel(trip.id);
    await Promise.all([sendNotifications(), sendNotifications(other), sendNotifications(), sendNotifications(other)]);
    await sendNotifications();
    expect(await outcomesOf(trip.id)).toEqual({ [paid.id]: null, [partly.id]: null, [unpaid.id]: 'ended' });
    expect(await does().emailsOf(paid.id)).toEqual(expect.arrayContaining(['departureChoice']));
    for (const { id } of [paid, partly, unpaid]) {
      const sent = (await does().emailsOf(id)).filter((kind) => kind.startsWith('departure'));
      expect(sent).toHaveLength(1);
    }
    expect(await does().reservation(unpaid.id)).toMatchObject({ state: 'cancelled', cancellation_reason: REASON });
    // It waits for the payer, however long its hold was.
    expect(await does().reservation(partly.id)).toMatchObject({ state: 'held', hold_expires_at: null });
    expect(await waitingStates(app, trip.id)).toEqual(['lapsed']);
    expect(await does().progress(trip.id)).toMatchObject({ isDone: true, toTell: 0, undoUntil: null });
    const { body: today } = await call(app, 'GET', '/api/overview/today', operator);
    expect(today.cancelledDepartures).toContainEqual(expect.objectContaining({ id: trip.id, open: 2 }));
    const { body: shown } = await call(app, 'GET', `/api/reservations/${paid.id}`, { token: paid.payer.token });
    expect(shown).toMatchObject({ status: { key: 'departure_cancelled' }, payable: false, cancellable: false });
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
  });

  it('get everything back on the day after the last one, each once', async () => {
    const trip = await createFamilyTrip(app);
    const family = await does().family(trip, 2, DEPOSIT * 2);
    await does().cancel(trip.id);
    await sendNotifications();
    const token = await does().link(trip.id, family.id);
    await Promise.all([passDeadline(), passDeadline(other), passDeadline()]);
    expect((await does().progress(trip.id)).reservations[0]).toMatchObject({ outcome: 'refund', isDefault: true });
    expect(await does().returned(family.id)).toEqual({ due: DEPOSIT * 2, credit: 0 });
    expect((await does().emailsOf(family.id)).filter((kind) => kind === 'reservationCancelled')).toHaveLength(1);
    expect(await does().read(token)).toMatchObject({ status: 404, body: { code: 'CHOICE_LINK_OVER' } });
    expect(await findFaults(app.db, [trip.id])).toEqual([]);
  });

  it('lose no money that arrives late: it joins what they choose, or goes back', async () => {
    const trip = await createFamilyTrip(app);
    const family = await does().family(trip, 2, DEPOSIT);
    const expired = await does().family(trip, 1, 0);
    await app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', expired.id).execute();
    await does().cancel(trip.id);
    await sendNotifications();
    await receive(app.db, family.id, 1_000);
    const body = { kind: 'deposit', method: 'pix', amountCents: DEPOSIT };
    const late = await call(app, 'POST', `/api/reservations/${expired.id}/payments`, { token: operator.token, body });
    expect(late.status).toBe(409);
    await receive(app.db, expired.id, DEPOSIT);
    expect(await does().reservation(expired.id)).toMatchObject({ state: 'expired', received_cents: DEPOSIT });
    expect(await does().returned(expired.id)).toEqual({ due: DEPOSIT, credit: 0 });

    const stale = await does().chooseOwn(family, { kind: 'refund', amountCents: DEPOSIT });
    expect(stale).toMatchObject({ status: 409, body: { code: 'CHOICE_CHANGED' } });
    await does().chooseOwn(family, { kind: 'refund', amountCents: DEPOSIT + 1_000 });
    await receive(app.db, family.id, 500);
    expect(await does().returned(family.id)).toEqual({ due: DEPOSIT + 1_500, credit: 0 });
  });
});
