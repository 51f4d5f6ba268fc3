import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, entriesOf, placesTaken } from '../../../../test/parties.ts';
import { momentOfEmail } from '../../../../test/reminders.ts';
import { requests } from '../../../../test/requests.ts';
import { saveTrip } from '../../../../test/trip-changes.ts';
import { startJobs } from '../../../platform/jobs/jobs.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOTIFIED = { notice: { tell: true as const, message: 'O barco sai antes.' } };

let app: TestApp;
let staff: Person;
let stopJobs: () => Promise<void>;
const { answer, ask, letLapse, mails, own, timeline } = requests(
  () => app,
  () => staff,
);
beforeAll(async () => {
  app = await buildTestApp({
    deps: async ({ pool, logger }) => {
      const jobs = await startJobs(pool, logger);
      stopJobs = jobs.stop;
      return { jobs };
    },
  });
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(async () => {
  await stopJobs();
  await app.close();
});
beforeEach(async () => {
  const minutes = {
    request_minutes: 14_400,
    hold_minutes: 14_400,
    last_moment_minutes: 120,
    shortest_hold_minutes: 30,
  };
  await app.db.updateTable('operator').set(minutes).execute();
});

const depart = (tripId: string, at: Date) => saveTrip(app, staff, tripId, { date: at.toISOString(), ...NOTIFIED });
/** 04:30 in three days, where the operator is. */
const early = () => new Date(new Date(Date.now() + 3 * DAY_MS).setUTCHours(7, 30, 0, 0));
/** 21:59 the evening before. */
const eveningBefore = (departure: Date) => new Date(new Date(departure).setUTCHours(0, 59, 0, 0));

it('a request is answered by day before the new last moment, says so, and ends then', async () => {
  const family = await ask();
  await mails();
  const departure = early();
  expect((await depart(family.trip.id, departure)).status).toBe(200);

  const until = eveningBefore(departure);
  expect(await own(family)).toMatchObject({ state: 'requested', holdExpiresAt: until.toISOString(), dueCents: 0 });
  expect((await timeline(family)).at(-1)).toEqual([`Respondemos até ${momentOfEmail(until)}`]);
  const before = family.reservation.holdExpiresAt;
  expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
    action: 'reservation.hold_changed',
    changes: { answerExpiresAt: [before, until.toISOString()] },
  });
  const [mail, ...more] = await mails();
  expect([mail?.to, more]).toEqual([family.payer.email, []]);
  expect(mail?.text).not.toContain('Pague');
  await letLapse(family);
  expect(await own(family)).toMatchObject({ state: 'expired', status: { label: 'Pedido sem resposta' } });
  expect(await placesTaken(app, family.trip.id)).toBe(0);
});

it('a request that is accepted then is held by day before the new last moment, where holds that were there end', async () => {
  const family = await ask();
  const held = await createFamily(app, { adult: 1 }, { trip: family.trip });
  await answer(held, 'acceptance');
  const departure = early();
  await depart(family.trip.id, departure);
  const lastMoment = new Date(departure.getTime() - 2 * HOUR_MS).toISOString();
  expect(await own(held)).toMatchObject({ state: 'held', holdExpiresAt: lastMoment });
  const holdExpiresAt = eveningBefore(departure).toISOString();
  expect((await answer(family, 'acceptance')).body).toMatchObject({ state: 'held', holdExpiresAt });
});

it('a request keeps the shortest hold where the departure is that close, and never outlives it', async () => {
  const family = await ask();
  await depart(family.trip.id, new Date(Date.now() + 130 * MINUTE_MS));
  const until = Date.parse((await own(family)).holdExpiresAt);
  expect(Math.abs(until - Date.now() - 30 * MINUTE_MS)).toBeLessThan(MINUTE_MS);

  const other = await ask();
  const departure = new Date(Date.now() + 10 * MINUTE_MS);
  await depart(other.trip.id, departure);
  expect((await own(other)).holdExpiresAt).toBe(departure.toISOString());
});

it('a request that ends in time keeps its deadline, as it does where the departure is later', async () => {
  await app.db.updateTable('operator').set({ request_minutes: 60 }).execute();
  const family = await ask();
  const { holdExpiresAt, trip } = family.reservation;
  for (const days of [-2, 2]) {
    await depart(family.trip.id, new Date(Date.parse(trip.date) + days * DAY_MS));
    expect((await own(family)).holdExpiresAt).toBe(holdExpiresAt);
  }
});
