import { randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily } from '../../../test/parties.ts';
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
import { messageSender, openConversation, unknownEnder } from '../whatsapp/index.ts';

const HOUR_MS = 3_600_000;
const TALK = 'passeio_talk_v1';

let demo: TestWhatsApp;
let app: ChatApp;
let bia: Person;
let withoutMoney: Person;
beforeAll(async () => {
  demo = await startTestWhatsApp();
  app = await buildChatApp(demo);
  bia = await createPerson(app, 'OPERATOR', { permissions: ['answer_chats', 'see_money'] });
  withoutMoney = await createPerson(app, 'OPERATOR', { permissions: ['answer_chats'] });
  await app.work();
});
afterAll(async () => {
  await app.close();
  await demo.stop();
});
afterEach(() => {
  demo.chats.condition = 'open';
});

/** A conversation whose day is over; `isLinked`: it is about a reservation whose deposit is missing. */
async function openClosed({ isLinked = false, name = 'Ana Prado' } = {}) {
  const phone = newPhone();
  demo.chats.clientOf(phone.slice(1));
  const family = isLinked ? await createFamily(app, { adult: 2 }) : undefined;
  const { id } = await inTransaction(app.db, (trx) => openConversation(trx, { bsuid: null, phone }, name));
  const change = { open_until: new Date(Date.now() - HOUR_MS), last_message_at: new Date(), state: 'waiting' as const };
  await app.db
    .updateTable('conversations')
    .set({ ...change, reservation_id: family?.id ?? null })
    .where('id', '=', id)
    .execute();
  return { id, phone, family };
}

const list = (id: string, { token }: Person = bia) => call(app, 'GET', `/api/conversations/${id}/templates`, { token });
const send = (id: string, body: object, { token }: Person = bia) =>
  call(app, 'POST', `/api/conversations/${id}/messages`, {
    ...{ token, body },
    headers: { 'idempotency-key': randomUUIDv7() },
  });
const kindsOf = async (id: string, person?: Person) =>
  (await list(id, person)).body.data.map(({ kind }: { kind: string }) => kind);
const refusal = (status: number, code: string) => ({ status, body: { code } });
const linesOf = (phone: string) => demo.chats.clients.get(phone.slice(1))?.lines ?? [];
const contactOf = (phone: string) => app.db.updateTable('chat_contacts').where('phone', '=', phone);

describe('once the day after the contact wrote is over', () => {
  it('staff sends what is true of the reservation, as it was shown, and it is theirs like an answer', async () => {
    const { id, phone, family } = await openClosed({ isLinked: true });
    const { body } = await list(id);
    expect(body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['reservationReceived', 'holdEnding', 'talk']);
    const [shown] = body.data;
    expect(shown).toMatchObject({ label: 'Recebemos a reserva', button: 'Pagar com Pix', costHundredths: 400 });
    expect(shown.text).toContain(`a sua reserva ${family?.reservation.code}`);
    const sent = await send(id, { template: 'reservationReceived' });
    expect(sent).toMatchObject({ status: 201, body: { kind: 'template', by: expect.any(String), status: 'queued' } });
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered', sent_by: bia.id, cost_hundredths: 400 }]);
    const [line] = linesOf(phone);
    expect(line?.text).toBe(shown.text);
    expect(line?.link?.url).toBe(`https://passeio.example/minhasreservas/${family?.reservation.code}`);
    const conversation = await app.db
      .selectFrom('conversations')
      .select(['state', 'assignee_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(conversation).toEqual({ state: 'answered', assignee_id: bia.id });
  });

  it('a look at them makes no link of a payer without an account, and sending makes one', async () => {
    const { id, phone, family } = await openClosed({ isLinked: true });
    const guest = { email: null, issuer: null, subject: null };
    await app.db
      .updateTable('users')
      .set(guest)
      .where('id', '=', family?.payer.id ?? '')
      .execute();
    const links = () => app.db.selectFrom('reservation_links').selectAll().execute();
    const before = (await links()).length;
    expect(await kindsOf(id)).toContain('holdEnding');
    expect(await links()).toHaveLength(before);
    expect((await send(id, { template: 'holdEnding' })).status).toBe(201);
    await untilMessages(app, phone, [{ status: 'delivered' }]);
    expect(linesOf(phone)[0]?.link?.url).toMatch(/^https:\/\/passeio\.example\/reserva#/);
  });

  it('a conversation without a reservation has the one that asks to go on', async () => {
    const { id, phone } = await openClosed();
    expect((await list(id)).body.data).toMatchObject([{ kind: 'talk', button: null }]);
    expect((await send(id, { template: 'talk' })).status).toBe(201);
    await untilMessages(app, phone, [{ kind: 'template', status: 'delivered' }]);
    expect(linesOf(phone)[0]?.text).toBe(
      'Olá, Ana! Aqui é da Rota das Águas. Podemos continuar a conversa sobre o seu passeio? Responda esta mensagem.',
    );
  });
});

describe('a template is refused', () => {
  it('while free text may be sent', async () => {
    const { id } = await openClosed();
    const open_until = new Date(Date.now() + HOUR_MS);
    await app.db.updateTable('conversations').set({ open_until }).where('id', '=', id).execute();
    expect(await send(id, { template: 'talk' })).toMatchObject(refusal(409, 'CHAT_OPEN'));
    expect(await list(id)).toMatchObject(refusal(409, 'CHAT_OPEN'));
  });

  it('where it is not true of the reservation, is none, or lacks a field', async () => {
    const { id } = await openClosed();
    const nameless = await openClosed({ name: '' });
    for (const kind of ['balanceDue', 'reservationReceived', 'tripThanks', 'constructor']) {
      expect(await send(id, { template: kind })).toMatchObject(refusal(422, 'TEMPLATE_DOES_NOT_FIT'));
    }
    expect(await send(nameless.id, { template: 'talk' })).toMatchObject(refusal(422, 'TEMPLATE_DOES_NOT_FIT'));
    expect((await send(id, { template: '../x' })).status).toBe(400);
    expect((await send(id, { template: 'talk', text: 'Oi' })).status).toBe(400);
    expect(await send(id, { text: 'Oi' })).toMatchObject(refusal(409, 'CHAT_CLOSED'));
  });

  it('that Meta has not approved', async () => {
    const { id } = await openClosed();
    const template = app.db.updateTable('whatsapp_templates').where('name', '=', TALK);
    await template.set({ state: 'PAUSED' }).execute();
    expect((await list(id)).body.data).toEqual([]);
    expect(await send(id, { template: 'talk' })).toMatchObject(refusal(409, 'TEMPLATE_NOT_APPROVED'));
    await template.set({ state: 'APPROVED' }).execute();
  });

  it('to who wrote PARAR, unless the reservation needs it', async () => {
    const { id, phone } = await openClosed({ isLinked: true });
    const stranger = await openClosed();
    for (const one of [phone, stranger.phone]) await contactOf(one).set({ stopped_at: new Date() }).execute();
    expect(await kindsOf(id)).toEqual(['reservationReceived']);
    expect(await list(stranger.id)).toMatchObject(refusal(409, 'CHAT_STOPPED'));
    expect(await send(id, { template: 'holdEnding' })).toMatchObject(refusal(409, 'CHAT_STOPPED'));
    expect((await send(id, { template: 'reservationReceived' })).status).toBe(201);
    await untilMessages(app, phone, [{ status: 'delivered' }]);
  });

  it('to a number without WhatsApp, and by a budget that is spent', async () => {
    const { id, phone } = await openClosed();
    await contactOf(phone).set({ unreachable_at: new Date() }).execute();
    expect(await send(id, { template: 'talk' })).toMatchObject(refusal(409, 'CHAT_UNREACHABLE'));
    await contactOf(phone)
      .set({ unreachable_at: new Date(Date.now() - 31 * 24 * HOUR_MS) })
      .execute();
    const admin = await createPerson(app, 'ADMIN');
    const settings = { sendsUnasked: false, firstAnswers: false, utilityHundredths: 400, marketingHundredths: 3_500 };
    const limit = (monthlyBudgetCents: number | null) =>
      call(app, 'PUT', '/api/whatsapp/settings', { token: admin.token, body: { ...settings, monthlyBudgetCents } });
    await limit(0);
    expect(await send(id, { template: 'talk' })).toMatchObject(refusal(409, 'CHAT_BUDGET_SPENT'));
    await limit(null);
    expect((await send(id, { template: 'talk' })).status).toBe(201);
  });

  it('to staff who may not answer, and about money to staff who may not see it', async () => {
    const { id } = await openClosed({ isLinked: true });
    const reader = await createPerson(app, 'OPERATOR', { permissions: ['edit_trips'] });
    for (const refused of [await list(id, reader), await send(id, { template: 'talk' }, reader)]) {
      expect(refused.status).toBe(403);
    }
    expect(await kindsOf(id, withoutMoney)).toEqual(['talk']);
    expect(await send(id, { template: 'holdEnding' }, withoutMoney)).toMatchObject(refusal(403, 'FORBIDDEN'));
  });
});

it('a contact who writes PARAR before it leaves does not get it', async () => {
  const { id, phone } = await openClosed();
  demo.chats.condition = 'limited';
  await send(id, { template: 'talk' });
  const tries = async () => (await messagesOf(app, phone))[0]?.tries ?? 0;
  await expect.poll(tries, { timeout: 15_000 }).toBeGreaterThan(0);
  await contactOf(phone).set({ stopped_at: new Date() }).execute();
  demo.chats.condition = 'open';
  await untilMessages(app, phone, [{ status: 'failed', fell_back_to: 'staff' }]);
  expect(linesOf(phone)).toEqual([]);
});

it('one of which nobody knows whether it left is never sent again, and waits for the team', async () => {
  const { id, phone } = await openClosed();
  const { url } = demo.webhooks;
  demo.webhooks.url = undefined;
  demo.chats.condition = 'silent';
  await send(id, { template: 'talk' });
  await untilMessages(app, phone, [{ status: 'unknown' }]);
  demo.chats.condition = 'open';
  const [message] = await messagesOf(app, phone);
  const parts = { ...app.app.deps, jobs: app.jobs };
  await unknownEnder(parts)({ id: message?.id ?? '' });
  await messageSender(parts)({ id: message?.id ?? '' });
  demo.webhooks.url = url;
  await untilMessages(app, phone, [{ status: 'unknown', fell_back_to: 'staff' }]);
  expect(linesOf(phone)).toHaveLength(1);
  const { state } = await app.db
    .selectFrom('conversations')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('waiting');
});

it('a template that Meta counts as marketing is shown and counted at that price', async () => {
  const template = app.db.updateTable('whatsapp_templates').where('name', '=', TALK);
  await template.set({ category: 'MARKETING' }).execute();
  const { id, phone } = await openClosed();
  expect((await list(id)).body.data).toMatchObject([{ kind: 'talk', costHundredths: 3_500 }]);
  const { url } = demo.webhooks;
  demo.webhooks.url = undefined;
  await send(id, { template: 'talk' });
  await untilMessages(app, phone, [{ status: 'sent', cost_hundredths: 3_500 }]);
  demo.webhooks.url = url;
  await template.set({ category: 'UTILITY' }).execute();
});
