import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, startAnotherProcess, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createReservation } from '../../../test/reservations.ts';
import { deleteOldAlerts, sendAlerts } from './trip-alerts.ts';

const DAY_MS = 86_400_000;
const NOON = new Date('2026-06-01T15:00:00Z');

let app: TestAppWithJobs;
let mailbox: Mailbox;
let trip: { id: string; title: string };
let series: string;
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 20 });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('trip_alerts').execute();
  await app.db.deleteFrom('rate_limits').execute();
  mailbox = await openMailbox(app);
  const { id } = await createTrip(app);
  const row = await app.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  trip = row;
  series = row.series_id;
});
afterEach(() => mailbox.close());

const post = (path: string, body: object) => call(app, 'POST', `/api${path}`, { body });
const ask = (email = 'ana@exemplo.com.br') => post(`/trips/${trip.id}/alerts`, { name: 'Ana Prado', email });
const tokenIn = (text = '') => decodeURIComponent(/avise-me#(\S+)/.exec(text)?.[1]?.replace(/\W+$/, '') ?? '');
async function asked(email?: string) {
  await ask(email);
  const [mail] = await mailbox.deliver();
  return tokenIn(mail?.text);
}
async function confirmed(email?: string) {
  const token = await asked(email);
  expect((await post('/trip-alerts/link/confirmation', { token })).body).toMatchObject({ state: 'waiting' });
  return token;
}
const publish = async (overrides = {}) => {
  const { id } = await createTrip(app, { is_active: false, ...overrides });
  await app.db.updateTable('trips').set({ series_id: series, is_active: true }).where('id', '=', id).execute();
  return id;
};
const send = (of: Pick<TestAppWithJobs, 'app'> = app) => sendAlerts({ ...of.app.deps, jobs: app.jobs }, { now: NOON });
const sent = async () => (await mailbox.deliver()).map(({ to, subject, text }) => ({ to, subject, text }));

it('nothing but the question is sent to an address that nobody has confirmed', async () => {
  expect(await ask()).toMatchObject({ status: 200, body: {} });
  await publish();
  await send();
  const [question, ...more] = await sent();
  expect(more).toEqual([]);
  expect(question).toMatchObject({ to: 'ana@exemplo.com.br' });
  expect(question?.subject).toContain(`Confirme o aviso da próxima data: ${trip.title}`);
});

it('an address that was confirmed gets one e-mail when the next date is published, by any number of processes', async () => {
  await confirmed();
  await send();
  expect(await sent()).toEqual([]);
  await publish();
  const other = await startAnotherProcess(app);
  await Promise.all([send(), send(other), send()]);
  await other.close();
  await publish();
  await send();
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail?.subject).toContain(`Nova data: ${trip.title}`);
  expect(mail?.text).toMatch(/Ver a nova data https:\/\/passeio\.example\/portal\/passeio\//);
  const token = tokenIn(mail?.text);
  expect((await post('/trip-alerts/link/read', { token })).body).toMatchObject({ title: trip.title, state: 'sent' });
  await post('/trip-alerts/link/removal', { token });
  expect(await app.db.selectFrom('trip_alerts').selectAll().execute()).toEqual([]);
});

it('dates that are sold out, or of another trip, and those from before are no news', async () => {
  await publish();
  await confirmed();
  await createTrip(app);
  await createReservation(app, await createPerson(app), await publish({ capacity: 1 }));
  await send();
  expect(await sent()).toEqual([]);
});

it('an address that is asked for twice waits once, and after its e-mail may ask again', async () => {
  await confirmed();
  await ask();
  expect(await sent()).toEqual([]);
  await publish();
  await send();
  expect(await sent()).toHaveLength(1);
  expect(await asked()).not.toBe('');
});

it('its link erases the address before the e-mail, which is then not sent', async () => {
  const token = await confirmed();
  await publish();
  await send();
  expect((await post('/trip-alerts/link/removal', { token })).status).toBe(200);
  expect(await sent()).toEqual([]);
  const over = { status: 404, body: { code: 'ALERT_LINK_OVER' } };
  expect(await post('/trip-alerts/link/read', { token })).toMatchObject(over);
  expect(await post('/trip-alerts/link/confirmation', { token })).toMatchObject(over);
  expect((await post('/trip-alerts/link/removal', { token })).status).toBe(200);
});

it('addresses are erased a week after the question, a month after the e-mail, a year after waiting', async () => {
  await asked('sem@exemplo.com.br');
  await confirmed('espera@exemplo.com.br');
  const left = async (days: number) => {
    await deleteOldAlerts(app.db, new Date(Date.now() + days * DAY_MS));
    return (await app.db.selectFrom('trip_alerts').select('email').execute()).map(({ email }) => email);
  };
  expect(await left(6)).toHaveLength(2);
  expect(await left(8)).toEqual(['espera@exemplo.com.br']);
  await publish();
  await send();
  expect(await left(29)).toHaveLength(1);
  expect(await left(31)).toEqual([]);
});

it('a draft is not revealed to anybody', async () => {
  const { id } = await createTrip(app, { is_active: false });
  expect(await post(`/trips/${id}/alerts`, { name: 'Ana', email: 'a@exemplo.com.br' })).toMatchObject({ status: 404 });
});

it('an address that is asked for on many trips gets three questions an hour, and the others are refused', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { id } = await createTrip(app);
    const email = count % 2 ? 'ana@exemplo.com.br' : `ana+${count}@exemplo.com.br`;
    statuses.push((await post(`/trips/${id}/alerts`, { name: 'Ana Prado', email })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect(await sent()).toHaveLength(3);
  expect(await app.db.selectFrom('trip_alerts').select('id').execute()).toHaveLength(3);
});
