import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';
import { createFamily, departIn } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import { workQueues } from '../../../test/work-queues.ts';
import type { PushMessage, PushService } from '../../ports/push/port.ts';
import { recordReportedNow } from '../payments/index.ts';
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
    'file:///etc/passwd',
    `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
  ])('are only where browsers have push services: %s is refused', async (endpoint) => {
    expect(await add({ ...device(), endpoint })).toMatchObject({ status: 400 });
  });

  it.each(['updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-bl2p.notify.windows.com'])(
    'may be at %s',
    async (host) => {
      expect(await add(device(host))).toMatchObject({ status: 200 });
    },
  );

  it('are tried again where their push service was unavailable, which is logged without their address', async () => {
    const one = await family();
    await add();
    answer = () => {
      throw new Error('the push service fcm.googleapis.com answered 503');
    };
    await expect(send({ reservationId: one.id, ...text })).rejects.toThrow('503');
    expect(JSON.stringify(app.log)).not.toContain('/fcm/send/');
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

  it('offers no device to a payer who gets no e-mails, beside which devices are notified', async () => {
    const one = await family();
    const token = await linkOf(one);
    await app.db
      .updateTable('users')
      .set({ email: null, subject: null, issuer: null })
      .where('id', '=', one.user.id)
      .execute();
    expect((await byLink('push-key', token)).body).toEqual({ publicKey: null, isOn: false });
  });
});
