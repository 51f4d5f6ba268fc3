import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, createPerson } from '../../../test/factories.ts';
import { createFamily, createFamilyTrip } from '../../../test/parties.ts';
import { chargeOf, pixFor } from '../../../test/pix.ts';
import {
  buildChatApp,
  type ChatApp,
  messagesOf,
  newPhone,
  startTestWhatsApp,
  type TestWhatsApp,
  untilMessages,
} from '../../../test/whatsapp/chat-app.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { cloudApi } from '../../ports/whatsapp/cloud-api.ts';
import { recordReportedNow } from '../payments/index.ts';
import { notifyNewReservations } from '../reminders/index.ts';
import { enqueueMessage, messageSender, openConversation, unknownEnder } from './index.ts';

let demo: TestWhatsApp;
let app: ChatApp;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  await app.work();
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});
afterEach(() => {
  demo.chats.condition = 'open';
});

const HOUR_MS = 3_600_000;
const parts = () => ({ ...app.app.deps, jobs: app.jobs, publicUrl: 'https://passeio.example' });
const linesOf = (phone: string) => demo.chats.clients.get(phone.slice(1))?.lines ?? [];
const mailsTo = (to: string) => app.mail.sent.filter((mail) => mail.to === to);

/** A reservation of the site whose payer chose WhatsApp, with a telephone of their own. */
async function reserve({ channel = 'whatsapp' as 'whatsapp' | 'email' | null, condition = 'online' } = {}) {
  const phone = newPhone();
  const family = await createFamily(app, { adult: 2 }, { trip: await createFamilyTrip(app) });
  await app.db
    .updateTable('users')
    .set({ contact: phone, message_channel: channel })
    .where('id', '=', family.payer.id)
    .execute();
  demo.chats.clientOf(phone.slice(1)).condition = condition as 'online';
  return { ...family, phone };
}

/** The payer has written within the day. */
async function write(phone: string, text = 'Oi') {
  const client = demo.chats.clientOf(phone.slice(1));
  const line = { from: 'client', kind: 'text', text, status: 'delivered', category: 'service' } as const;
  demo.webhooks.message(client, demo.chats.add(client, line));
  await expect.poll(async () => (await messagesOf(app, phone)).some(({ direction }) => direction === 'in')).toBe(true);
}

const emailStates = (reservationId: string) =>
  app.db
    .selectFrom('reservation_emails')
    .select(['kind', 'state'])
    .where('reservation_id', '=', reservationId)
    .execute();

describe('a message about a reservation', () => {
  it('goes to a payer who chose WhatsApp as an approved template, with the link in its button, and no e-mail', async () => {
    const { id, phone, payer, reservation } = await reserve();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered', about: 'reservationReceived' }]);
    const [line] = linesOf(phone);
    expect(line?.text).toMatch(new RegExp(`Recebemos a sua reserva ${reservation.code} em .*falta o sinal de R\\$`));
    expect(line?.link).toEqual({
      label: 'Pagar com Pix',
      url: `https://passeio.example/minhasreservas/${reservation.code}`,
    });
    expect(mailsTo(payer.email)).toEqual([]);
    expect(await emailStates(id)).toEqual([{ kind: 'reservationReceived', state: 'by_whatsapp' }]);
    // What was sent, and what would have stood in its place, is not kept.
    expect(await messagesOf(app, phone)).toMatchObject([{ content: null, fallback: null }]);
  });

  it('follows what its payer chooses in their account, which is on record', async () => {
    const { payer, phone } = await reserve({ channel: null });
    const own = (method: 'GET' | 'PUT', body?: object) =>
      call(app, method, '/api/whatsapp/own', { token: payer.token, body });
    expect((await own('GET')).body).toEqual({ byWhatsApp: false });
    expect((await own('PUT', { byWhatsApp: true })).body).toEqual({ byWhatsApp: true });
    expect((await own('GET')).body).toEqual({ byWhatsApp: true });
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered' }]);
    expect(mailsTo(payer.email)).toEqual([]);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('action', '=', 'person.changed')
      .where('subject_id', '=', payer.id)
      .execute();
    expect(entries).toEqual([{ changes: { messagesByWhatsApp: [false, true] } }]);
    expect((await call(app, 'GET', '/api/whatsapp/own')).status).toBe(401);
  });

  it.each(['email', null] as const)('goes by e-mail to a payer whose choice is %s', async (channel) => {
    const { phone, payer } = await reserve({ channel });
    await notifyNewReservations(parts());
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    expect(await messagesOf(app, phone)).toEqual([]);
  });

  it('within a day after the payer wrote is free text in the words of the operator, and costs nothing', async () => {
    const { phone, reservation } = await reserve();
    await app.db
      .insertInto('message_wordings')
      .values({ key: 'reservationReceived', subject: 'x', text: 'Oba! É a {codigo}, falta {sinal}.' })
      .execute();
    await write(phone);
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [
      { direction: 'in' },
      { kind: 'text', status: 'delivered', is_billed: false, cost_hundredths: 0 },
      { kind: 'text', status: 'delivered' },
    ]);
    await app.db.deleteFrom('message_wordings').execute();
    const [, first, code] = linesOf(phone);
    expect(first?.text).toContain(`Oba! É a ${reservation.code}, falta R$`);
    expect(first?.text).toContain(`https://passeio.example/minhasreservas/${reservation.code}`);
    // Alone in its message, so that one long press copies it.
    expect(code?.text).toMatch(/^000201.*6304[0-9A-F]{4}$/);
  });

  it.each([
    ['none', 131026],
    ['blocked', 131026],
  ])(
    'that a telephone cannot get (%s) leaves as an e-mail, and the next one at once',
    async (condition, error_code) => {
      const { id, phone, payer } = await reserve({ condition });
      await notifyNewReservations(parts());
      await expect.poll(() => mailsTo(payer.email).length, { timeout: 15_000 }).toBe(1);
      await untilMessages(app, phone, [{ status: 'failed', error_code, fell_back_to: 'email' }]);
      expect(await emailStates(id)).toEqual([{ kind: 'reservationReceived', state: 'sent' }]);
      await recordReportedNow(parts(), pixFor(await chargeOf(app, { id, payer }, 'deposit')));
      await expect.poll(() => mailsTo(payer.email).length).toBe(2);
      expect(await messagesOf(app, phone)).toHaveLength(1);
    },
  );

  it('whose template is not approved leaves as an e-mail', async () => {
    const { phone, payer } = await reserve();
    const ofTemplate = app.db.updateTable('whatsapp_templates').where('name', '=', 'passeio_reservation_received_v1');
    await ofTemplate.set({ state: 'REJECTED' }).execute();
    await notifyNewReservations(parts());
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await ofTemplate.set({ state: 'APPROVED' }).execute();
    expect(await messagesOf(app, phone)).toEqual([]);
  });

  it('that is refused for a while is tried again, and sent once', async () => {
    demo.chats.condition = 'limited';
    const { phone, payer } = await reserve();
    await notifyNewReservations(parts());
    const tries = async () => (await messagesOf(app, phone))[0]?.tries ?? 0;
    await expect.poll(tries, { timeout: 15_000 }).toBeGreaterThan(0);
    demo.chats.condition = 'open';
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(linesOf(phone)).toHaveLength(1);
    expect(mailsTo(payer.email)).toEqual([]);
  });

  it('of which nobody knows whether it left is never sent again: its status counts', async () => {
    demo.chats.condition = 'silent';
    const { phone, payer } = await reserve();
    await notifyNewReservations(parts());
    // It is delivered, although the provider never answers.
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(linesOf(phone)).toHaveLength(1);
    expect(mailsTo(payer.email)).toEqual([]);
  });

  it('of which nothing is heard leaves as an e-mail after a while, once, and is not sent again', async () => {
    const { url } = demo.webhooks;
    demo.webhooks.url = undefined;
    demo.chats.condition = 'silent';
    const { phone, payer } = await reserve();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ status: 'unknown' }]);
    demo.chats.condition = 'open';
    const [message] = await messagesOf(app, phone);
    const id = message?.id ?? '';
    // As the job does a quarter of an hour later, and again after a crash.
    await unknownEnder(parts())({ id });
    await unknownEnder(parts())({ id });
    await messageSender({ ...parts(), connections: app.app.deps.connections })({ id });
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    demo.webhooks.url = url;
    await untilMessages(app, phone, [{ status: 'unknown', fell_back_to: 'email', fallback: null }]);
    expect(linesOf(phone)).toHaveLength(1);
  });

  it('whose server died while it sent it waits for its status, and is not sent again', async () => {
    const { phone } = await reserve();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    const [message] = await messagesOf(app, phone);
    const id = randomUUID();
    await app.db
      .insertInto('conversation_messages')
      .values({
        ...{ id, conversation_id: message?.conversation_id ?? '', direction: 'out', kind: 'text', status: 'queued' },
        ...{ content: JSON.stringify({ type: 'text', body: 'Oi' }), claimed_at: new Date(Date.now() - HOUR_MS) },
      })
      .execute();
    await messageSender({ ...parts(), connections: app.app.deps.connections })({ id });
    const [found] = await app.db.selectFrom('conversation_messages').selectAll().where('id', '=', id).execute();
    expect(found).toMatchObject({ status: 'unknown', claimed_at: null });
    expect(linesOf(phone)).toHaveLength(1);
  });

  it('goes to a payer without an e-mail, too', async () => {
    const { id, phone, payer } = await reserve();
    await app.db
      .updateTable('users')
      .set({ email: null, issuer: null, subject: null })
      .where('id', '=', payer.id)
      .execute();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(linesOf(phone)[0]?.link?.url).toMatch(/^https:\/\/passeio\.example\/reserva#/);
    expect(await emailStates(id)).toEqual([]);
  });

  it('two servers send it once', async () => {
    const families = await Promise.all(Array.from({ length: 10 }, () => reserve()));
    await app.work();
    await notifyNewReservations(parts());
    for (const { phone } of families) await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(families.map(({ phone }) => linesOf(phone).length)).toEqual(families.map(() => 1));
  });
});

describe('a token that Meta no longer accepts', () => {
  it('sends e-mails instead, and is counted', async () => {
    demo.chats.condition = 'revoked';
    const { phone, payer } = await reserve();
    await notifyNewReservations(parts());
    await expect.poll(() => mailsTo(payer.email).length, { timeout: 15_000 }).toBe(1);
    await untilMessages(app, phone, [{ status: 'failed', error_code: 190, fell_back_to: 'email' }]);
  });
});

describe('a provider that cannot be reached', () => {
  /** A message that nothing sends but the test, and how long it is put off each time, in seconds. */
  async function queueByHand() {
    const phone = newPhone();
    const id = randomUUID();
    const pauses: number[] = [];
    const jobs = { enqueue: async ({ startAfter = 0 }: { startAfter?: number }) => void pauses.push(startAfter) };
    await inTransaction(app.db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
      const template = { type: 'template', name: 'passeio_trip_thanks_v1', language: 'pt_BR' } as const;
      const content = { ...template, parameters: ['Ana', 'Capitólio'], button: { path: 'avaliar#x' } };
      const message = { id, conversationId, content, text: '', reservationId: null, sentBy: null, about: 'tripThanks' };
      await enqueueMessage({ enqueue: async () => undefined }, message, trx);
    });
    const away = cloudApi({ ...demo.access, pixInChat: 'text', baseUrl: 'http://127.0.0.1:9' });
    const send = (whatsApp = away) => messageSender({ ...parts(), jobs, connections: { whatsApp } })({ id });
    const statusOf = async () => (await messagesOf(app, phone))[0];
    return { phone, pauses, send, statusOf, close: away.close };
  }

  it('for an hour is tried until it is back, and gets the message once', async () => {
    const { phone, pauses, send, statusOf, close } = await queueByHand();
    let awayS = 0;
    while (awayS < 3_600) {
      await send();
      awayS = pauses.reduce((sum, pause) => sum + pause, 0);
      expect(await statusOf()).toMatchObject({ status: 'queued', claimed_at: null });
    }
    await send(app.whatsApp);
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(linesOf(phone)).toHaveLength(1);
    await close();
  });

  it('for longer is given up for the e-mail', async () => {
    const { pauses, send, statusOf, close } = await queueByHand();
    for (let tries = 0; tries < 20; tries += 1) await send();
    expect(await statusOf()).toMatchObject({ status: 'failed', fell_back_to: 'email' });
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(2 * 3_600);
    await close();
  });
});

describe('PARAR', () => {
  it('ends reminders at once, and not what the contract needs', async () => {
    const { id, phone, payer } = await reserve();
    await write(phone, 'PARAR');
    const stopped = () =>
      app.db.selectFrom('chat_contacts').select('stopped_at').where('phone', '=', phone).executeTakeFirst();
    await expect.poll(stopped).toMatchObject({ stopped_at: expect.any(Date) });
    await app.jobs.enqueue(
      { name: 'emails', batchSize: 10, retryLimit: 1, retryDelay: 1, retryDelayMax: 1 },
      { kind: 'holdEnding', to: payer.email, about: { reservationId: id, holdExpiresAt: await holdOf(id) } },
    );
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await recordReportedNow(parts(), pixFor(await chargeOf(app, { id, payer }, 'deposit')));
    await untilMessages(app, phone, [{ direction: 'in' }, { about: 'paymentConfirmed', status: 'delivered' }]);
  });
});

async function holdOf(id: string): Promise<string> {
  const { hold_expires_at } = await app.db
    .selectFrom('reservations')
    .select('hold_expires_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return hold_expires_at?.toISOString() ?? '';
}

describe('a budget that is spent', () => {
  it('lets money and departures pass, and sends thanks by e-mail', async () => {
    const { phone, payer, id, trip } = await reserve();
    await app.db
      .insertInto('whatsapp_settings')
      .values({ monthly_budget_cents: 0 })
      .onConflict((known) => known.column('only_row').doUpdateSet({ monthly_budget_cents: 0 }))
      .execute();
    await app.db
      .updateTable('trips')
      .set({ guaranteed_at: new Date(), guaranteed_by: payer.id })
      .where('id', '=', trip.id)
      .execute();
    const emails = { name: 'emails', batchSize: 10, retryLimit: 1, retryDelay: 1, retryDelayMax: 1 };
    const about = { reservationId: id, tripId: trip.id };
    await app.jobs.enqueue(emails, { kind: 'departureGuaranteed', to: payer.email, about });
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ about: 'reservationReceived', status: 'delivered' }]);
    await app.db.deleteFrom('whatsapp_settings').execute();
  });
});

it('administrators see what left and what it cost', async () => {
  const admin = await createPerson(app, 'ADMIN');
  const { body } = await call(app, 'GET', '/api/whatsapp', admin);
  expect(body).toMatchObject({ isConnected: true, demonstrationUrl: null });
  const [month] = body.months;
  expect(month.sent).toBeGreaterThan(0);
  expect(month.byEmail).toBeGreaterThan(0);
  expect(month.costHundredths).toBeGreaterThan(0);
});
