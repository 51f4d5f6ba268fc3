import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamily, departIn, type FamilyTrip } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import { daysBefore, tenOClock, tripInAMonth } from '../../../test/reminders.ts';
import { saveTrip } from '../../../test/trip-changes.ts';
import { joinList } from '../../../test/waiting.ts';
import { workQueues } from '../../../test/work-queues.ts';
import { type PushMessage, PushRefused, type PushService } from '../../ports/push/port.ts';
import { recordReportedNow } from '../payments/index.ts';
import { sendReminders } from '../reminders/index.ts';
import { sweepHolds } from '../reservations/index.ts';
import { pushSender, type QueuedPush } from './push.ts';

let app: TestAppWithJobs;
let ana: Person;
let mailbox: Mailbox;
let sent: { endpoint: string; message: PushMessage }[] = [];
let answer: (endpoint: string) => 'sent' | 'gone' = () => 'sent';
const push: PushService = {
  publicKey: 'BKey',
  async send({ endpoint }, message) {
    sent.push({ endpoint, message });
    return answer(endpoint);
  },
};
beforeAll(async () => {
  app = await buildTestAppWithJobs({ connections: 20, deps: async () => ({ push }) });
  await app.db.updateTable('operator').set({ pix_key: 'pix@rota.example' }).execute();
});
afterAll(() => app.close());
beforeEach(async () => {
  sent = [];
  answer = () => 'sent';
  ana = await createPerson(app);
  mailbox = await openMailbox(app);
});
afterEach(() => mailbox.close());

const device = (host = 'fcm.googleapis.com') => ({
  endpoint: `https://${host}/fcm/send/${crypto.randomUUID()}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
});
const add = (one = device(), who = ana) => call(app, 'PUT', '/api/push/devices', { token: who.token, body: one });
const devicesOf = async ({ id }: { id: string }) =>
  (
    await app.db.selectFrom('push_devices').select('endpoint').where('user_id', '=', id).orderBy('created_at').execute()
  ).map(({ endpoint }) => endpoint);
const family = async () => {
  const one = await createFamily(app, { adult: 1 }, { payer: ana });
  const { user_id } = await app.db
    .selectFrom('reservations')
    .select('user_id')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  return { ...one, user: { id: user_id } };
};
const text = { title: 'É hoje', body: 'Veja o local.' };
const send = (one: QueuedPush, now = new Date()) => pushSender({ ...app.app.deps, jobs: app.jobs, push })(one, now);

const waitingFor = async (reservationId: string) =>
  (
    await app.pool.query<{ data: QueuedPush }>(
      `select data from pgboss.job where name = 'push' and state = 'created' and data->>'reservationId' = $1`,
      [reservationId],
    )
  ).rows.map(({ data }) => data);

it('a device of the payer is notified beside the e-mail of a payment, and says nothing of a person or an amount', async () => {
  const one = await family();
  const phone = device();
  await add(phone);
  const pix = pixFor(await chargeOf(app, one, 'deposit'));
  await recordReportedNow({ ...app.app.deps, jobs: mailbox.jobs, publicUrl: 'https://passeio.example' }, pix);
  await mailbox.deliver();
  await workQueues(['push'], { ...app.app.deps, jobs: mailbox.jobs, push });
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]).toEqual({
    endpoint: phone.endpoint,
    message: {
      ...{ title: 'Pagamento recebido', body: 'O seu pagamento chegou. Veja a sua reserva.' },
      page: '/minhasreservas',
    },
  });
});

describe('the devices of a person', () => {
  it('are ten at most, the oldest goes; one that ended its subscription is deleted when it is next notified', async () => {
    const one = await family();
    const all: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const next = device();
      await add(next);
      all.push(next.endpoint);
    }
    expect(await devicesOf(one.user)).toEqual(all.slice(1));
    answer = (endpoint) => (endpoint === all[5] ? 'gone' : 'sent');
    await send({ reservationId: one.id, ...text });
    expect(sent).toHaveLength(10);
    expect(await devicesOf(one.user)).toEqual(all.slice(1).filter((endpoint) => endpoint !== all[5]));
  });

  it('are of whoever used them last, and are taken away by nobody else', async () => {
    const one = await family();
    const shared = device();
    await add(shared);
    const body = { endpoint: shared.endpoint };
    const bia = await createPerson(app);
    await call(app, 'POST', '/api/push/devices/removal', { token: bia.token, body });
    expect(await devicesOf(one.user)).toEqual([shared.endpoint]);
    await add(shared, bia);
    expect(await devicesOf(one.user)).toEqual([]);
    await call(app, 'POST', '/api/push/devices/removal', { token: bia.token, body });
    await send({ reservationId: one.id, ...text });
    expect(sent).toEqual([]);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.example/x',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://mail.google.com/x',
    'https://sites.google.com/x',
    'https://x.jmt17.google.com/x',
    'https://fcm.googleapis.com./x',
    'https://fcm.googleapis.com/x#y',
    `https://fcm.googleapis.com/${'é'.repeat(300)}`,
    'file:///etc/passwd',
    `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
  ])('are only where browsers have push services: %s is refused', async (endpoint) => {
    expect(await add({ ...device(), endpoint })).toMatchObject({ status: 400 });
  });

  it.each([
    'updates.push.services.mozilla.com',
    'web.push.apple.com',
    'wns2-bl2p.notify.windows.com',
    'jmt17.google.com',
  ])('may be at %s', async (host) => {
    expect(await add(device(host))).toMatchObject({ status: 200 });
  });

  it('are stored as their address was parsed, in whatever form it is written', async () => {
    const one = await family();
    const typed = device();
    const { pathname } = new URL(typed.endpoint);
    for (const endpoint of [
      `HTTPS://FCM.googleapis.com:443/a/..${pathname}`,
      `https:\\\\fcm.googleapis.com${pathname}`,
    ])
      expect((await add({ ...typed, endpoint })).status).toBe(200);
    expect(await devicesOf(one.user)).toEqual([typed.endpoint]);
  });

  it('are tried again where their push service was unavailable, which is logged without their address', async () => {
    const one = await family();
    await add();
    answer = () => {
      throw new Error('the push service fcm.googleapis.com answered 503');
    };
    await send({ reservationId: one.id, ...text });
    const [again] = await waitingFor(one.id);
    await expect(send(again as QueuedPush)).rejects.toThrow('503');
    expect(JSON.stringify([app.log, again])).not.toContain('/fcm/send/');
  });

  it('are notified once, whatever becomes of another one', async () => {
    const one = await family();
    const [well, busy, refusing] = [device(), device(), device()];
    for (const next of [well, busy, refusing]) await add(next);
    answer = (endpoint) => {
      if (endpoint === well.endpoint) return 'sent';
      if (endpoint === busy.endpoint) throw new Error('the push service fcm.googleapis.com answered 503');
      throw new PushRefused('the push service fcm.googleapis.com answered 400');
    };
    await send({ reservationId: one.id, ...text });
    const waiting = await waitingFor(one.id);
    expect(waiting).toHaveLength(1);
    sent = [];
    answer = () => 'sent';
    for (const queued of waiting) await send(queued);
    expect(sent.map(({ endpoint }) => endpoint)).toEqual([busy.endpoint]);
  });
});

it('the day itself comes an hour before departure, and not if the reservation has ended', async () => {
  const one = await family();
  await add();
  await app.db.updateTable('reservations').set({ state: 'booked' }).where('id', '=', one.id).execute();
  await departIn(app, one.trip.id, 20);
  const today = { reservationId: one.id, ...text, onTheDay: true };
  await send(today);
  expect(sent).toEqual([]);
  const { rows } = await app.pool.query<{ hours: number }>(
    `select round(extract(epoch from start_after - now()) / 3600)::integer as hours from pgboss.job
     where name = 'push' and data->>'reservationId' = $1`,
    [one.id],
  );
  expect(rows).toEqual([{ hours: 19 }]);
  const inTime = new Date(Date.now() + 19 * 3_600_000);
  await send(today, inTime);
  expect(sent).toHaveLength(1);
  await app.db
    .updateTable('reservations')
    .set({ state: 'cancelled', cancelled_at: new Date() })
    .where('id', '=', one.id)
    .execute();
  await send(today, inTime);
  expect(sent).toHaveLength(1);
});

it('a browser subscribes with the public key; without one devices are not notified', async () => {
  const read = async (search: string) => (await call(app, 'GET', `/api/push/key${search}`, { token: ana.token })).body;
  expect(await read('')).toEqual({ publicKey: 'BKey', isOn: false });
  const phone = device();
  const search = `?endpoint=${encodeURIComponent(phone.endpoint)}`;
  expect(await read(search)).toEqual({ publicKey: 'BKey', isOn: false });
  await add(phone);
  expect(await read(search)).toEqual({ publicKey: 'BKey', isOn: true });
});

describe("a payer's link", () => {
  const linkOf = async ({ id }: { id: string }, body?: object): Promise<string> => {
    const staff = await createPerson(app, 'OPERATOR');
    const made = await call(app, 'POST', `/api/reservations/${id}/link`, { token: staff.token, body });
    return made.body.url.split('#')[1];
  };
  const byLink = (name: string, token: string, body: object = {}) =>
    call(app, 'POST', `/api/reservation-links/${name}`, { body: { token, ...body } });

  it('has devices notified of its reservation only, which lead to the page of links without its token', async () => {
    const [one, other] = [await family(), await createFamily(app, { adult: 1 })];
    const phone = device();
    const token = await linkOf(one);
    const otherToken = await linkOf(other);
    expect(await byLink('push-device', token, phone)).toMatchObject({ status: 200 });
    const { endpoint } = phone;
    expect((await byLink('push-key', token, { endpoint })).body).toEqual({ publicKey: 'BKey', isOn: true });
    expect((await byLink('push-key', await linkOf(one), { endpoint })).body).toMatchObject({ isOn: true });
    expect((await byLink('push-key', otherToken, { endpoint })).body).toMatchObject({ isOn: false });
    await send({ reservationId: other.id, ...text });
    expect(sent).toEqual([]);
    await send({ reservationId: one.id, ...text });
    expect(sent).toEqual([{ endpoint, message: { ...text, page: '/reserva' } }]);

    // One browser may have both, and an account.
    await byLink('push-device', otherToken, phone);
    await add(phone);
    await byLink('push-device-removal', otherToken, { endpoint });
    await send({ reservationId: other.id, ...text });
    expect(sent).toHaveLength(1);
    await send({ reservationId: one.id, ...text });
    expect(sent.slice(1)).toEqual([{ endpoint, message: { ...text, page: '/minhasreservas' } }]);
    answer = () => 'gone';
    await send({ reservationId: one.id, ...text });
    await send({ reservationId: one.id, ...text });
    expect(sent).toHaveLength(3);
  });

  it('ends with its devices when staff renews or revokes it', async () => {
    const one = await family();
    const token = await linkOf(one);
    await byLink('push-device', token, device());
    await linkOf(one, { renew: true });
    await send({ reservationId: one.id, ...text });
    expect(sent).toEqual([]);
    expect(await byLink('push-device', token, device())).toMatchObject({ body: { code: 'RESERVATION_LINK_OVER' } });
  });

  it('has ten devices at most, at push services of browsers', async () => {
    const one = await family();
    const token = await linkOf(one);
    const all = Array.from({ length: 11 }, () => device());
    for (const next of all) await byLink('push-device', token, next);
    await send({ reservationId: one.id, ...text });
    expect(sent.map(({ endpoint }) => endpoint).toSorted()).toEqual(
      all
        .slice(1)
        .map(({ endpoint }) => endpoint)
        .toSorted(),
    );
    const elsewhere = { ...device(), endpoint: 'https://127.0.0.1/x' };
    expect(await byLink('push-device', token, elsewhere)).toMatchObject({ status: 400 });
  });
});

describe('a payer without an e-mail address', () => {
  const publicUrl = 'https://passeio.example';
  let trip: FamilyTrip;
  let guest: { id: string; endpoint: string };
  let staff: Person;
  beforeEach(async () => {
    await app.db
      .updateTable('trips')
      .set({ departs_at: daysBefore(60), returns_at: daysBefore(59) })
      .execute();
    [trip, staff] = [await tripInAMonth(app), await createPerson(app, 'OPERATOR')];
    const { body } = await call(app, 'POST', `/api/trips/${trip.id}/guest-reservations`, {
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: {
        ...{ party: [{ fareId: trip.fares.adult, count: 1 }], boardingPointId: trip.boardingPointId },
        ...{ guest: { name: 'Nair Prado', contact: '+5535991177665' }, acceptedPolicy: true },
      },
    });
    const token = body.link.split('#')[1];
    const { publicKey } = (await call(app, 'POST', '/api/reservation-links/push-key', { body: { token } })).body;
    expect(publicKey).toBe('BKey');
    const phone = device();
    await call(app, 'POST', '/api/reservation-links/push-device', { body: { token, ...phone } });
    guest = { id: body.id, endpoint: phone.endpoint };
  });

  const pay = async ({ id }: { id: string }) => {
    const { status } = await call(app, 'POST', `/api/reservations/${id}/payments`, {
      ...{ token: staff.token, headers: { 'idempotency-key': crypto.randomUUID() } },
      body: { kind: 'deposit', method: 'cash', amountCents: 5_670 },
    });
    expect(status).toBe(201);
  };
  /** Sends what is queued: the recipients of e-mails, and what was shown where. */
  const notified = async (clock?: () => Date) => {
    sent = [];
    const mails = await mailbox.deliver(clock);
    const due = "select 1 from pgboss.job where name = 'push' and state < 'completed' and start_after <= now()";
    await workQueues(['push'], { ...app.app.deps, jobs: mailbox.jobs, push });
    await expect.poll(async () => (await app.pool.query(due)).rowCount).toBe(0);
    return { mails: mails.map(({ to }) => to), sent };
  };
  const shown = (title: string, body: string) => [
    { endpoint: guest.endpoint, message: { title, body, page: '/reserva' } },
  ];

  it('is notified of a payment on the device alone, which says nothing of a person, trip or amount', async () => {
    await pay(guest);
    expect(await notified()).toEqual({
      mails: [],
      sent: shown('Pagamento recebido', 'O seu pagamento chegou. Veja a sua reserva.'),
    });
    const log = await call(app, 'GET', `/api/reservations/${guest.id}/messages`, { token: staff.token });
    expect(log).toMatchObject({ status: 200, body: { data: [] } });
  });

  it('is notified of a change of the trip, and of one that is taken back', async () => {
    const tell = { notice: { tell: true as const, message: 'Saímos noutro dia.' } };
    const changed = shown('O seu passeio mudou', 'Veja o que mudou na sua reserva.');
    for (const days of [29, 30]) {
      await saveTrip(app, staff, trip.id, { date: tenOClock(days).toISOString(), ...tell });
      expect(await notified()).toEqual({ mails: [], sent: changed });
    }
    await saveTrip(app, staff, trip.id, { date: tenOClock(29).toISOString(), notice: { tell: false } });
    expect(await notified()).toEqual({ mails: [], sent: [] });
  });

  it('is notified the day before and on the day itself, not in the night', async () => {
    await pay(guest);
    await notified();
    await sendReminders({ ...app.app.deps, jobs: mailbox.jobs, publicUrl }, { now: daysBefore(1) });
    expect(await notified(() => daysBefore(1, 12))).toEqual({ mails: [], sent: [] });
    await app.pool.query("update pgboss.job set start_after = now() where name = 'emails' and state < 'completed'");
    expect(await notified(() => daysBefore(1))).toEqual({
      mails: [],
      sent: shown('O seu passeio está chegando', 'Veja a hora e o local do seu embarque.'),
    });
    const { rows } = await app.pool.query<{ on_the_day: boolean }>(
      `select (data->>'onTheDay')::boolean as on_the_day from pgboss.job
       where name = 'push' and state < 'completed' and data->>'reservationId' = $1`,
      [guest.id],
    );
    expect(rows).toEqual([{ on_the_day: true }]);
  });

  it('is notified of an offer of the waiting list', async () => {
    const full = await tripInAMonth(app, { capacity: 1 });
    await createFamily(app, { adult: 1 }, { trip: full });
    await joinList(app, full, { adult: 1 }, ana);
    const phone = device();
    await add(phone);
    await app.db
      .updateTable('users')
      .set({ email: null, subject: null, issuer: null })
      .where('id', '=', ana.id)
      .execute();
    await app.db.updateTable('trips').set({ capacity: 2 }).where('id', '=', full.id).execute();
    await sweepHolds({ ...app.app.deps, jobs: mailbox.jobs, publicUrl });
    const { mails, sent: seen } = await notified();
    expect(mails).toEqual([]);
    expect(seen).toMatchObject([{ endpoint: phone.endpoint, message: { title: 'Abriram vagas' } }]);
  });

  it('that gets an address is notified by both, once each', async () => {
    const email = `${crypto.randomUUID()}@exemplo.com.br`;
    const { user_id } = await app.db
      .selectFrom('reservations')
      .select('user_id')
      .where('id', '=', guest.id)
      .executeTakeFirstOrThrow();
    await app.db.updateTable('users').set({ email }).where('id', '=', user_id).execute();
    await pay(guest);
    const once = await notified();
    expect(once.mails).toEqual([email]);
    expect(once.sent).toHaveLength(1);
  });
});
