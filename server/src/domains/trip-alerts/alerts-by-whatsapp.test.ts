import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import {
  buildChatApp,
  type ChatApp,
  messagesOf,
  newPhone,
  PUBLIC_URL,
  startTestWhatsApp,
  type TestWhatsApp,
  untilMessages,
} from '../../../test/whatsapp/chat-app.ts';
import { makeAlertLink, sendAlerts } from './trip-alerts.ts';

const NOON = new Date('2026-06-01T15:00:00Z');
const TEMPLATE = 'passeio_alert_new_date_v1';

let demo: TestWhatsApp;
let app: ChatApp;
let trip: { id: string; title: string; series_id: string };
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  await app.work();
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});
beforeEach(async () => {
  const { id } = await createTrip(app);
  trip = await app.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
});

const post = (path: string, body: object) => call(app, 'POST', `/api${path}`, { body });

/** Somebody asks for the next date and confirms their address; `phone`: by WhatsApp. */
async function ask({ phone }: { phone?: string } = {}) {
  const email = `${randomUUID()}@exemplo.com.br`;
  await app.db.deleteFrom('rate_limits').execute();
  expect((await post(`/trips/${trip.id}/alerts`, { name: 'Ana Prado', email })).status).toBe(200);
  // The question leaves before it is answered.
  await expect.poll(() => mailsTo(email).length, { timeout: 15_000 }).toBe(1);
  const alert = app.db.selectFrom('trip_alerts').select('id').where('email', '=', email);
  const { id } = await alert.executeTakeFirstOrThrow();
  const token = (await makeAlertLink(app.db, PUBLIC_URL, id))?.split('#')[1] ?? '';
  const confirmed = await post('/trip-alerts/link/confirmation', { token, ...(phone && { phone }) });
  return { email, token, confirmed };
}

const mailsTo = (to: string) => app.mail.sent.filter((mail) => mail.to === to);
const linesOf = (phone: string) => demo.chats.clients.get(phone.slice(1))?.lines ?? [];
async function publish() {
  const { id } = await createTrip(app, { is_active: false, title: trip.title });
  await app.db.updateTable('trips').set({ series_id: trip.series_id, is_active: true }).where('id', '=', id).execute();
  await sendAlerts({ db: app.db, jobs: app.jobs }, { now: NOON });
}
const contactOf = (phone: string) =>
  app.db.insertInto('chat_contacts').values({ id: randomUUID(), phone, name: 'Ana' });

it('who asked for it by WhatsApp gets one message, priced as marketing, and no e-mail; all others their e-mail', async () => {
  const phone = newPhone();
  const ana = await ask({ phone });
  expect(ana.confirmed.body).toMatchObject({ state: 'waiting', phone: `•••${phone.slice(-4)}`, offersWhatsApp: true });
  const bia = await ask();
  expect(bia.confirmed.body).toMatchObject({ state: 'waiting', phone: '' });
  const before = demo.chats.clients.size;
  await publish();
  await untilMessages(app, phone, [
    {
      kind: 'template',
      about: 'alertNewDate',
      status: 'delivered',
      pricing_category: 'marketing',
      cost_hundredths: 3_500,
    },
  ]);
  const [line] = linesOf(phone);
  expect(line?.text).toMatch(/^Olá, Ana! Você pediu para saber: .* tem uma nova data, .*, a partir de R\$/);
  expect(line?.text).toContain('responda PARAR');
  expect(line?.link?.url).toMatch(/^https:\/\/passeio\.example\/portal\/passeio\//);
  await expect.poll(() => mailsTo(bia.email).length, { timeout: 15_000 }).toBe(2);
  expect(mailsTo(ana.email)).toHaveLength(1);
  // Ana alone is a contact of WhatsApp by it.
  expect(demo.chats.clients.size).toBe(before + 1);
  await publish();
  expect(await messagesOf(app, phone)).toHaveLength(1);
});

it.each([
  ['who wrote PARAR', { stopped_at: new Date() }],
  ['whose number has no WhatsApp', { unreachable_at: new Date() }],
])('a person %s gets the e-mail', async (_, known) => {
  const phone = newPhone();
  await contactOf(phone).execute();
  await app.db.updateTable('chat_contacts').set(known).where('phone', '=', phone).execute();
  const { email } = await ask({ phone });
  await publish();
  await expect.poll(() => mailsTo(email).length, { timeout: 15_000 }).toBe(2);
  expect(await messagesOf(app, phone)).toEqual([]);
});

it('a message that cannot be delivered, or whose template is not approved, is the e-mail', async () => {
  const phone = newPhone();
  demo.chats.clientOf(phone.slice(1)).condition = 'none';
  const { email } = await ask({ phone });
  await publish();
  await untilMessages(app, phone, [{ status: 'failed', error_code: 131026, fell_back_to: 'email' }]);
  await expect.poll(() => mailsTo(email).length, { timeout: 15_000 }).toBe(2);
  const template = app.db.updateTable('whatsapp_templates').where('name', '=', TEMPLATE);
  await template.set({ state: 'PAUSED' }).execute();
  const other = newPhone();
  const beto = await ask({ phone: other });
  await publish();
  await expect.poll(() => mailsTo(beto.email).length, { timeout: 15_000 }).toBe(2);
  await template.set({ state: 'APPROVED' }).execute();
  expect(await messagesOf(app, other)).toEqual([]);
});

it('a budget that is spent sends the e-mail', async () => {
  const { token } = await createPerson(app, 'ADMIN');
  const settings = { sendsUnasked: false, firstAnswers: false, utilityHundredths: 400, marketingHundredths: 3_500 };
  const budget = (monthlyBudgetCents: number | null) =>
    call(app, 'PUT', '/api/whatsapp/settings', { token, body: { ...settings, monthlyBudgetCents } });
  const phone = newPhone();
  const { email } = await ask({ phone });
  await budget(0);
  await publish();
  await expect.poll(() => mailsTo(email).length, { timeout: 15_000 }).toBe(2);
  await budget(null);
  expect(await messagesOf(app, phone)).toEqual([]);
});

it('a telephone waits for three alerts, so that nobody has a stranger flooded, and no other text is one', async () => {
  const phone = newPhone();
  for (let count = 0; count < 3; count += 1) {
    expect((await ask({ phone })).confirmed.status).toBe(200);
    const { id } = await createTrip(app);
    trip = await app.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }
  expect((await ask({ phone })).confirmed).toMatchObject({ status: 429 });
  for (const bad of ['123', 'a'.repeat(61), '+55 35 9981', '<b>']) {
    expect((await ask({ phone: bad })).confirmed.status).toBe(400);
  }
});

it('what was confirmed stays: another telephone afterwards changes nothing', async () => {
  const phone = newPhone();
  const { token } = await ask({ phone });
  const again = await post('/trip-alerts/link/confirmation', { token, phone: newPhone() });
  expect(again.body).toMatchObject({ phone: `•••${phone.slice(-4)}` });
});

it('without a connection WhatsApp is not offered, and refused', async () => {
  const plain = await buildTestApp();
  const { id } = await createTrip(plain);
  const body = { name: 'Ana Prado', email: 'ana@exemplo.com.br' };
  // Nothing sends its question.
  await call(plain, 'POST', `/api/trips/${id}/alerts`, { body });
  const { id: alertId } = await plain.db.selectFrom('trip_alerts').select('id').executeTakeFirstOrThrow();
  const token = (await makeAlertLink(plain.db, PUBLIC_URL, alertId))?.split('#')[1] ?? '';
  const link = (path: string, more: object = {}) =>
    call(plain, 'POST', `/api/trip-alerts/link/${path}`, { body: { token, ...more } });
  expect((await link('read')).body).toMatchObject({ offersWhatsApp: false });
  expect(await link('confirmation', { phone: newPhone() })).toMatchObject({ status: 409 });
  await plain.close();
});
