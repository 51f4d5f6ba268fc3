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
import type { Jobs } from '../../platform/jobs/jobs.ts';
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

/** Why e-mails about a reservation left, as staff reads. */
async function reasonsOf(reservationId: string): Promise<unknown[]> {
  const { token } = await createPerson(app, 'OPERATOR');
  const { body } = await call(app, 'GET', `/api/reservations/${reservationId}/messages`, { token });
  return (body as { data: { notByChat: string | null }[] }).data.map(({ notByChat }) => notByChat);
}

/** An entry of the log of e-mails, for one that a test queues. */
async function logEntry(reservation_id: string): Promise<string> {
  const id = crypto.randomUUID();
  const entry = { id, reservation_id, kind: 'x', recipient: 'x@exemplo.com.br', subject: '' };
  await app.db.insertInto('reservation_emails').values(entry).execute();
  return id;
}

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

  it('whose client wrote more than a day ago is a template again, and staff sees that it was read', async () => {
    const { phone } = await reserve();
    await write(phone);
    await app.db
      .updateTable('conversations')
      .set({ open_until: new Date(Date.now() - 1_000) })
      .where('id', '=', (await messagesOf(app, phone))[0]?.conversation_id ?? '')
      .execute();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ direction: 'in' }, { kind: 'template', status: 'delivered', is_billed: true }]);
    const line = linesOf(phone).at(-1);
    if (line) demo.webhooks.status(demo.chats.clientOf(phone.slice(1)), line, 'read');
    await untilMessages(app, phone, [{ direction: 'in' }, { kind: 'template', status: 'read' }]);
    const [message] = await messagesOf(app, phone);
    const { token } = await createPerson(app, 'OPERATOR');
    const { body } = await call(app, 'GET', `/api/conversations/${message?.conversation_id}/messages`, { token });
    expect(body.messages.at(-1)).toMatchObject({ kind: 'template', status: 'read', fellBackTo: null });
  });

  it('fills a template with what Meta takes: one line, no runs of spaces, whole letters, and no fields', async () => {
    const { phone, payer, reservation, trip } = await reserve();
    const title = `{{1}} {{2}}\n\t     <b>&\u202e${'😀'.repeat(95)}`;
    await app.db.updateTable('trips').set({ title }).where('id', '=', trip.id).execute();
    await app.db.updateTable('users').set({ name: '{{3}}\r\nAna' }).where('id', '=', payer.id).execute();
    await notifyNewReservations(parts());
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered' }]);
    const [line] = linesOf(phone);
    expect(line?.text).toContain(`Olá, {{3}}! Recebemos a sua reserva ${reservation.code} em {{1}} {{2}} <b>&`);
    expect(line?.text.isWellFormed()).toBe(true);
    // The team reads what the client reads.
    expect((await messagesOf(app, phone))[0]?.text.split('\n\n')[0]).toBe(line?.text);
    expect(mailsTo(payer.email)).toEqual([]);
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
    const { id, phone, payer } = await reserve();
    const ofTemplate = app.db.updateTable('whatsapp_templates').where('name', '=', 'passeio_reservation_received_v1');
    await ofTemplate.set({ state: 'REJECTED' }).execute();
    await notifyNewReservations(parts());
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await ofTemplate.set({ state: 'APPROVED' }).execute();
    expect(await messagesOf(app, phone)).toEqual([]);
    await expect.poll(() => reasonsOf(id)).toEqual(['template']);
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
    const { id: reservationId, phone, payer } = await reserve();
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
    await expect.poll(() => reasonsOf(reservationId)).toEqual(['undelivered']);
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

describe('two servers whose provider', () => {
  const COUNT = 12;
  const MINUTE_S = 60;

  /**
   * Messages that two servers work by turns, at the instants of a clock that is the test's. `whatsAppAt`: the provider
   * at a second. Returns the second of the last attempt.
   */
  async function workByClock(whatsAppAt: (second: number) => ChatApp['whatsApp']) {
    const waiting: { at: number; queue: string; id: string }[] = [];
    let now = 0;
    const jobs: Pick<Jobs, 'enqueue'> = {
      enqueue: async (queue, data, trx) => {
        const { name, startAfter = 0 } = queue;
        // E-mails leave as they always do.
        if (!name.startsWith('whatsapp')) return app.jobs.enqueue(queue, data, trx);
        waiting.push({ at: now + startAfter, queue: name, id: (data as { id: string }).id });
      },
    };
    const families = await Promise.all(Array.from({ length: COUNT }, () => reserve()));
    for (const family of families) await queue(jobs, family);
    const connections = {
      get whatsApp() {
        return whatsAppAt(now);
      },
    };
    const server = () => ({
      'whatsapp-messages': messageSender({ ...parts(), jobs, connections }),
      'whatsapp-unknown': unknownEnder({ ...parts(), jobs }),
    });
    const servers = [server(), server()];
    while (waiting.length > 0) {
      now = Math.min(...waiting.map(({ at }) => at));
      const due = waiting.filter(({ at }) => at === now);
      waiting.splice(0, waiting.length, ...waiting.filter(({ at }) => at > now));
      await Promise.all(
        due.map((job, index) => servers[index % servers.length]?.[job.queue as 'whatsapp-messages'](job)),
      );
    }
    return { families, lastAt: now };
  }

  async function queue(jobs: Pick<Jobs, 'enqueue'>, { id, phone, payer }: Awaited<ReturnType<typeof reserve>>) {
    const about = { reservationId: id, holdExpiresAt: await holdOf(id) };
    await inTransaction(app.db, async (trx) => {
      const { id: conversationId } = await openConversation(trx, { bsuid: null, phone });
      const template = { type: 'template', name: 'passeio_reservation_received_v1', language: 'pt_BR' } as const;
      const parameters = ['Ana', 'K7M2QX', 'Capitólio', '2 pessoas', 'R$ 113,40'];
      const content = { ...template, parameters, button: { path: 'minhasreservas/K7M2QX' } };
      const fallback = { kind: 'reservationReceived', to: payer.email, about, byEmail: true };
      const message = { conversationId, content, text: '', reservationId: id, sentBy: null, fallback };
      await enqueueMessage(jobs, { ...message, about: 'reservationReceived' }, trx);
    });
  }

  const away = () => cloudApi({ ...demo.access, pixInChat: 'text', baseUrl: 'http://127.0.0.1:9' });

  it('cannot be reached for an hour try until it is back, and send each message once', async () => {
    const gone = away();
    const { families } = await workByClock((second) => (second < 60 * MINUTE_S ? gone : app.whatsApp));
    for (const { phone } of families) await untilMessages(app, phone, [{ status: 'delivered', fell_back_to: null }]);
    expect(families.map(({ phone }) => linesOf(phone).length)).toEqual(families.map(() => 1));
    expect(families.flatMap(({ payer }) => mailsTo(payer.email))).toEqual([]);
    await gone.close();
  });

  it('cannot be reached for longer give up for the e-mails, each once, before an hour and a half has passed', async () => {
    const gone = away();
    const { families, lastAt } = await workByClock(() => gone);
    expect(lastAt).toBeGreaterThan(75 * MINUTE_S);
    expect(lastAt).toBeLessThanOrEqual(90 * MINUTE_S);
    for (const { phone, payer } of families) {
      await untilMessages(app, phone, [{ status: 'failed', fell_back_to: 'email', fallback: null }]);
      await expect.poll(() => mailsTo(payer.email).length, { timeout: 15_000 }).toBe(1);
    }
    expect(families.flatMap(({ phone }) => linesOf(phone))).toEqual([]);
    await gone.close();
  });

  it('fails do not know what left: they send nothing again, and the e-mails after a quarter of an hour', async () => {
    demo.chats.condition = 'away';
    const { families, lastAt } = await workByClock(() => app.whatsApp);
    expect(lastAt).toBe(15 * MINUTE_S);
    for (const { phone, payer } of families) {
      await untilMessages(app, phone, [{ status: 'unknown', tries: 1, fell_back_to: 'email' }]);
      await expect.poll(() => mailsTo(payer.email).length, { timeout: 15_000 }).toBe(1);
    }
  });

  it('no longer takes their token send the e-mails at once', async () => {
    demo.chats.condition = 'revoked';
    const { families, lastAt } = await workByClock(() => app.whatsApp);
    expect(lastAt).toBe(0);
    for (const { phone, payer } of families) {
      await untilMessages(app, phone, [{ status: 'failed', error_code: 190, tries: 1, fell_back_to: 'email' }]);
      await expect.poll(() => mailsTo(payer.email).length, { timeout: 15_000 }).toBe(1);
    }
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
      {
        ...{ kind: 'holdEnding', to: payer.email, logId: await logEntry(id) },
        about: { reservationId: id, holdExpiresAt: await holdOf(id) },
      },
    );
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await expect.poll(() => reasonsOf(id)).toEqual(['stopped']);
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
    const logId = await logEntry(id);
    await app.jobs.enqueue(emails, { kind: 'departureGuaranteed', to: payer.email, about, logId });
    await expect.poll(() => mailsTo(payer.email).length).toBe(1);
    await expect.poll(() => reasonsOf(id)).toEqual(['budget']);
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
